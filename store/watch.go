package store

import (
	"context"
	"database/sql"
	"fmt"
)

// A Watch notices that the database has changed, whoever changed it. It is for one
// goroutine.
type Watch struct {
	conn    *sql.Conn // the number that SQLite gives is each connection's own
	version int64
}

// Watch begins to notice changes.
func (s *Store) Watch(ctx context.Context) (*Watch, error) {
	conn, err := s.db.Conn(ctx)
	if err != nil {
		return nil, fmt.Errorf("watch database: %w", err)
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
	var version int64
	if err := w.conn.QueryRowContext(ctx, `PRAGMA data_version`).Scan(&version); err != nil {
		return false, fmt.Errorf("watch database: %w", err)
	}
	changed := version != w.version
	w.version = version
	return changed, nil
}

// Close ends the watch.
func (w *Watch) Close() error { return w.conn.Close() }
