package app

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"gemsub/internal/file"
	"gemsub/internal/model"
)

// Backup copies the database to a file, which is replaced once the copy is whole
// and checked.
func (a *App) Backup(ctx context.Context, path string) error { return a.db.Backup(ctx, path) }

// WriteBackup writes a copy of the database once it is whole and checked.
func (a *App) WriteBackup(ctx context.Context, w io.Writer) error {
	return withTemporaryFile(func(copied string) error {
		if err := a.Backup(ctx, copied); err != nil {
			return err
		}
		f, err := os.Open(copied)
		if err != nil {
			return err
		}
		defer f.Close()
		_, err = io.Copy(w, f)
		return err
	})
}

// IsDatabase reports whether a file begins as a database does.
func IsDatabase(in *bufio.Reader) bool {
	const magic = "SQLite format 3\x00"
	start, _ := in.Peek(len(magic)) // shorter, then
	return string(start) == magic
}

// Merge adds what another database of gemsub has to this one, where all stays that is
// there; the feeds that come get tags. The file is name, or for "-" what in holds. Merge
// fails while an update runs, and lets none begin: one would take for new what is not
// stored yet.
func (a *App) Merge(ctx context.Context, name string, in io.Reader, tags []string) (done model.Merged, err error) {
	if name == "-" {
		err = withTemporaryFile(func(copied string) error {
			err := file.Write(copied, func(w io.Writer) error { _, err := io.Copy(w, in); return err })
			if err != nil {
				return fmt.Errorf("read -: %w", err)
			}
			done, err = a.Merge(ctx, copied, nil, tags)
			return err
		})
		return done, err
	}
	release, err := a.db.LockUpdate(ctx, false)
	if err != nil {
		return done, err
	}
	defer release()
	done, err = a.db.Merge(ctx, name, joinTags(tags))
	if err != nil && done.Feeds+done.Entries > 0 {
		err = WithHint(err, "a part is stored; the same import adds the rest")
	}
	return done, err
}

// withTemporaryFile has do make a file in a folder that nobody else can read, and removes
// it then.
func withTemporaryFile(do func(name string) error) error {
	folder, err := os.MkdirTemp("", "gemsub")
	if err != nil {
		return fmt.Errorf("make a temporary folder: %w", err)
	}
	defer os.RemoveAll(folder)
	return do(filepath.Join(folder, "gemsub.db"))
}
