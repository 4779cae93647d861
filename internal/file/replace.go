package file

import (
	"crypto/rand"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
)

// Replace puts what write makes in the place of target, as a whole or not at all:
// write is given the name of a file, which it has to make, in a hidden folder beside
// target that nobody else can read.
//
// A process that is killed leaves that folder behind. Replace clears those of former
// processes that lie beside target.
func Replace(target string, write func(name string) error) error {
	dir := filepath.Dir(target)
	clearLeft(dir)
	hidden, release, err := hide(filepath.Join(dir, "."+filepath.Base(target)+mark))
	if err != nil {
		return err
	}
	defer release()
	name := filepath.Join(hidden, filepath.Base(target))
	if err := write(name); err != nil {
		return err
	}
	return os.Rename(name, target)
}

// mark stands in the names of hidden folders, before a random text.
const mark = ".gemsub-"

// hide makes a hidden folder and locks it until release removes it. Whoever finds
// one that is not locked may take it for left behind, so one that is gone by the
// time it is locked is made again.
func hide(prefix string) (name string, release func(), err error) {
	for {
		name = prefix + rand.Text()
		if err := os.Mkdir(name, 0o700); err != nil {
			return "", nil, err
		}
		f, err := lockFolder(name)
		if errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.EWOULDBLOCK) {
			continue
		}
		if err != nil {
			_ = os.Remove(name)
			return "", nil, err
		}
		return name, func() {
			_ = os.RemoveAll(name)
			_ = f.Close()
		}, nil
	}
}

// lockFolder locks a folder that is there, and is still there when it is locked.
func lockFolder(name string) (*os.File, error) {
	f, err := os.OpenFile(name, os.O_RDONLY|syscall.O_NOFOLLOW|syscall.O_DIRECTORY, 0)
	if err != nil {
		return nil, err
	}
	err = syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
	if err == nil {
		_, err = os.Lstat(name)
	}
	if err != nil {
		_ = f.Close()
		return nil, err
	}
	return f, nil
}

// clearLeft removes the hidden folders in dir that this user's processes left
// behind. Another run does what this one cannot.
func clearLeft(dir string) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return
	}
	for _, entry := range entries {
		info, err := entry.Info()
		if err != nil || !isHidden(entry.Name()) || !info.IsDir() || ownerOf(info) != os.Geteuid() {
			continue
		}
		name := filepath.Join(dir, entry.Name())
		if f, err := lockFolder(name); err == nil {
			_ = os.RemoveAll(name)
			_ = f.Close()
		}
	}
}

// isHidden reports a name that hide makes.
func isHidden(name string) bool {
	i := strings.LastIndex(name, mark)
	if i < 1 || name[0] != '.' {
		return false
	}
	random := name[i+len(mark):]
	return len(random) == len(rand.Text()) && strings.Trim(random, "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567") == ""
}
