package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
)

// uncancelled returns ctx without its cancellation, for short statements. The driver
// starts a goroutine for each statement that can be cancelled, which takes longer than
// most statements.
func uncancelled(ctx context.Context) context.Context { return context.WithoutCancel(ctx) }

// doing adds to an error, if any, what could not be done.
func doing(what string, err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%s: %w", what, err)
}

// checkSchema returns [ErrNewer] if a newer gemsub has migrated the database since
// it was opened: statements of this version might damage it.
func (s *Store) checkSchema(ctx context.Context, tx *transaction) error {
	id := schemaInfo{application: applicationID}
	err := tx.QueryRowContext(ctx, `
		SELECT user_version FROM pragma_user_version`).Scan(&id.version)
	if err == nil {
		err = id.check()
	}
	if errors.Is(err, ErrNewer) {
		return openError(s.path, err)
	}
	return err
}

// A Watch detects changes of the database by any connection. Only one goroutine may use it.
type Watch struct {
	conn    *sql.Conn // PRAGMA data_version is per connection
	version int64
}

// Watch begins to detect changes.
func (s *Store) Watch(ctx context.Context) (*Watch, error) {
	conn, err := s.db.Conn(ctx)
	if err != nil {
		return nil, doing("watch database", err)
	}
	w := &Watch{conn: conn}
	if _, err := w.Changed(ctx); err != nil {
		conn.Close()
		return nil, err
	}
	return w, nil
}

// Changed reports whether something has changed since the last call. It reads one page
// of the file at most.
func (w *Watch) Changed(ctx context.Context) (bool, error) {
	before := w.version
	err := w.conn.QueryRowContext(ctx, `PRAGMA data_version`).Scan(&w.version)
	return w.version != before, doing("watch database", err)
}

// Close ends the watch.
func (w *Watch) Close() error { return w.conn.Close() }
