package walk

import "golang.org/x/sys/unix"

// isLocal tells whether fd lies on a file system of which a read that ends inside a page has met the end of its file: one
// that reads through the page cache, which gives up early (an error behind the first pages, readahead) only where a page
// ends. File systems of the network, in user space, and those without a disk like /proc may give less at any time.
func isLocal(fd int) bool {
	var st unix.Statfs_t
	if unix.Fstatfs(fd, &st) != nil {
		return false
	}
	switch uint32(st.Type) {
	case unix.EXT4_SUPER_MAGIC, unix.XFS_SUPER_MAGIC, unix.BTRFS_SUPER_MAGIC, unix.F2FS_SUPER_MAGIC,
		unix.TMPFS_MAGIC, unix.RAMFS_MAGIC, unix.OVERLAYFS_SUPER_MAGIC, unix.SQUASHFS_MAGIC, unix.EROFS_SUPER_MAGIC_V1,
		unix.MSDOS_SUPER_MAGIC, unix.EXFAT_SUPER_MAGIC, unix.ISOFS_SUPER_MAGIC, unix.NILFS_SUPER_MAGIC,
		unix.REISERFS_SUPER_MAGIC, unix.UDF_SUPER_MAGIC:
		return true
	}
	return false
}
