package walk

import (
	"bytes"
	"syscall"
)

const (
	// BatchLen is how many entries a batch holds.
	BatchLen = 64

	// maxNames and maxFolders are how many bytes of names and how many folders make a batch full before that: names may
	// be long, and descriptors few.
	maxNames   = 8 << 10
	maxFolders = 16
)

// An Entry is a file to digest, or what there is to tell in its place.
type Entry struct {
	Item     int   // the number of the operand, name or line that it comes from
	Digester int   // which digester takes it
	Stdin    bool  // it is standard input
	Err      error // told in its place

	name, base, end uint32 // where in the batch's names it begins, is opened from, and ends
	folder          *folder
}

// A Batch is a run of entries in the order of their source. Its memory is used again.
type Batch struct {
	Entries []Entry
	Scarce  bool      // it is short for want of descriptors, which come back when others are released
	names   []byte    // each ended by NUL
	folders []*folder // held open for the entries
}

// Reset empties the batch.
func (b *Batch) Reset() {
	if cap(b.names) > 4*maxNames {
		b.names = nil
	}
	b.Entries, b.names, b.Scarce = b.Entries[:0], b.names[:0], false
}

// Full tells whether the batch takes no more entries.
func (b *Batch) Full() bool {
	return b.Scarce || len(b.Entries) >= BatchLen || len(b.names) >= maxNames || len(b.folders) >= maxFolders
}

// Add adds the file of a name, relative to the working directory. The entry may be altered until the next one is added.
func (b *Batch) Add(name []byte) *Entry {
	e := b.add(nil, nil, name)
	if bytes.IndexByte(name, 0) >= 0 {
		e.Err = syscall.EINVAL
	}
	return e
}

// Name is the name of entry i as it is printed.
func (b *Batch) Name(i int) []byte {
	e := &b.Entries[i]
	return b.names[e.name:e.end:e.end]
}

// Weight is about how much memory the batch takes for its names, in bytes.
func (b *Batch) Weight() int { return len(b.names) }

// add adds a file of a folder. Its name is the folder's path, which ends in a slash if it is not empty, and base.
func (b *Batch) add(f *folder, path, base []byte) *Entry {
	e := Entry{name: uint32(len(b.names)), folder: f}
	b.names = append(b.names, path...)
	e.base = uint32(len(b.names))
	b.names = append(b.names, base...)
	e.end = uint32(len(b.names))
	b.names = append(b.names, 0)
	b.Entries = append(b.Entries, e)
	if f != nil && (len(b.folders) == 0 || b.folders[len(b.folders)-1] != f) {
		f.hold()
		b.folders = append(b.folders, f)
	}
	return &b.Entries[len(b.Entries)-1]
}

// Release lets go of the folders once all files of the batch have been opened.
func (b *Batch) Release() {
	for _, f := range b.folders {
		f.drop()
	}
	clear(b.folders)
	b.folders = b.folders[:0]
}
