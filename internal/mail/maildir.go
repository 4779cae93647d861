package mail

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"

	"gemsub/internal/file"
)

// A Maildir is a folder in which each message is a file.
type Maildir struct {
	dir  string
	has  map[string]bool // names of files in new and cur, without their flags
	sync bool            // new has files whose names may not be on the disk yet
}

// folders are those of a maildir.
func folders() []string { return []string{"tmp", "new", "cur"} }

// OpenMaildir opens the maildir at path. An empty folder, or none, becomes one.
func OpenMaildir(path string) (*Maildir, error) {
	m, err := openMaildir(path)
	if err != nil {
		return nil, fmt.Errorf("open maildir %s: %w", path, file.Reason(err))
	}
	return m, nil
}

func openMaildir(dir string) (*Maildir, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, err
	}
	if err := makeFolders(dir); err != nil {
		return nil, err
	}
	for _, folder := range append(folders(), "") {
		if err := checkOwn(filepath.Join(dir, folder), os.Geteuid()); err != nil {
			return nil, err
		}
	}
	m := &Maildir{dir: dir, has: map[string]bool{}}
	for _, folder := range []string{"new", "cur"} {
		files, err := os.ReadDir(filepath.Join(dir, folder))
		if err != nil {
			return nil, err
		}
		for _, f := range files {
			name, _, _ := strings.Cut(f.Name(), ":")
			m.has[name] = true
		}
	}
	return m, nil
}

// makeFolders makes sure that dir has the folders of a maildir. It refuses a folder with
// other files that lacks any of these.
func makeFolders(dir string) error {
	files, err := os.ReadDir(dir)
	if err != nil {
		return err
	}
	empty := !slices.ContainsFunc(files, func(f fs.DirEntry) bool { return !slices.Contains(folders(), f.Name()) })
	for _, folder := range folders() {
		info, err := os.Lstat(filepath.Join(dir, folder))
		switch {
		case errors.Is(err, fs.ErrNotExist) && empty:
			err = os.Mkdir(filepath.Join(dir, folder), 0o700)
		case errors.Is(err, fs.ErrNotExist), err == nil && !info.IsDir():
			return fmt.Errorf("it is not a maildir: it has no folder %s", folder)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// Write adds a message, unless an earlier run wrote it and was then killed. Messages
// are on the disk after Flush.
func (m *Maildir) Write(_ context.Context, message Message) error {
	name := digest(message.ID) + ".gemsub"
	if m.has[name] {
		return nil
	}
	tmp := filepath.Join(m.dir, "tmp", name)
	_ = os.Remove(tmp) // a run that was killed may have left it
	err := writeNew(tmp, message.Data)
	if err == nil {
		err = os.Rename(tmp, filepath.Join(m.dir, "new", name))
	}
	if err != nil {
		_ = os.Remove(tmp)
		return fmt.Errorf("write to maildir %s: %w", m.dir, file.Reason(err))
	}
	m.has[name], m.sync = true, true
	return nil
}

// writeNew makes a file that only its owner can read.
func writeNew(name string, data []byte) error {
	f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL|syscall.O_NOFOLLOW, 0o600)
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	if err == nil {
		err = f.Sync()
	}
	return errors.Join(err, f.Close())
}

// Flush syncs what was written to the disk.
func (m *Maildir) Flush() error {
	if !m.sync {
		return nil
	}
	m.sync = false
	f, err := os.Open(filepath.Join(m.dir, "new"))
	if err == nil {
		defer f.Close()
		err = f.Sync()
	}
	if err != nil && !errors.Is(err, syscall.EINVAL) { // some file systems cannot
		return fmt.Errorf("write to maildir %s: %w", m.dir, file.Reason(err))
	}
	return nil
}

// Batch is how many messages may be written before a Flush. If a run is killed in between,
// the next one finds them by name.
func (m *Maildir) Batch() int { return 50 }

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
