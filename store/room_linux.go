package store

import "syscall"

// freeRoom returns how many bytes of the disk that file lies on are free.
func freeRoom(file string) (int64, bool) {
	var stat syscall.Statfs_t
	if err := syscall.Statfs(file, &stat); err != nil {
		return 0, false
	}
	return int64(stat.Bavail) * int64(stat.Bsize), true
}
