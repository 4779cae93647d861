package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"slices"
	"strings"
)

// A rowSet is some rows of a table, which a change may alter, add or delete.
type rowSet struct {
	table string
	where string
	args  []any
}

// rowsOf returns the rows that belong to feeds, in the named tables or in all that
// changes record.
func rowsOf(feeds []int64, tables ...string) (sets []rowSet) {
	for _, t := range recordedTables() {
		if len(tables) == 0 || slices.Contains(tables, t.name) {
			sets = append(sets, rowSet{t.name, t.ofFeeds, []any{jsonList(feeds)}})
		}
	}
	return sets
}

func jsonList(ids []int64) string {
	list, _ := json.Marshal(ids) // numbers have no errors
	return string(list)
}

// record runs do, and records the rows of sets that it alters, adds and deletes.
func (tx *changeTx) record(ctx context.Context, sets []rowSet, do func() error) error {
	before := make([]int64, len(sets))
	for i, set := range sets {
		n, _, err := tx.keep(ctx, set, false)
		if err != nil {
			return err
		}
		before[i] = n
	}
	if err := do(); err != nil {
		return err
	}
	for i, set := range sets {
		n, last, err := tx.keep(ctx, set, true)
		if err == nil && n > 0 {
			err = tx.dropUnchanged(ctx, set.table, last-n-before[i])
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// keep copies rows as they are before or after the change, and returns how many and the
// number of the last copy. These numbers are successive.
func (tx *changeTx) keep(ctx context.Context, set rowSet, after bool) (n, last int64, err error) {
	names, err := columnsOfTable(ctx, tx, set.table)
	if err != nil {
		return 0, 0, err
	}
	columns := strings.Join(names, ", ")
	result, err := tx.ExecContext(ctx, `
		INSERT INTO changed_`+set.table+` (change_id, is_after, `+columns+`)
		SELECT ?, ?, `+columns+` FROM `+set.table+` WHERE `+set.where, append([]any{tx.change.ID, after}, set.args...)...)
	if err == nil {
		n, err = result.RowsAffected()
	}
	if err == nil {
		last, err = result.LastInsertId()
	}
	return n, last, err
}

// dropUnchanged removes of the copies after a number those that are after the change as
// they were before.
func (tx *changeTx) dropUnchanged(ctx context.Context, table string, since int64) error {
	names, err := columnsOfTable(ctx, tx, table)
	if err != nil {
		return err
	}
	columns := strings.Join(names, ", ")
	_, err = tx.ExecContext(ctx, `
		WITH same AS MATERIALIZED (
			SELECT MIN(rowid) AS before, MAX(rowid) AS after FROM changed_`+table+` WHERE rowid > ?
			GROUP BY `+columns+` HAVING COUNT(*) = 2
		)
		DELETE FROM changed_`+table+` WHERE rowid IN (SELECT before FROM same UNION ALL SELECT after FROM same)`, since)
	return err
}

// tablesOf returns the tables of which a change has rows; that of marks is the first.
func tablesOf(ctx context.Context, tx *sql.Tx, change int64) ([]recordedTable, error) {
	tables := append([]recordedTable{{name: "mark"}}, recordedTables()...)
	var queries []string
	for _, t := range tables {
		queries = append(queries, `SELECT '`+t.name+`' WHERE EXISTS (SELECT 1 FROM changed_`+t.name+` WHERE change_id = ?1)`)
	}
	names, err := collect(ctx, tx, func(name *string) []any { return []any{name} }, strings.Join(queries, ` UNION ALL `), change)
	return slices.DeleteFunc(tables, func(t recordedTable) bool { return !slices.Contains(names, t.name) }), err
}

// recordedRows returns the numbers of the rows of a change that meet a condition, as
// many as fit into left, and whether these are all.
func recordedRows(ctx context.Context, tx *sql.Tx, t recordedTable, condition string, change int64, left *share) (rows []int64, all bool, err error) {
	from := ` FROM changed_` + t.name + ` c WHERE ` + condition
	limit, err := left.limit(ctx, tx, t.size, from, change)
	if err != nil {
		return nil, false, err
	}
	rows, err = collect(ctx, tx, func(row *int64) []any { return []any{row} }, `SELECT rowid`+from+` LIMIT ?`, change, limit)
	left.rows -= len(rows)
	return rows, len(rows) < limit, err
}

func dropRecorded(ctx context.Context, tx *sql.Tx, t recordedTable, rows []int64) error {
	if len(rows) == 0 {
		return nil
	}
	_, err := tx.ExecContext(ctx, `
		DELETE FROM changed_`+t.name+` WHERE rowid IN (SELECT value FROM JSON_EACH(?))`, jsonList(rows))
	return err
}
