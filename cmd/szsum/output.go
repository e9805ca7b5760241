package main

import (
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
)

// An output is the file that the results of a run go to. Until the run is over they are in a temporary file beside it.
type output struct {
	*os.File
	target string        // the file's name, not that of a link to it; empty if it is written to directly
	files  []fs.FileInfo // that are written to, and thus no input
}

// openOutput opens the output of that name. Whatever interrupts the run takes the temporary file away.
func openOutput(name string, i *interrupts) (*output, error) {
	old, err := os.Stat(name)
	stream := standardStream(old)
	switch {
	case stream != nil: // as /dev/stdout: what stands in the file already, and what others add, is not ours
		return &output{File: stream, files: []fs.FileInfo{old}}, nil
	case err == nil && !old.Mode().IsRegular():
		f, err := os.OpenFile(name, os.O_WRONLY, 0)
		return &output{File: f}, err
	case err != nil && !errors.Is(err, fs.ErrNotExist):
		return nil, err
	}
	o := &output{target: linked(name)}
	i.between(func() {
		if o.File, err = createBeside(o.target); err == nil {
			i.add(o.remove)
		}
	})
	if err != nil {
		return nil, err
	}
	if old != nil {
		old, err = os.Stat(o.target)
		if err == nil {
			err = o.Chmod(old.Mode().Perm())
		}
		o.files = append(o.files, old)
	}
	temporary, err2 := o.Stat()
	o.files = append(o.files, temporary)
	if err = errors.Join(err, err2); err != nil {
		o.discard()
	}
	return o, err
}

// standardStream is the standard stream that writes to a file, nil if there is none.
func standardStream(file fs.FileInfo) *os.File {
	for _, stream := range []*os.File{os.Stdout, os.Stderr} {
		if info, err := stream.Stat(); err == nil && file != nil && os.SameFile(info, file) {
			return stream
		}
	}
	return nil
}

// linked follows links, up to one that leads nowhere.
func linked(name string) string {
	for {
		link, err := os.Readlink(name)
		switch {
		case err != nil:
			return name
		case !filepath.IsAbs(link):
			link = filepath.Dir(name) + string(filepath.Separator) + link
		}
		name = link
	}
}

// createBeside makes a new file in the folder of another one. (That of os.CreateTemp would not be readable for others.)
func createBeside(name string) (f *os.File, err error) {
	for range 100 {
		temporary := filepath.Join(filepath.Dir(name), fmt.Sprintf(".szsum-%08x", rand.Uint32()))
		f, err = os.OpenFile(temporary, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
		if !errors.Is(err, fs.ErrExist) {
			break
		}
	}
	return f, err
}

// keep puts what was written in the place of the file.
func (o *output) keep() error {
	err := o.Close()
	if err == nil && o.target != "" {
		err = os.Rename(o.Name(), o.target)
	}
	if err != nil {
		o.remove()
	}
	return err
}

// discard leaves the file as it was.
func (o *output) discard() {
	o.Close()
	o.remove()
}

// remove takes away the temporary file, which others may still write to.
func (o *output) remove() {
	if o.target != "" {
		os.Remove(o.Name())
	}
}
