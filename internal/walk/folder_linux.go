package walk

import (
	"bytes"
	"encoding/binary"
	"sync/atomic"
	"syscall"

	"golang.org/x/sys/unix"
)

// maxHeld is how many folders are held open for the walker and the batches together, if there are descriptors enough.
const maxHeld = 1024

// A folder is open until the walker and all batches with entries from it have dropped it.
type folder struct {
	fd    int
	local bool // see isLocal
	refs  atomic.Int32
	held  *atomic.Int32 // how many there are of its kind
}

func (f *folder) hold() { f.refs.Add(1) }

func (f *folder) drop() {
	if f.refs.Add(-1) == 0 {
		closeFile(f.fd)
		f.held.Add(-1)
	}
}

// An identity tells a folder from all others.
type identity struct{ dev, ino uint64 }

func (a identity) same(b identity) bool { return a == b }

// folders opens folders and reads them.
type folders struct {
	buf   []byte
	stat  unix.Stat_t
	local map[uint64]bool // by device
	held  atomic.Int32    // how many are open
	most  int             // how many should be at most; 0: not known yet
}

// limit is how many folders should be open at most, so that there are descriptors left for files.
func (fs *folders) limit() int {
	if fs.most == 0 {
		var files unix.Rlimit
		if unix.Getrlimit(unix.RLIMIT_NOFILE, &files) != nil {
			files.Cur = 256
		}
		fs.most = int(min(files.Cur/4, maxHeld))
	}
	return fs.most
}

// count is how many of them are open.
func (fs *folders) count() int { return int(fs.held.Load()) }

// scarce tells whether more of them should not be opened without need.
func (fs *folders) scarce() bool { return fs.count() >= fs.limit() }

// open opens the folder with the path, which is ended by NUL, relative to parent its part from base on. Without a parent it
// may be a link.
func (fs *folders) open(parent *folder, path []byte, base int) (*folder, identity, error) {
	dir, flags := unix.AT_FDCWD, unix.O_RDONLY|unix.O_DIRECTORY|unix.O_CLOEXEC
	if parent != nil {
		dir, flags = parent.fd, flags|unix.O_NOFOLLOW
	}
	fd, err := openFile(dir, path[base:], flags)
	if err != 0 {
		return nil, identity{}, err
	}
	if err := unix.Fstat(fd, &fs.stat); err != nil {
		closeFile(fd)
		return nil, identity{}, err
	}
	f := &folder{fd: fd, local: fs.onLocal(fd, uint64(fs.stat.Dev)), held: &fs.held}
	f.hold()
	fs.held.Add(1)
	return f, identity{uint64(fs.stat.Dev), fs.stat.Ino}, nil
}

// onLocal is isLocal, asked once for a device.
func (fs *folders) onLocal(fd int, dev uint64) bool {
	local, known := fs.local[dev]
	if !known {
		if fs.local == nil {
			fs.local = make(map[uint64]bool)
		}
		local = isLocal(fd)
		fs.local[dev] = local
	}
	return local
}

// list adds the regular files and folders of f to l.
func (fs *folders) list(f *folder, l *listing) error {
	if fs.buf == nil {
		fs.buf = make([]byte, 256<<10)
	}
	for {
		n, err := unix.Getdents(f.fd, fs.buf)
		switch {
		case err == unix.EINTR:
			continue
		case err != nil:
			return err
		case n == 0:
			return nil
		}
		for b := fs.buf[:n]; len(b) > 0; {
			var d dirent
			d, b = cutDirent(b)
			if d.isDots() {
				continue
			}
			switch d.kind(f) {
			case unix.DT_REG:
				l.add(d.name, false)
			case unix.DT_DIR:
				l.add(d.name, true)
			}
		}
	}
}

// A dirent is an entry of a folder as the kernel gives it.
type dirent struct {
	typ  byte
	name []byte // with room for a NUL, which stands there
}

// cutDirent takes the first entry from what getdents64 returned: inode and offset of eight bytes each, the length of the
// record in two, the type in one, the name ended by NUL.
func cutDirent(b []byte) (d dirent, rest []byte) {
	const length, typ, name = 16, 18, 19
	n := int(binary.NativeEndian.Uint16(b[length:]))
	end := name + bytes.IndexByte(b[name:n], 0)
	return dirent{b[typ], b[name:end]}, b[n:]
}

func (d *dirent) isDots() bool {
	return d.name[0] == '.' && (len(d.name) == 1 || len(d.name) == 2 && d.name[1] == '.')
}

// kind is the entry's type. Some file systems do not tell it. Where it cannot be had it is taken for a regular file:
// opening it will tell what is wrong.
func (d *dirent) kind(f *folder) byte {
	if d.typ != unix.DT_UNKNOWN {
		return d.typ
	}
	var st unix.Stat_t
	if err := unix.Fstatat(f.fd, string(d.name), &st, unix.AT_SYMLINK_NOFOLLOW); err != nil {
		return unix.DT_REG
	}
	return byte(st.Mode & unix.S_IFMT >> 12)
}

// TooManyOpen tells whether err means that the process or the system has too many open files.
func TooManyOpen(err error) bool { return err == syscall.EMFILE || err == syscall.ENFILE }
