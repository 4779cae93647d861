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
	for _, set := range sets {
		if _, err := tx.keep(ctx, set, false); err != nil {
			return err
		}
	}
	if err := do(); err != nil {
		return err
	}
	for _, set := range sets {
		n, err := tx.keep(ctx, set, true)
		if err == nil && n > 0 {
			err = tx.dropUnchanged(ctx, set.table)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// keep copies rows as they are before or after the change, and returns how many.
func (tx *changeTx) keep(ctx context.Context, set rowSet, after bool) (int, error) {
	names, err := columnsOfTable(ctx, tx, set.table)
	if err != nil {
		return 0, err
	}
	columns := strings.Join(names, ", ")
	return affected(ctx, tx.Tx, `
		INSERT INTO changed_`+set.table+` (change_id, is_after, `+columns+`)
		SELECT ?, ?, `+columns+` FROM `+set.table+` WHERE `+set.where, append([]any{tx.change.ID, after}, set.args...)...)
}

// dropUnchanged removes the rows that are after the change as they were before.
func (tx *changeTx) dropUnchanged(ctx context.Context, table string) error {
	names, err := columnsOfTable(ctx, tx, table)
	if err != nil {
		return err
	}
	columns := strings.Join(names, ", ")
	_, err = tx.ExecContext(ctx, `
		WITH same AS MATERIALIZED (
			SELECT MIN(rowid) AS before, MAX(rowid) AS after FROM changed_`+table+` WHERE change_id = ?
			GROUP BY `+columns+` HAVING COUNT(*) = 2
		)
		DELETE FROM changed_`+table+` WHERE rowid IN (SELECT before FROM same UNION ALL SELECT after FROM same)`, tx.change.ID)
	return err
}

// recordedRows returns the numbers of the rows of a change that meet a condition, as
// many as fit into left, and whether these are all.
func recordedRows(ctx context.Context, tx *sql.Tx, table, condition string, change int64, left *share) (rows []int64, all bool, err error) {
	table = "changed_" + table
	names, err := columnsOfTable(ctx, tx, table)
	if err != nil {
		return nil, false, err
	}
	from := ` FROM ` + table + ` c WHERE ` + condition
	n, all, err := left.take(ctx, tx, `SELECT `+bytesOf(names)+from, change)
	if err != nil || n == 0 {
		return nil, all, err
	}
	rows, err = collect(ctx, tx, func(row *int64) []any { return []any{row} }, `SELECT rowid`+from+` LIMIT ?`, change, n)
	return rows, all, err
}

func dropRecorded(ctx context.Context, tx *sql.Tx, table string, rows []int64) error {
	if len(rows) == 0 {
		return nil
	}
	_, err := tx.ExecContext(ctx, `
		DELETE FROM changed_`+table+` WHERE rowid IN (SELECT value FROM JSON_EACH(?))`, jsonList(rows))
	return err
}
