package app

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
)

// Backup copies the database to a file, which is replaced once the copy is whole
// and checked.
func (a *App) Backup(ctx context.Context, path string) error { return a.db.Backup(ctx, path) }

// WriteBackup writes a copy of the database once it is whole and checked.
func (a *App) WriteBackup(ctx context.Context, w io.Writer) error {
	folder, err := os.MkdirTemp("", "gemsub")
	if err != nil {
		return fmt.Errorf("make a temporary folder: %w", err)
	}
	defer os.RemoveAll(folder)
	copied := filepath.Join(folder, "gemsub.db")
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
}
