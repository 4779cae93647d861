package store

import (
	"context"
	"database/sql"
	"errors"
	"os"
	"slices"
	"strings"

	"github.com/mattn/go-sqlite3"

	"gemsub/internal/file"
)

// A foreign is another gemsub database, which is not trusted. Its rows are copied to a
// database that this package made before anything else reads them: there each table has the
// columns, types and keys that it should have.
type foreign struct {
	*sql.DB
	version int
	// left is how many bytes of values its file can still have; a damaged one may have
	// rows without end.
	left    int64
	leftOut leftOut
}

// maxForeignValue bounds the values and rows of a foreign database, in bytes.
const maxForeignValue = 8 << 20

var (
	errNotOurs = errors.New("its tables are not those of gemsub")
	errEndless = errors.New("it has more rows than fit into the file: it is damaged")
)

// connectForeign opens the database at path for reading. No function of this package is
// known on its connection.
func connectForeign(ctx context.Context, path string) (*foreign, error) {
	db, id, err := connectToRead(ctx, path, func(how string) *sql.DB {
		db := sql.OpenDB(connector{dsn(path, how), &sqlite3.SQLiteDriver{ConnectHook: restrict}})
		db.SetMaxOpenConns(1)
		return db
	})
	if err != nil {
		return nil, err
	}
	f := &foreign{DB: db, version: id.version, left: sizeOf(path) + sizeOf(path+"-wal")}
	if err = id.check(); err == nil && id.version == 0 {
		err = ErrForeign
	}
	if err != nil {
		f.Close()
		return nil, err
	}
	return f, nil
}

// restrict bounds what a database can do to its reader.
func restrict(conn *sqlite3.SQLiteConn) error {
	conn.SetLimit(sqlite3.SQLITE_LIMIT_LENGTH, maxForeignValue)
	_, err := conn.Exec(`PRAGMA trusted_schema = off; PRAGMA query_only = on; PRAGMA cell_size_check = on`, nil)
	return err
}

// sizeOf returns the size of a file; 0 if there is none.
func sizeOf(path string) int64 {
	info, err := os.Stat(path)
	if err != nil {
		return 0
	}
	return info.Size()
}

// copying are the settings of a copy that nobody else sees, and that is gone with its
// connection.
const copying = "_foreign_keys=on&_synchronous=off&_journal_mode=memory&_txlock=immediate&_mutex=no"

// copyForeign returns a copy of the database at path, with the schema of this version,
// and what was left out. SQLite keeps it in a temporary file without a name. It has one
// connection.
func (s *Store) copyForeign(ctx context.Context, path string) (*sql.DB, leftOut, error) {
	path, err := realPath(path)
	if err != nil {
		return nil, nil, err
	}
	if file.Same(path, s.path) {
		return nil, nil, errors.New("this is the database itself")
	}
	f, err := connectForeign(ctx, path)
	if err != nil {
		return nil, nil, err
	}
	defer f.Close()
	db := pool("", copying, 1)
	err = inTx(ctx, db, func(tx *transaction) error {
		tables := schema
		if f.version < schemaVersion {
			tables += formerTables
		}
		_, err := tx.ExecContext(ctx, tables)
		if err == nil {
			err = f.copyTo(ctx, tx)
		}
		if err == nil && f.version < schemaVersion {
			_, err = tx.ExecContext(ctx, tidy)
		}
		return err
	})
	if err != nil {
		db.Close()
		return nil, nil, err
	}
	return db, f.leftOut, nil
}

// copyTo copies the rows of what is merged to a database that has nothing but the schema.
func (f *foreign) copyTo(ctx context.Context, tx *transaction) error {
	if err := f.checkObjects(ctx, tx); err != nil {
		return err
	}
	for _, table := range []string{"subscription", "tag", "entry", "pruned", "post", "mute"} {
		if table == "post" && f.version == firstRelease || table == "pruned" && f.version == schemaVersion {
			continue // which has none
		}
		r, err := f.reading(ctx, tx, table)
		if err != nil {
			return err
		}
		if err := f.copyTable(ctx, tx, table, r); err != nil {
			return doing("read table "+table, err)
		}
	}
	return nil
}

// formerObjects made the views and virtual tables that earlier schemas had, and that the
// current one has not.
func formerObjects() []string {
	return []string{
		`CREATE VIRTUAL TABLE entry_text USING fts4 (content="entry", title, tokenize=unicode61 "remove_diacritics=2")`,
		`CREATE VIRTUAL TABLE feed_text USING fts4 (content="subscription", title, feed_title, tokenize=unicode61 "remove_diacritics=2")`,
	}
}

// checkObjects returns errNotOurs if the database has views or virtual tables other than
// those of gemsub. SQLite would look into them to say what is a table, which takes
// forever for deeply nested views.
func (f *foreign) checkObjects(ctx context.Context, ours querier) error {
	const objects = `SELECT COALESCE(sql, '') FROM sqlite_schema`
	known, err := column[string](ctx, ours, objects)
	if err != nil {
		return err
	}
	theirs, err := column[string](ctx, f, objects)
	if err != nil {
		return err
	}
	known = append(known, formerObjects()...)
	for _, sql := range theirs {
		if !isInert(sql) && !slices.Contains(known, sql) {
			return errNotOurs
		}
	}
	return nil
}

// isInert reports whether reading a table runs nothing of the object that sql created.
func isInert(sql string) bool {
	return sql == "" || slices.ContainsFunc(
		[]string{"create table ", "create index ", "create unique index ", "create trigger "},
		func(start string) bool { return len(sql) > len(start) && strings.EqualFold(sql[:len(start)], start) })
}

// A typedColumn is a column of a table and its type.
type typedColumn struct{ name, kind string }

// ordinaryColumns returns the columns of a table that are not generated.
func ordinaryColumns(ctx context.Context, q querier, table string) ([]typedColumn, error) {
	return collect(ctx, q, func(c *typedColumn) []any { return []any{&c.name, &c.kind} }, `
		SELECT name, type FROM pragma_table_xinfo(?) WHERE hidden = 0 ORDER BY cid`, table)
}

// reading returns how a table is read, and errNotOurs unless it is a table with the
// columns of ours. Values of generated columns are never read.
func (f *foreign) reading(ctx context.Context, tx *transaction, table string) (r reading, err error) {
	var isTable, generates bool
	err = f.QueryRowContext(ctx, `
		SELECT EXISTS (SELECT 1 FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND name = ?1),
			EXISTS (SELECT 1 FROM pragma_table_xinfo(?1) WHERE hidden > 0 AND name <> 'length')`, table).Scan(&isTable, &generates)
	if err != nil {
		return r, err
	}
	ours, err := ordinaryColumns(ctx, tx, table)
	if err != nil {
		return r, err
	}
	theirs, err := ordinaryColumns(ctx, f, table)
	if err != nil {
		return r, err
	}
	r = readingOf(f.version, table, ours, theirs)
	if !isTable || len(r.columns) < len(ours) && f.version == schemaVersion || generates && f.version == firstRelease {
		return r, errNotOurs
	}
	return r, nil
}

// copyTable copies the rows of a table in the order in which they are stored. Those that
// do not fit into ours are left out.
func (f *foreign) copyTable(ctx context.Context, tx *transaction, table string, r reading) error {
	values, targets := make([]any, len(r.columns)), make([]any, len(r.columns))
	for i := range values {
		targets[i] = &values[i]
	}
	insert, err := tx.PrepareContext(uncancelled(ctx), `INSERT INTO `+table+` (`+r.names()+`) VALUES (`+placeholders(len(values))+`)`)
	if err != nil {
		return err
	}
	defer insert.Close()
	query := `SELECT ` + strings.Join(r.values, ", ") + ` FROM ` + table
	rows, err := f.QueryContext(ctx, strings.ReplaceAll(query, aside, ""))
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		if err := rows.Scan(targets...); err != nil {
			return err
		}
		if f.left -= sizeOfRow(values); f.left < 0 {
			return errEndless
		}
		wrong := makeSafe(r.columns, values)
		if wrong == "" {
			_, err := insert.ExecContext(uncancelled(ctx), values...)
			if err != nil && !isCode(err, sqlite3.ErrConstraint) {
				return err
			}
			if err != nil {
				wrong = "that contradicts others"
			}
		}
		if wrong != "" {
			f.leftOut.add("a row of " + table + " " + wrong)
		}
	}
	return rows.Err()
}
