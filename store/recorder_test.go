package store

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"strings"
	"sync"
	"testing"

	"github.com/mattn/go-sqlite3"
)

// A recorder is a driver.Connector that notes the statements sent to its
// connections, each once and on one line.
type recorder struct {
	dsn  string
	mu   sync.Mutex
	sent map[string]bool
}

// recorded returns an empty store and what records its statements.
func recorded(t *testing.T) (*Store, *recorder) {
	t.Helper()
	s := newStore(t)
	s.Close()
	r := &recorder{dsn: dsn(s.path, writing), sent: map[string]bool{}}
	s.db = sql.OpenDB(r)
	s.commits = s.db
	return s, r
}

func (r *recorder) Driver() driver.Driver { return &sqlite3.SQLiteDriver{} }

func (r *recorder) Connect(context.Context) (driver.Conn, error) {
	conn, err := r.Driver().Open(r.dsn)
	if err != nil {
		return nil, err
	}
	return &recordedConn{conn.(*sqlite3.SQLiteConn), r}, nil
}

func (r *recorder) note(statement string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.sent[oneLine(statement)] = true
}

func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }

type recordedConn struct {
	*sqlite3.SQLiteConn
	recorder *recorder
}

func (c *recordedConn) QueryContext(ctx context.Context, query string, args []driver.NamedValue) (driver.Rows, error) {
	c.recorder.note(query)
	return c.SQLiteConn.QueryContext(ctx, query, args)
}

func (c *recordedConn) ExecContext(ctx context.Context, query string, args []driver.NamedValue) (driver.Result, error) {
	c.recorder.note(query)
	return c.SQLiteConn.ExecContext(ctx, query, args)
}

func (c *recordedConn) PrepareContext(ctx context.Context, query string) (driver.Stmt, error) {
	c.recorder.note(query)
	return c.SQLiteConn.PrepareContext(ctx, query)
}
