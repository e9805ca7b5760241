package walk

import (
	"errors"
	"io"
	"io/fs"
)

// Options say how names are taken.
type Options struct {
	Recursive bool          // a folder stands for all regular files in it
	Stdin     error         // told in the place of the name "-"; nil: that name is standard input
	Skip      []fs.FileInfo // files passed over in folders
}

// Operands is the source of files named on a command line.
func Operands(names []string, o Options) Source {
	return &operands{names: &nameSlice{names: names}, Options: o}
}

// NameList is the source of files named in a list, each name ended by NUL. An empty name gets ErrEmptyName, the end of a
// list that cannot be read a *ListError.
func NameList(list io.Reader, o Options) Source {
	return &operands{names: newNameReader(list), Options: o}
}

// names hands out one name after the other.
type names interface {
	// next returns a name, which is valid until the next call. At the end the error is io.EOF; where a name can only be
	// had by waiting for input, and wait is false, it is errWait. After ErrEmptyName there may be more names.
	next(wait bool) ([]byte, error)
	waits() bool
}

var errWait = errors.New("nothing to be had without waiting")

// operands turns names into entries.
type operands struct {
	Options
	names names
	item  int // the number of the next name
	tree  tree
}

func (o *operands) Waits() bool { return o.names.waits() }

func (o *operands) Next(b *Batch) bool {
	for {
		o.tree.next(b)
		if b.Full() {
			return true
		}
		name, err := o.names.next(len(b.Entries) == 0)
		switch err {
		case nil:
			o.start(b, name)
		case errWait:
			return true
		case io.EOF:
			return false
		default:
			e := b.Add(nil)
			e.Item, e.Err = o.item, err
			if err != ErrEmptyName {
				return false
			}
		}
		o.item++
	}
}

// start begins with an operand. A file becomes an entry, a folder a tree to be walked.
func (o *operands) start(b *Batch, name []byte) {
	stdin := string(name) == "-"
	if o.Recursive && !stdin && o.tree.start(b, name, o.item, o.Skip) {
		return
	}
	e := b.Add(name)
	e.Item = o.item
	if stdin {
		e.Stdin, e.Err = o.Options.Stdin == nil, o.Options.Stdin
	}
}
