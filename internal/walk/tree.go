package walk

import (
	"bytes"
	"io/fs"
	"os"
	"syscall"
)

// A tree walks the regular files below an operand in byte order of their paths. Links met on the way are not followed;
// they, FIFOs, sockets and devices are passed over.
type tree struct {
	item   int
	skip   []fs.FileInfo
	root   []byte   // the operand, ended by NUL
	path   []byte   // of the innermost folder, with a slash at its end
	frames []*frame // the folders on the way to it, outermost first
	closed int      // so many of the outermost ones are not open
	spare  []*frame
	folders
}

// A frame is a folder being walked.
type frame struct {
	folder *folder // nil: it is not open
	id     identity
	path   int // the length of its path, slash included
	list   listing
	at     int // the next entry of list
}

// start begins to walk below an operand. It returns false if that is not a folder that can be opened.
func (t *tree) start(b *Batch, name []byte, item int, skip []fs.FileInfo) bool {
	t.item, t.skip = item, skip
	t.root = append(append(t.root[:0], name...), 0)
	t.path = append(append(t.path[:0], bytes.TrimRight(name, "/")...), '/')
	f, id, err := t.open(0)
	if err != nil {
		return false
	}
	if err := t.push(f, id); err != nil {
		t.fail(b, err)
	}
	return true
}

// next adds files to b until it is full or the tree is at its end.
func (t *tree) next(b *Batch) {
	for len(t.frames) > 0 && !b.Full() {
		f := t.frames[len(t.frames)-1]
		t.path = t.path[:f.path]
		if f.at == len(f.list.keys) {
			t.pop()
			continue
		}
		if f.folder == nil {
			if err := t.reopen(); t.mayWait(err) {
				b.Scarce = true
				return
			} else if err != nil {
				t.fail(b, err)
				t.pop()
				continue
			}
		}
		k := f.list.keys[f.at]
		name := f.list.name(k)
		f.at++
		switch {
		case k.folder:
			t.path = append(t.path, name...)
			if !t.enter(b) {
				f.at--
			}
		case len(t.skip) == 0 || !t.skipped(name):
			b.add(f.folder, t.path, name).Item = t.item
		}
	}
}

// enter begins with the folder in path. It returns false if that has to wait for want of descriptors.
func (t *tree) enter(b *Batch) bool {
	if b.Scarce = len(b.Entries) > 0 && t.folders.scarce(); b.Scarce {
		return false
	}
	f, id, err := t.open(len(t.frames))
	if b.Scarce = t.mayWait(err); b.Scarce {
		return false
	}
	if err == nil && t.contains(id) {
		f.drop()
		err = ErrLoop
	}
	if err == nil {
		err = t.push(f, id)
	}
	if err != nil {
		t.fail(b, err)
	}
	return true
}

// mayWait tells whether err, which comes from the opening of a folder, is for want of descriptors, and there will be some
// once batches are released.
func (t *tree) mayWait(err error) bool {
	own := len(t.frames) - t.closed
	return TooManyOpen(err) && t.folders.count() > own
}

// open opens the folder that is number i on the way; path leads to it, or beyond.
func (t *tree) open(i int) (*folder, identity, error) {
	if i == 0 {
		return t.folders.open(nil, t.root, 0)
	}
	to := len(t.path)
	if i < len(t.frames) {
		to = t.frames[i].path
	}
	t.path[to-1] = 0
	defer func() { t.path[to-1] = '/' }()
	parent := t.frames[i-1]
	f, id, err := t.folders.open(parent.folder, t.path[:to], parent.path)
	if TooManyOpen(err) {
		t.closeFrames(i - 1)
		f, id, err = t.folders.open(parent.folder, t.path[:to], parent.path)
	}
	return f, id, err
}

// reopen opens the innermost folder once more, by way of the outer ones.
func (t *tree) reopen() error {
	n := len(t.frames)
	t.closed = 0
	for i, fr := range t.frames {
		f, id, err := t.open(i)
		if err == nil && !id.same(fr.id) {
			f.drop()
			err = syscall.ENOENT // it was moved away
		}
		if err != nil {
			t.closeFrames(i)
			t.closed = n
			return err
		}
		fr.folder = f
		t.closeFrames(i + 1 - t.maxOpen()/2)
	}
	return nil
}

// contains tells whether one of the folders on the way is id.
func (t *tree) contains(id identity) bool {
	for _, f := range t.frames {
		if f.id.same(id) {
			return true
		}
	}
	return false
}

// push makes the folder that path leads to the innermost one. The error is that of reading its entries, of which there may
// be some all the same.
func (t *tree) push(f *folder, id identity) error {
	fr := t.newFrame()
	fr.folder, fr.id, fr.path, fr.at = f, id, len(t.path), 0
	fr.list.reset()
	err := t.folders.list(f, &fr.list)
	fr.list.sort()
	t.frames = append(t.frames, fr)
	t.closeFrames(len(t.frames) - t.maxOpen())
	return err
}

func (t *tree) newFrame() *frame {
	n := len(t.spare)
	if n == 0 {
		return new(frame)
	}
	f := t.spare[n-1]
	t.spare = t.spare[:n-1]
	return f
}

// pop leaves the innermost folder.
func (t *tree) pop() {
	n := len(t.frames) - 1
	f := t.frames[n]
	if f.folder != nil {
		f.folder.drop()
		f.folder = nil
	}
	t.frames, t.spare = t.frames[:n], append(t.spare, f)
	t.closed = min(t.closed, n)
}

// maxOpen is how many of the folders that lie in one another are held open. The outer ones are opened again when their turn
// comes.
func (t *tree) maxOpen() int { return max(t.folders.limit()/4, 8) }

// closeFrames closes the outermost n folders, or lets the entries that still need them do so.
func (t *tree) closeFrames(n int) {
	for ; t.closed < n; t.closed++ {
		t.frames[t.closed].folder.drop()
		t.frames[t.closed].folder = nil
	}
}

// fail tells an error in the place of the innermost folder.
func (t *tree) fail(b *Batch, err error) {
	e := b.add(nil, nil, t.path[:max(len(t.path)-1, 1)])
	e.Item, e.Err = t.item, err
}

// skipped tells whether a file of the innermost folder is one of those to be passed over.
func (t *tree) skipped(name []byte) bool {
	for _, s := range t.skip {
		if s.Name() == string(name) {
			info, err := os.Lstat(string(t.path) + s.Name())
			if err == nil && os.SameFile(info, s) {
				return true
			}
		}
	}
	return false
}
