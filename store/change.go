package store

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"gemsub/internal/model"
)

// A Change is [model.Change].
type Change = model.Change

// Bounds of the changes that can be undone. maxChanges does not count removals and reading.
const (
	maxChanges     = 20
	keepChanges    = 30 * 24 * time.Hour
	maxChangeNames = 2 // of feeds or posts, in the words for a change
)

// isRemoval holds for a change that later changes do not push out.
const isRemoval = `command IN ('remove', 'undo', 'sync')`

// isFinal holds for the change that recordFinal records.
const isFinal = `command IN ('import', 'prune')`

// isReading holds for the change to which opened posts are added, see reading.go.
const isReading = `command = '` + model.Reading + `'`

// isRemovedFeed holds for the recorded row of a subscription that a change removed.
const isRemovedFeed = `table_name = 'subscription' AND column_name = '' AND old IS NOT NULL`

// errUnchanged rolls back a command that changed nothing.
var errUnchanged = errors.New("nothing changed")

// commitChange is commit for a command of a person: it records the changes that do makes as change
// c, so that [Store.Undo] can undo them. If nothing changes, it records nothing, returns nil, and
// sets c.ID to 0. If tables are named, it watches only these: watching all takes 20 ms.
func (s *Store) commitChange(ctx context.Context, what string, c *Change, do func(*transaction), tables ...string) error {
	err := s.commit(ctx, what, func(tx *transaction) {
		tx.record(c, func() { do(tx) }, tables...)
	})
	if errors.Is(err, errUnchanged) {
		c.ID = 0
		return nil
	}
	return err
}

// record runs do, while triggers record as change c which values are changed and which rows are
// added and deleted, cascades included, in all tables or in those of only. Before, it forgets
// changes that are too old or too many. It fails with errUnchanged if nothing changed.
//
// The triggers are temporary and belong to this connection. They run after the change that they
// record: before a deletion they would still see the rows to which it cascades.
func (tx *transaction) record(c *Change, do func(), only ...string) {
	tx.change, c.At = c, tx.changeTime()
	tx.exec(`
		DELETE FROM change WHERE made_at < ? OR id IN (
			SELECT id FROM change WHERE NOT (`+isRemoval+` OR `+isFinal+` OR `+isReading+`) ORDER BY id DESC LIMIT -1 OFFSET ?)`,
		tx.expiry(keepChanges), maxChanges-1)
	c.ID = value[int64](tx, `
		INSERT INTO change (made_at, command, subject, entries, feeds, names) VALUES (?, ?, '', 0, 0, '')
		RETURNING id`, c.At, c.Command)
	var create, drop strings.Builder
	for _, t := range tx.recordedTables() {
		if len(only) > 0 && !slices.Contains(only, t.name) {
			continue
		}
		for i, does := range t.triggers(c.ID) {
			fmt.Fprintf(&create, "CREATE TEMP TRIGGER record_%s_%d AFTER %s;\n", t.name, i, does)
			fmt.Fprintf(&drop, "DROP TRIGGER temp.record_%s_%d;\n", t.name, i)
		}
	}
	tx.exec(create.String())
	do()
	tx.exec(drop.String()) // after an error, the rollback does it
	if tx.exec(`
		UPDATE change SET subject = ?1, entries = ?2, feeds = ?3, names = ?4
		WHERE id = ?5 AND EXISTS (SELECT 1 FROM changed_value WHERE change_id = ?5)`,
		c.Subject, c.Entries, c.Feeds, jsonList(c.Names), c.ID) == 0 {
		tx.fail(errUnchanged)
	}
}

// about records in the transaction's change how many of feeds, a JSON list of numbers, exist, and
// the names of the first maxChangeNames.
func (tx *transaction) about(feeds string) {
	tx.change.Feeds = value[int](tx, `
		SELECT COUNT(*) FROM subscription WHERE id IN (SELECT value FROM JSON_EACH(?))`, feeds)
	tx.change.Names = allRows[string](tx, `
		SELECT name FROM subscription
		WHERE id IN (SELECT value FROM JSON_EACH(?)) ORDER BY id LIMIT ?`, feeds, maxChangeNames)
}

// A recordedTable is a table as the recording triggers need it.
type recordedTable struct {
	name    string
	columns []string // without generated ones
	key     []string // the columns of the primary key
	number  string   // the only column of the key, if rows are known by a number; else ""
}

// unrecorded are the tables whose changes are not recorded: the records themselves, tables that
// are computed from others, and tables with bytes, which JSON cannot hold.
const unrecorded = `'change', 'changed_value', 'unindexed', 'machine_line', 'machine_file', 'authority', 'identity'`

// recordedTables returns the tables whose changes are recorded, as the schema has them.
func (tx *transaction) recordedTables() (tables []recordedTable) {
	type column struct {
		TableName, Name    string
		IsKey, IsRowNumber bool
	}
	for c := range eachRow[column](tx, `
		SELECT t.name AS table_name, c.name, c.pk > 0 AS is_key, c.pk > 0 AND c.type = 'INTEGER' AND NOT t.wr AS is_row_number
		FROM pragma_table_list t, pragma_table_xinfo(t.name) c
		WHERE t.schema = 'main' AND t.type = 'table' AND t.name NOT GLOB 'sqlite_*' AND t.name NOT IN (`+unrecorded+`)
			AND c.hidden = 0
		ORDER BY t.name, c.cid`) {
		if len(tables) == 0 || tables[len(tables)-1].name != c.TableName {
			tables = append(tables, recordedTable{name: c.TableName})
		}
		t := &tables[len(tables)-1]
		t.columns = append(t.columns, c.Name)
		if c.IsKey {
			t.key = append(t.key, c.Name)
		}
		if c.IsRowNumber {
			t.number = c.Name
		}
	}
	return tables
}

// triggers returns the event and the body of each trigger that records changes of a table.
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
		if column == "marked" { // undo sets this column itself
			continue
		}
		names := strings.NewReplacer("$change", fmt.Sprint(change), "$table", t.name, "$number", t.number, "$column", column)
		all = append(all, names.Replace(recordValue))
	}
	return all
}

// recordValue records a changed value. It records rows with consecutive numbers that change in
// the same way as one range.
const recordValue = `UPDATE OF $column ON main.$table WHEN OLD.$column IS NOT NEW.$column BEGIN
	UPDATE changed_value SET last_key = OLD.$number
	WHERE id = (SELECT MAX(id) FROM changed_value)
		AND (change_id, table_name, column_name, last_key) = ($change, '$table', '$column', OLD.$number - 1)
		AND old IS OLD.$column AND new IS NEW.$column;
	INSERT INTO changed_value (change_id, table_name, column_name, first_key, last_key, old, new)
	SELECT $change, '$table', '$column', OLD.$number, OLD.$number, OLD.$column, NEW.$column WHERE CHANGES() = 0;
END`

// jsonObject returns an expression that makes a JSON object of the columns of a row. row stands
// before each column: "OLD.", "NEW." or nothing.
func jsonObject(row string, columns []string) string {
	var pairs []string
	for _, name := range columns {
		pairs = append(pairs, fmt.Sprintf("'%s', %s", name, row+name))
	}
	return "JSON_OBJECT(" + strings.Join(pairs, ", ") + ")"
}

// jsonValue returns an expression for the value of a column of such an object.
func jsonValue(object, column string) string { return object + " ->> '$." + column + "'" }

// jsonValues returns expressions for the values of columns.
func jsonValues(object string, columns []string) string {
	var all []string
	for _, name := range columns {
		all = append(all, jsonValue(object, name))
	}
	return strings.Join(all, ", ")
}
