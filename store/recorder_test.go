package store

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/mattn/go-sqlite3"
)

// A recorder is a driver.Connector that notes the statements sent to its connections, each on one
// line, and which functions of the package sent them.
type recorder struct {
	dsn  string
	mu   sync.Mutex
	sent map[string]map[string]bool
}

// recorded returns an empty store and the recorder of its statements.
func recorded(t *testing.T) (*Store, *recorder) {
	t.Helper()
	s := newStore(t)
	s.Close()
	r := &recorder{dsn: dsn(s.path, writing), sent: map[string]map[string]bool{}}
	s.db = sql.OpenDB(r)
	return s, r
}

func (r *recorder) Driver() driver.Driver { return newConnector(r.dsn).Driver() }

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
	statement = oneLine(statement)
	if r.sent[statement] == nil {
		r.sent[statement] = map[string]bool{}
	}
	r.sent[statement][sender()] = true
}

var (
	// shortName finds in a function's name the method or function that it is, or
	// is within, after the package's name.
	shortName = regexp.MustCompile(`([a-z]\w*|\(?\*?[A-Za-z]\w*\)?\.[A-Za-z]\w*)(\[\.\.\.\])?(\.func\d+(\.\d+)*)*$`)
	// runners send what others hand them.
	runners = []string{
		"allRows", "eachRow", "firstRow", "value", "transaction.run", "transaction.exec", "transaction.insert", "inTx",
		"Store.affected", "Store.changed", "Store.commit", "Store.write",
	}
)

// sender returns the name of the function that sends a statement: in most cases the function whose
// source has the statement.
func sender() string {
	callers := make([]uintptr, 64)
	frames := runtime.CallersFrames(callers[:runtime.Callers(1, callers)])
	for more := true; more; {
		var frame runtime.Frame
		frame, more = frames.Next()
		name, ok := strings.CutPrefix(frame.Function, "gemsub/store.")
		if !ok || strings.HasSuffix(frame.File, "_test.go") {
			continue
		}
		name = strings.NewReplacer("(", "", ")", "", "*", "").Replace(shortName.FindStringSubmatch(name)[1])
		if !slices.Contains(runners, name) {
			return name
		}
	}
	return "tests"
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
