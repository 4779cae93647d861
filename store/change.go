package store

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"gemsub/internal/model"
)

// A Change is [model.Change].
type Change = model.Change

// How many changes can be undone, and how long; removals are limited by time alone.
const (
	maxChanges     = 20
	keepChanges    = 30 * 24 * time.Hour
	maxChangeNames = 3 // of feeds, in the words for a change
)

// isRemoval holds for a change that later changes do not push out.
const isRemoval = `command IN ('remove', 'undo', 'sync')`

// isFinal holds for the mark that [Store.RecordFinal] leaves.
const isFinal = `command IN ('import', 'prune')`

// isRemovedFeed holds for the recorded row of a subscription that a change removed.
const isRemovedFeed = `table_name = 'subscription' AND column_name = '' AND old IS NOT NULL`

// errUnchanged rolls back a command that changed nothing.
var errUnchanged = errors.New("nothing changed")

// commitChange is commit for what a person does: it records as c what do changes, so that
// [Store.Undo] can undo it. If nothing changed, nothing is recorded. If tables are named, only
// they are watched: to watch all takes 20 ms.
func (s *Store) commitChange(ctx context.Context, what string, c *Change, do func(*transaction), tables ...string) error {
	return doing(what, s.inChange(ctx, c, func(tx *transaction) error {
		do(tx)
		return tx.err
	}, tables...))
}

// inChange runs do in a transaction and records as c what do changed, so that
// [Store.Undo] can undo it. If nothing changed, nothing is recorded. If tables are
// named, only they are watched: to watch all takes 20 ms.
func (s *Store) inChange(ctx context.Context, c *Change, do func(*transaction) error, tables ...string) error {
	c.At = s.now()
	err := s.write(ctx, func(tx *transaction) error { return recordChange(ctx, tx, c, do, tables...) })
	if errors.Is(err, errUnchanged) {
		c.ID = 0
		return nil
	}
	return err
}

// recordChange is inChange within a transaction. It returns errUnchanged if nothing
// changed.
func recordChange(ctx context.Context, tx *transaction, c *Change, do func(*transaction) error, tables ...string) error {
	tx.change = c
	if err := forgetChanges(ctx, tx, c.At); err != nil {
		return err
	}
	err := tx.QueryRowContext(ctx, `
		INSERT INTO change (made_at, command, subject, entries, feeds, names) VALUES (?, ?, '', 0, 0, '')
		RETURNING id`, unixTime(c.At), c.Command).Scan(&c.ID)
	if err != nil {
		return err
	}
	if err := record(ctx, tx, c.ID, func() error { return do(tx) }, tables); err != nil {
		return err
	}
	return saveChange(ctx, tx, c)
}

// saveChange stores the description of a recorded change.
func saveChange(ctx context.Context, tx *transaction, c *Change) error {
	names, err := json.Marshal(c.Names)
	if err != nil {
		return err
	}
	n, err := affected(ctx, tx, `
		UPDATE change SET subject = ?1, entries = ?2, feeds = ?3, names = ?4
		WHERE id = ?5 AND EXISTS (SELECT 1 FROM changed_value WHERE change_id = ?5)`,
		c.Subject, c.Entries, c.Feeds, string(names), c.ID)
	if err == nil && n == 0 {
		err = errUnchanged
	}
	return err
}

// forgetChanges makes room for one more change.
func forgetChanges(ctx context.Context, tx *transaction, now time.Time) error {
	_, err := tx.ExecContext(ctx, `
		DELETE FROM change WHERE made_at < ? OR id IN (
			SELECT id FROM change WHERE NOT `+isRemoval+` AND NOT `+isFinal+` ORDER BY id DESC LIMIT -1 OFFSET ?)`,
		unixTime(now.Add(-keepChanges)), maxChanges-1)
	return err
}

// about records which feeds the change is about.
func (tx *transaction) about(feeds string) {
	tx.change.Feeds = value[int](tx, `
		SELECT COUNT(*) FROM subscription WHERE id IN (SELECT value FROM JSON_EACH(?))`, feeds)
	tx.change.Names = allRows[string](tx, `
		SELECT COALESCE(NULLIF(title, ''), NULLIF(feed_title, ''), url) FROM subscription
		WHERE id IN (SELECT value FROM JSON_EACH(?)) ORDER BY id LIMIT ?`, feeds, maxChangeNames)
}

// A recordedTable is a table as the recording triggers need it.
type recordedTable struct {
	name    string
	columns []string // without generated ones
	key     []string // the columns of the primary key
	number  string   // the only column of the key, if rows are known by a number; else ""
}

// unrecorded are the tables in which nothing is recorded: those of the records, and
// those that follow from others.
const unrecorded = `'change', 'changed_value', 'unindexed', 'machine_line', 'machine_file'`

// recordedTables returns all tables but virtual ones, as the schema has them.
func recordedTables(ctx context.Context, q querier) ([]recordedTable, error) {
	type column struct {
		table, name        string
		isKey, isRowNumber bool
	}
	columns, err := collect(ctx, q, func(c *column) []any { return []any{&c.table, &c.name, &c.isKey, &c.isRowNumber} }, `
		SELECT t.name, c.name, c.pk > 0, c.pk > 0 AND c.type = 'INTEGER' AND NOT t.wr
		FROM pragma_table_list t, pragma_table_xinfo(t.name) c
		WHERE t.schema = 'main' AND t.type = 'table' AND t.name NOT GLOB 'sqlite_*' AND t.name NOT IN (`+unrecorded+`)
			AND c.hidden = 0
		ORDER BY t.name, c.cid`)
	var tables []recordedTable
	for _, c := range columns {
		if len(tables) == 0 || tables[len(tables)-1].name != c.table {
			tables = append(tables, recordedTable{name: c.table})
		}
		t := &tables[len(tables)-1]
		t.columns = append(t.columns, c.name)
		if c.isKey {
			t.key = append(t.key, c.name)
		}
		if c.isRowNumber {
			t.number = c.name
		}
	}
	return tables, err
}

// record runs do while triggers record, under the number of a change, which values it
// changes and which rows it adds and deletes, cascades included, in all tables or in some.
//
// The triggers are temporary, of this connection. They run after what they record: before a
// row is deleted they would still see the rows that its deletion cascades to.
func record(ctx context.Context, tx *transaction, change int64, do func() error, some []string) error {
	tables, err := recordedTables(ctx, tx)
	if err != nil {
		return err
	}
	var create, drop strings.Builder
	for _, t := range tables {
		if len(some) > 0 && !slices.Contains(some, t.name) {
			continue
		}
		for i, does := range t.triggers(change) {
			fmt.Fprintf(&create, "CREATE TEMP TRIGGER record_%s_%d AFTER %s;\n", t.name, i, does)
			fmt.Fprintf(&drop, "DROP TRIGGER temp.record_%s_%d;\n", t.name, i)
		}
	}
	if _, err := tx.ExecContext(ctx, create.String()); err != nil {
		return err
	}
	if err := do(); err != nil {
		return err // rollback drops the triggers
	}
	_, err = tx.ExecContext(ctx, drop.String())
	return err
}

// triggers returns what triggers do that record what happens to a table.
func (t recordedTable) triggers(change int64) []string {
	record := func(column, row string) string {
		return fmt.Sprintf("INSERT INTO changed_value (change_id, table_name, column_name, %s) VALUES (%d, '%s', '', %s); ",
			column, change, t.name, jsonObject(row, t.columns))
	}
	deleted, added := record("old", "OLD."), record("new", "NEW.")
	all := []string{
		"INSERT ON main." + t.name + " BEGIN " + added + "END",
		"DELETE ON main." + t.name + " BEGIN " + deleted + "END",
	}
	if t.number == "" {
		return append(all, "UPDATE ON main."+t.name+" BEGIN "+deleted+added+"END")
	}
	for _, column := range t.columns {
		if column == "marked" { // undo sets that itself
			continue
		}
		names := strings.NewReplacer("$change", fmt.Sprint(change), "$table", t.name, "$number", t.number, "$column", column)
		all = append(all, names.Replace(recordValue))
	}
	return all
}

// recordValue records a value that changes. Rows that follow each other, and change in
// the same way, are a range.
const recordValue = `UPDATE OF $column ON main.$table WHEN OLD.$column IS NOT NEW.$column BEGIN
	UPDATE changed_value SET last_key = OLD.$number
	WHERE id = (SELECT MAX(id) FROM changed_value)
		AND (change_id, table_name, column_name, last_key) = ($change, '$table', '$column', OLD.$number - 1)
		AND old IS OLD.$column AND new IS NEW.$column;
	INSERT INTO changed_value (change_id, table_name, column_name, first_key, last_key, old, new)
	SELECT $change, '$table', '$column', OLD.$number, OLD.$number, OLD.$column, NEW.$column WHERE CHANGES() = 0;
END`

// jsonObject returns an expression for a row as a JSON object. JSON has no bytes: a BLOB
// is an array with their digits.
func jsonObject(row string, columns []string) string {
	var pairs []string
	for _, name := range columns {
		pairs = append(pairs, fmt.Sprintf("'%s', IIF(TYPEOF(%[2]s) = 'blob', JSON_ARRAY(HEX(%[2]s)), %[2]s)", name, row+name))
	}
	return "JSON_OBJECT(" + strings.Join(pairs, ", ") + ")"
}

// jsonValue returns an expression for the value of a column of such an object.
func jsonValue(object, column string) string {
	return fmt.Sprintf("IIF(JSON_TYPE(%[1]s, '$.%[2]s') = 'array', UNHEX(%[1]s ->> '$.%[2]s[0]'), %[1]s ->> '$.%[2]s')", object, column)
}

// jsonValues returns expressions for the values of columns.
func jsonValues(object string, columns []string) string {
	var all []string
	for _, name := range columns {
		all = append(all, jsonValue(object, name))
	}
	return strings.Join(all, ", ")
}
