// Package file tells files from URLs, replaces files as a whole, and follows no links
// but the user's own.
//
// In a folder that everyone can write to, such as /tmp, anybody can leave a link or a
// pipe under a name that a program is about to write to. There only the user's own
// and those of the folder's owner are followed, as Linux does it where
// fs.protected_symlinks is set (proc_sys_fs(5)).
package file

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
)

var (
	errForeign = errors.New("in a folder for everyone, it belongs to another user")
	errPlanted = errors.New("in a folder for everyone, another user's link or pipe is not followed")
	errLoop    = errors.New("too many links")
)

// maxLinks bounds how many links lead to a file.
const maxLinks = 40

// Target returns what path leads to by way of its last element alone: path itself,
// if that is no link. It need not exist. A link or pipe that somebody else may have
// left there is an error.
func Target(path string) (string, error) {
	for range maxLinks {
		info, err := os.Lstat(path)
		if errors.Is(err, fs.ErrNotExist) {
			return path, nil
		}
		if err != nil {
			return "", err
		}
		if info.Mode().IsRegular() || info.IsDir() {
			return path, nil
		}
		if err := checkFolder(filepath.Dir(path), info); err != nil {
			return "", err
		}
		if info.Mode()&fs.ModeSymlink == 0 {
			return path, nil
		}
		next, err := os.Readlink(path)
		if err != nil {
			return "", err
		}
		if !filepath.IsAbs(next) {
			next = filepath.Join(filepath.Dir(path), next)
		}
		if _, err := os.Lstat(next); err != nil && exists(path) {
			return path, nil // /proc/self/fd/1, say: the system knows where it leads
		}
		path = next
	}
	return "", errLoop
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

// checkFolder fails if what stands in a folder may have been left there for others.
func checkFolder(path string, info fs.FileInfo) error {
	folder, err := os.Stat(path)
	if err != nil {
		return err
	}
	if isPlanted(folder.Mode(), ownerOf(info), ownerOf(folder), os.Geteuid()) {
		return errPlanted
	}
	return nil
}

// CheckOwn fails if path, or a folder on the way to it, is another user's and lies in a
// folder that everyone can write to: whoever made it there reads what is written to it.
func CheckOwn(path string) error { return checkOwn(path, os.Geteuid()) }

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
	if err != nil {
		return err
	}
	folder, err := os.Stat(dir)
	if err == nil && isPlanted(folder.Mode(), ownerOf(info), user, user) {
		err = errForeign
	}
	return err
}

// isPlanted reports whether a user has no reason to trust what is owner's in a
// folder with this mode.
func isPlanted(folder fs.FileMode, owner, folderOwner, user int) bool {
	const everyone = 0o002
	return folder&everyone != 0 && owner != user && owner != folderOwner
}

// ownerOf is whose a file is, -1 where the system does not say.
func ownerOf(info fs.FileInfo) int {
	if stat, ok := info.Sys().(*syscall.Stat_t); ok {
		return int(stat.Uid)
	}
	return -1
}
