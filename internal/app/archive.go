package app

import (
	"bufio"
	"context"
	"io"

	"gemsub/internal/model"
	"gemsub/store"
)

// IsArchive reports whether a file begins as what [App.WriteArchive] writes.
func IsArchive(in *bufio.Reader) bool {
	start, _ := in.Peek(len(store.ArchiveStart)) // shorter, then
	return string(start) == store.ArchiveStart
}

// WriteArchive writes all that the database holds, for [App.ReadArchive].
func (a *App) WriteArchive(ctx context.Context, w io.Writer) error { return a.db.WriteArchive(ctx, w) }

// ReadArchive brings what [App.WriteArchive] wrote into the database, where all stays
// that is there. It fails while an update runs, and lets none begin: one would
// take for new what is not stored yet.
func (a *App) ReadArchive(ctx context.Context, in io.Reader) (model.Restored, error) {
	release, err := a.db.LockUpdate(ctx, false)
	if err != nil {
		return model.Restored{}, err
	}
	defer release()
	done, err := a.db.ReadArchive(ctx, in)
	if err != nil {
		return done, stopped(err, len(done.Added) > 0)
	}
	return done, nil
}
