package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"os"
	"slices"
	"strings"

	"github.com/mattn/go-sqlite3"

	"gemsub/feed"
	"gemsub/internal/address"
	"gemsub/internal/file"
	"gemsub/internal/model"
	"gemsub/internal/words"
)

// Bounds of what is taken from a foreign database.
const (
	maxForeignValue  = 8 << 20 // bytes
	maxTag           = 128     // bytes
	maxTags          = 32      // of a feed
	maxMergedEntries = 20_000  // of a feed
)

var (
	errNotOurs = errors.New("its tables are not those of gemsub")
	errEndless = errors.New("it has more rows than fit into the file: it is damaged")
)

// A foreign reads another database of gemsub, which is not trusted. Before anything else reads
// its rows, they are copied to a database that this package made: there each table has the
// columns, types and keys that it should have.
type foreign struct {
	*transaction
	version int
	// left is how many bytes of values its file can still have; a damaged one may have
	// rows without end.
	left    int64
	leftOut map[string]int // by reason, what a merge does not take
}

// connectForeign opens the database at path for reading. It fails with ErrForeign if the database
// is empty. The caller closes its connection, which knows no function of this package.
func connectForeign(ctx context.Context, path string) (*foreign, *sql.DB, error) {
	db, version, err := connectToRead(ctx, path, func(how string) *sql.DB {
		db := sql.OpenDB(connector{dsn(path, how), &sqlite3.SQLiteDriver{ConnectHook: restrict}})
		db.SetMaxOpenConns(1)
		return db
	})
	if err != nil {
		return nil, nil, err
	}
	if version == 0 {
		db.Close()
		return nil, nil, ErrForeign
	}
	f := &foreign{transaction: &transaction{conn: db, ctx: ctx}, version: version, leftOut: map[string]int{}}
	for _, name := range []string{path, path + "-wal"} {
		if info, err := os.Stat(name); err == nil {
			f.left += info.Size()
		}
	}
	return f, db, nil
}

// restrict bounds what a database can do to its reader.
func restrict(conn *sqlite3.SQLiteConn) error {
	conn.SetLimit(sqlite3.SQLITE_LIMIT_LENGTH, maxForeignValue)
	_, err := conn.Exec(`PRAGMA trusted_schema = off; PRAGMA query_only = on; PRAGMA cell_size_check = on`, nil)
	return err
}

// copying are the settings of a copy that nobody else sees.
const copying = "_foreign_keys=on&_synchronous=off&_journal_mode=memory&_txlock=immediate&_stmt_cache_size=32&_mutex=no"

// copyForeign copies the tables to merge from the database at path to a new file with the schema
// of this version. It returns what it left out.
func (s *Store) copyForeign(ctx context.Context, path, to string) (map[string]int, error) {
	path, err := realPath(path)
	if err != nil {
		return nil, err
	}
	if file.Same(path, s.path) {
		return nil, errors.New("this is the database itself")
	}
	f, theirs, err := connectForeign(ctx, path)
	if err != nil {
		return nil, err
	}
	defer theirs.Close()
	made, err := createFile(to)
	if err != nil {
		return nil, err
	}
	made.Close()
	db := pool(to, copying, 1)
	defer db.Close()
	err = inTx(ctx, db, func(tx *transaction) {
		tx.exec(schema + formerTables)
		for _, table := range []string{"subscription", "tag", "entry", "pruned", "post", "mute"} {
			if table == "pruned" && f.version != secondRelease {
				continue // only that release had this table
			}
			f.copyTable(tx, table)
		}
		if f.version < schemaVersion {
			tx.exec(tidyFrom(f.version))
		}
	})
	return f.leftOut, err
}

// copyTable copies a table. It fails with errNotOurs unless f has a table of that name, in the
// current schema with all our columns. A hostile view, virtual table or generated column could
// take for ever to read.
func (f *foreign) copyTable(tx *transaction, table string) {
	isTable := value[bool](f.transaction, `
		SELECT MIN(sql LIKE 'CREATE TABLE %') IS TRUE FROM sqlite_schema WHERE name = ? COLLATE NOCASE`, table)
	if f.err == nil && !isTable {
		f.err = errNotOurs
	}
	ours, theirs := ordinaryColumns(tx, table), ordinaryColumns(f.transaction, table)
	r := columnMapOf(f.version, table, ours, theirs)
	if f.err == nil && len(r.columns) < len(ours) && f.version == schemaVersion {
		f.err = errNotOurs
	}
	if tx.fail(f.err); tx.err == nil {
		tx.fail(doing("read table "+table, f.copyRows(tx, table, r, theirs)))
	}
}

// query returns the statement that reads a table. It reads a value above maxForeignValue as NULL;
// a column that must have a value then refuses the row.
func (r columnMap) query(table string, theirs []typedColumn) string {
	values, bounded := slices.Clone(r.values), make([]string, len(theirs))
	for i, c := range r.columns {
		if c.Name == "link" {
			values[i] = `COALESCE(` + values[i] + `, ref)`
		}
	}
	for i, c := range theirs {
		name := `"` + strings.ReplaceAll(c.Name, `"`, `""`) + `"`
		bounded[i] = fmt.Sprintf(`IIF(OCTET_LENGTH(%[1]s) > %[2]d, NULL, %[1]s) AS %[1]s`, name, maxForeignValue)
	}
	return `SELECT ` + strings.Join(values, ", ") + ` FROM (SELECT ` + strings.Join(bounded, ", ") + ` FROM ` + table + `)`
}

// copyRows copies the rows of a table in the order in which they are stored. It leaves out rows
// that our table does not accept, and rows beyond the limits. It fails with errEndless if the rows
// take more bytes than the file has.
func (f *foreign) copyRows(tx *transaction, table string, r columnMap, theirs []typedColumn) error {
	insert := `INSERT INTO ` + table + ` (` + r.names() + `) VALUES (` + placeholders(len(r.values)) + `)`
	rows, err := f.QueryContext(f.ctx, r.query(table, theirs))
	if err != nil {
		return err
	}
	defer rows.Close()
	values, targets := make([]any, len(r.values)), make([]any, len(r.values))
	for i := range values {
		targets[i] = &values[i]
	}
	most, ofFeed := map[string]int{"tag": maxTags, "entry": maxMergedEntries}[table], map[any]int{}
	for rows.Next() {
		if err := rows.Scan(targets...); err != nil {
			return err
		}
		fits := true
		for i, c := range r.columns {
			f.left -= sizeOf(values[i])
			ok := false
			values[i], ok = makeSafe(table, c, values[i])
			fits = fits && ok
			if most > 0 && c.Name == "subscription_id" {
				ofFeed[values[i]]++
				fits = fits && ofFeed[values[i]] <= most
			}
		}
		if f.left < 0 {
			return errEndless
		}
		if fits {
			_, err := tx.ExecContext(uncancelled(tx.ctx), insert, values...)
			if err != nil && !isCode(err, sqlite3.ErrConstraint) {
				return err
			}
			fits = err == nil
		}
		if !fits {
			f.leftOut["row of "+table+" that is damaged or beyond a limit"]++
		}
	}
	return rows.Err()
}

// sizeOf returns how many bytes a value takes at least in a file.
func sizeOf(value any) int64 {
	switch v := value.(type) {
	case string:
		return int64(len(v)) + 1
	case []byte:
		return int64(len(v)) + 1
	}
	return 1
}

// makeSafe returns a value for a column of a table, made safe like those of a document from the
// network, and whether it can be used there. It accepts NULL: the schema says where NULL may be.
func makeSafe(table string, c typedColumn, value any) (safe any, ok bool) {
	switch v := value.(type) {
	case nil:
		return nil, true
	case int64:
		const first, last = -62167219200, 253402300799 // of the years 0 and 9999, which RFC 3339 can write
		if c.Type == "INTEGER" {
			return min(max(v, first), last), true
		}
	case string:
		if c.Type == "TEXT" {
			return safeColumn(table+"."+c.Name, v)
		}
	case []byte:
		if c.Type == "BLOB" {
			return v, true
		}
	}
	return nil, false
}

// safeColumn makes a text safe for a column, such as entry.link. It refuses empty and too long
// URLs and refs, and faulty links; other faulty values become empty.
func safeColumn(column, text string) (safe string, ok bool) {
	switch column {
	case "subscription.url", "entry.ref":
		return words.Safe(text), text != "" && len(text) <= feed.MaxLink
	case "entry.link":
		u, err := address.Resolve(&url.URL{}, words.Safe(text))
		if err != nil || !u.IsAbs() {
			return "", false
		}
		return u.String(), len(u.String()) <= feed.MaxLink
	case "post.url":
		u, err := address.Parse(text)
		if err != nil {
			return "", true // the post counts as read at the entry's link
		}
		return u.String(), true
	case "post.text":
		safe, _ = feed.CutSafeText(text, model.MaxPostText)
		return safe, true
	case "subscription.format":
		if !slices.Contains(feed.Formats(), feed.Format(text)) {
			return "", true
		}
	case "subscription.posts":
		if !slices.Contains([]model.PostsKept{model.PostsAll, model.PostsNew, model.PostsNone}, model.PostsKept(text)) {
			return "", true
		}
	case "tag.tag", "mute.tag":
		return model.FoldTag(words.SafeTitle(text, maxTag)), true
	}
	return words.SafeTitle(text, feed.MaxTitle), true
}
