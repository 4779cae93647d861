// Package sqlite3 has what gemsub uses of the names of SQLite's driver, for make vet-elsewhere:
// the driver itself needs a C compiler for each system.
package sqlite3

import "database/sql/driver"

type ErrNo int

type Error struct{ Code ErrNo }

func (Error) Error() string { return "" }

const (
	ErrBusy ErrNo = iota
	ErrCantOpen
	ErrCorrupt
	ErrFull
	ErrNotADB
	ErrReadonly
)

const SQLITE_LIMIT_LENGTH = 0

func Version() (string, int, string) { return "", 0, "" }

type SQLiteDriver struct{ ConnectHook func(*SQLiteConn) error }

func (*SQLiteDriver) Open(string) (driver.Conn, error) { return nil, driver.ErrBadConn }

type SQLiteConn struct {
	driver.Conn
	driver.QueryerContext
	driver.ExecerContext
	driver.ConnPrepareContext
}

func (*SQLiteConn) Exec(string, []driver.Value) (driver.Result, error)  { return nil, nil }
func (*SQLiteConn) RegisterFunc(string, any, bool) error                { return nil }
func (*SQLiteConn) RegisterCommitHook(func() int)                       {}
func (*SQLiteConn) RegisterUpdateHook(func(int, string, string, int64)) {}
func (*SQLiteConn) SetLimit(int, int) int                               { return 0 }

func (*SQLiteConn) Backup(string, *SQLiteConn, string) (*SQLiteBackup, error) { return nil, nil }

type SQLiteBackup struct{}

func (*SQLiteBackup) Step(int) (bool, error) { return true, nil }
func (*SQLiteBackup) Finish() error          { return nil }
