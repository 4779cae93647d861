package mail

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
)

var errForeign = errors.New("in a folder for everyone, it belongs to another user")

// checkOwn fails if path, or a folder above it, is another user's and lies in a folder
// that everyone can write to: that user could read what is written to it.
func checkOwn(path string, user int) error {
	named, err := filepath.Abs(path)
	if err != nil {
		return err
	}
	resolved, err := filepath.EvalSymlinks(named)
	if err != nil {
		return err
	}
	for _, p := range []string{named, resolved} {
		for ; p != filepath.Dir(p); p = filepath.Dir(p) {
			if err := checkOwnIn(filepath.Dir(p), p, user); err != nil {
				return err
			}
		}
	}
	return nil
}

// checkOwnIn is checkOwn for what stands in a folder.
func checkOwnIn(dir, path string, user int) error {
	info, err := os.Lstat(path)
	folder, dirErr := os.Stat(dir)
	if err := errors.Join(err, dirErr); err != nil {
		return err
	}
	const everyone fs.FileMode = 0o002
	if stat, ok := info.Sys().(*syscall.Stat_t); folder.Mode()&everyone != 0 && ok && int(stat.Uid) != user {
		return errForeign
	}
	return nil
}
