package walk

import (
	"fmt"
	"os"
	"strings"

	"golang.org/x/sys/unix"
)

// BlocksRead is how many blocks of 512 bytes this process has had to get from disks.
func BlocksRead() int64 {
	var use unix.Rusage
	if unix.Getrusage(unix.RUSAGE_SELF, &use) != nil {
		return 0
	}
	return int64(use.Inblock)
}

// Rotational tells whether the file of entry i lies on a disk that has to move its heads.
func (b *Batch) Rotational(i int) bool {
	var st unix.Stat_t
	e := &b.Entries[i]
	err := error(nil)
	if e.folder != nil {
		err = unix.Fstat(e.folder.fd, &st)
	} else {
		err = unix.Stat(string(b.Name(i)), &st)
	}
	return err == nil && isRotational("/sys/dev/block", unix.Major(uint64(st.Dev)), unix.Minor(uint64(st.Dev)))
}

// isRotational asks sysfs. A virtual disk does not know what it is made of; the kernel calls it rotational.
func isRotational(devices string, major, minor uint32) bool {
	device := fmt.Sprintf("%s/%d:%d", devices, major, minor)
	path, err := os.Readlink(device)
	if err != nil || strings.Contains(path, "/virtio") || strings.Contains(path, "/vbd-") {
		return false
	}
	for _, queue := range []string{"/queue", "/../queue"} { // the second one for a part of a disk
		if flag, err := os.ReadFile(device + queue + "/rotational"); err == nil {
			return strings.TrimSpace(string(flag)) == "1"
		}
	}
	return false
}
