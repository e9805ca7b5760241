//go:build !linux

package walk

import (
	"math"
	"os"
	"syscall"
)

// A folder is known by its path alone.
type folder struct{ path string }

func (f *folder) hold() {}
func (f *folder) drop() {}

// An identity is not asked for: links are not followed, so no folder lies in itself.
type identity struct{}

func (identity) same(identity) bool { return false }

// folders finds folders and reads them. None is held open.
type folders struct{}

func (folders) limit() int   { return math.MaxInt }
func (folders) count() int   { return 0 }
func (folders) scarce() bool { return false }

// open finds the folder with the path, which is ended by NUL.
func (folders) open(parent *folder, path []byte, base int) (*folder, identity, error) {
	f := &folder{string(path[:len(path)-1])}
	stat := os.Stat
	if parent != nil {
		stat = os.Lstat
	}
	info, err := stat(f.path)
	if err == nil && !info.IsDir() {
		err = syscall.ENOTDIR
	}
	return f, identity{}, reason(err)
}

// list adds the regular files and folders of f to l.
func (folders) list(f *folder, l *listing) error {
	entries, err := os.ReadDir(f.path)
	for _, e := range entries {
		if e.IsDir() || e.Type().IsRegular() {
			l.add([]byte(e.Name()), e.IsDir())
		}
	}
	return reason(err)
}

// TooManyOpen tells whether err means that the process or the system has too many open files.
func TooManyOpen(error) bool { return false }
