package store

import (
	"context"
	"database/sql/driver"

	"github.com/mattn/go-sqlite3"

	"gemsub/feed"
)

// A connector opens connections that know the functions of the schema, and executes a
// statement on each.
type connector struct {
	dsn    string
	driver *sqlite3.SQLiteDriver
}

func newConnector(dsn, setup string) connector {
	return connector{dsn, &sqlite3.SQLiteDriver{ConnectHook: func(conn *sqlite3.SQLiteConn) error {
		if err := addFunctions(conn); err != nil || setup == "" {
			return err
		}
		_, err := conn.Exec(setup, nil)
		return err
	}}}
}

// Connect implements driver.Connector.
func (c connector) Connect(context.Context) (driver.Conn, error) { return c.driver.Open(c.dsn) }

// Driver implements driver.Connector.
func (c connector) Driver() driver.Driver { return c.driver }

// addFunctions adds searchable, which the views indexed_entry and indexed_feed call.
// What it returns is in the index of words: where it would return something else than
// before, a migration has to make the index again.
func addFunctions(conn *sqlite3.SQLiteConn) error {
	return conn.RegisterFunc("searchable", searchable, true)
}

// searchable returns the words of a text as the tokenizer of the index finds them.
func searchable(mediaType, text string) string {
	return spaced(feed.PlainText(mediaType, text))
}
