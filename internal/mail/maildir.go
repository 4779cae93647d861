package mail

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"syscall"

	"github.com/google/renameio/v2"

	"gemsub/internal/file"
)

// A Maildir is a folder in which each message is a file.
type Maildir struct{ dir string }

// folders returns the names of the folders in a maildir.
func folders() []string { return []string{"tmp", "new", "cur"} }

// OpenMaildir opens the maildir at path. It makes one of an empty folder, or if there is none. It
// refuses a folder of other files that is no maildir, and one that checkOwn refuses.
func OpenMaildir(path string) (*Maildir, error) {
	err := os.MkdirAll(path, 0o700)
	if err == nil {
		err = makeFolders(path)
	}
	for _, folder := range append(folders(), "") {
		if err == nil {
			err = checkOwn(filepath.Join(path, folder), os.Geteuid())
		}
	}
	if err != nil {
		return nil, fmt.Errorf("open maildir %s: %w", path, file.Reason(err))
	}
	return &Maildir{path}, nil
}

// makeFolders makes sure that dir has the folders of a maildir. It refuses a folder with
// other files that lacks any of these.
func makeFolders(dir string) error {
	files, err := os.ReadDir(dir)
	if err != nil {
		return err
	}
	empty := !slices.ContainsFunc(files, func(f os.DirEntry) bool { return !slices.Contains(folders(), f.Name()) })
	for _, folder := range folders() {
		info, err := os.Lstat(filepath.Join(dir, folder))
		switch {
		case errors.Is(err, os.ErrNotExist) && empty:
			err = os.Mkdir(filepath.Join(dir, folder), 0o700)
		case errors.Is(err, os.ErrNotExist), err == nil && !info.IsDir():
			return fmt.Errorf("it is not a maildir: it has no folder %s", folder)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// Write adds a message, or replaces the one that an earlier run wrote before it was killed.
func (m *Maildir) Write(_ context.Context, message Message) error {
	name := digest(message.ID) + ".gemsub"
	folder := filepath.Join(m.dir, "new")
	err := renameio.WriteFile(filepath.Join(folder, name), message.Data, 0o600,
		renameio.WithTempDir(filepath.Join(m.dir, "tmp")), renameio.WithStaticPermissions(0o600))
	if err == nil {
		err = syncFolder(folder)
	}
	if err != nil {
		return fmt.Errorf("write to maildir %s: %w", m.dir, file.Reason(err))
	}
	return nil
}

// syncFolder brings the name of a new file to the disk, unless the file system cannot do so.
func syncFolder(path string) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	if err = f.Sync(); errors.Is(err, syscall.EINVAL) {
		return nil
	}
	return err
}

var errForeign = errors.New("in a folder for everyone, it belongs to another user")

// checkOwn fails if path, or a folder above it, belongs to another user and lies in a folder
// that everyone can write to: the other user could read the mail.
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
			info, err := os.Lstat(p)
			folder, dirErr := os.Stat(filepath.Dir(p))
			if err := errors.Join(err, dirErr); err != nil {
				return err
			}
			const everyone os.FileMode = 0o002
			if stat, ok := info.Sys().(*syscall.Stat_t); folder.Mode()&everyone != 0 && ok && int(stat.Uid) != user {
				return errForeign
			}
		}
	}
	return nil
}
