package walk

import (
	"bytes"
	"encoding/binary"
	"slices"
)

// A listing is the regular files and folders in a folder.
type listing struct {
	names []byte // that of a folder has a slash at its end, which is what it is sorted by
	keys  []key
}

// A key is an entry of a listing: most are told apart by first alone.
type key struct {
	first  uint64 // the first bytes of the name, the very first one highest
	at     uint32 // where the name begins
	length uint16 // of the name, slash included
	folder bool
}

// reset empties the listing. Memory that few folders need is not kept.
func (l *listing) reset() {
	if cap(l.names) > 1<<20 {
		*l = listing{}
	}
	l.names, l.keys = l.names[:0], l.keys[:0]
}

func (l *listing) add(name []byte, folder bool) {
	at := len(l.names)
	l.names = append(l.names, name...)
	if folder {
		l.names = append(l.names, '/')
	}
	whole := l.names[at:]
	l.keys = append(l.keys, key{firstBytes(whole), uint32(at), uint16(len(whole)), folder})
}

func firstBytes(name []byte) uint64 {
	if len(name) >= 8 {
		return binary.BigEndian.Uint64(name)
	}
	var word [8]byte
	copy(word[:], name)
	return binary.BigEndian.Uint64(word[:])
}

// name is the name of an entry; that of a folder ends in a slash.
func (l *listing) name(k key) []byte { return l.names[k.at:][:k.length] }

func (l *listing) sort() {
	slices.SortFunc(l.keys, func(a, b key) int {
		switch {
		case a.first < b.first:
			return -1
		case a.first > b.first:
			return 1
		}
		return bytes.Compare(l.name(a), l.name(b))
	})
}
