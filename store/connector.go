package store

import (
	"context"
	"database/sql/driver"
	"net/url"
	"strings"

	"github.com/mattn/go-sqlite3"

	"gemsub/feed"
	"gemsub/internal/address"
	"gemsub/internal/model"
)

// longLog lets commits gather in the log up to 16 MB before SQLite copies its pages to
// the file: those that hold many dates and words are in each of them, and are copied
// once.
const longLog = `PRAGMA wal_autocheckpoint = 4000`

// A connector opens connections that know the functions of the schema.
type connector struct {
	dsn    string
	driver *sqlite3.SQLiteDriver
}

func newConnector(dsn string) connector {
	return connector{dsn, &sqlite3.SQLiteDriver{ConnectHook: func(conn *sqlite3.SQLiteConn) error {
		if err := addFunctions(conn); err != nil {
			return err
		}
		_, err := conn.Exec(longLog, nil)
		return err
	}}}
}

// Connect implements driver.Connector.
func (c connector) Connect(context.Context) (driver.Conn, error) { return c.driver.Open(c.dsn) }

// Driver implements driver.Connector.
func (c connector) Driver() driver.Driver { return c.driver }

// addFunctions adds searchable, which the views indexed_entry and indexed_feed call, and
// the rules of Go that statements apply to many rows. What searchable returns is in the
// index of words: where it would return something else than before, a migration has to
// make the index again; so with page_of and column page.
func addFunctions(conn *sqlite3.SQLiteConn) error {
	for name, function := range map[string]any{
		"searchable": searchable, "page_of": address.KeyOf, "author_of": address.AuthorOf, "own_of": ownership, "canonical": canonical,
		"folded": model.FoldTag,
	} {
		if err := conn.RegisterFunc(name, function, true); err != nil {
			return err
		}
	}
	return nil
}

// canonical returns a URL as pages are read today; other texts as they are.
func canonical(text string) string {
	if !strings.Contains(text, "://") {
		return text
	}
	u, err := address.Resolve(&url.URL{}, text)
	if err != nil {
		return text
	}
	return u.String()
}

// searchable returns the words of a text as the tokenizer of the index finds them.
func searchable(mediaType, text string) string {
	return spaced(feed.PlainText(mediaType, text))
}
