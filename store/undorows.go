package store

import (
	"context"
	"fmt"
	"slices"
	"strings"
)

// An undoTx is a transaction that undoes a change.
type undoTx struct {
	*transaction
	undone *Undone
	tables []recordedTable
}

// A changedGroup is what a change did to a table: it changed the values of a column, or
// where that is empty, added or deleted rows.
type changedGroup struct {
	table, column string
	added         bool
	rows          int // of how many
}

// ofGroup holds for the recorded values of a group of a change.
const ofGroup = `change_id = ?1 AND table_name = ?2 AND column_name = ?3 AND (new IS NOT NULL OR column_name <> '') = ?4`

func (tx *undoTx) args(g changedGroup) []any {
	return []any{tx.undone.ID, g.table, g.column, g.added || g.column != ""}
}

// undo undoes the change's groups in reverse order.
func (tx *undoTx) undo(ctx context.Context) (err error) {
	if tx.tables, err = recordedTables(ctx, tx); err != nil {
		return err
	}
	feeds, err := tx.beginFeeds(ctx)
	if err != nil {
		return err
	}
	groups, err := collect(ctx, tx, func(g *changedGroup) []any { return []any{&g.table, &g.column, &g.added, &g.rows} }, `
		SELECT table_name, column_name, column_name = '' AND new IS NOT NULL, COALESCE(SUM(last_key - first_key + 1), COUNT(*))
		FROM changed_value
		WHERE change_id = ? GROUP BY 1, 2, 3 ORDER BY MAX(id) DESC`, tx.undone.ID)
	if err != nil {
		return err
	}
	for _, g := range groups {
		done, err := tx.undoGroup(ctx, g)
		if err != nil {
			return doing("table "+g.table, err)
		}
		tx.undone.Restored += done
		if tx.counts(g) {
			tx.undone.Left += g.rows - done
		}
	}
	return tx.endFeeds(ctx, feeds)
}

// counts reports whether the values of g that undo leaves alone are counted: not columns
// that checks write, nor the rows that belonged to a removed feed.
func (tx *undoTx) counts(g changedGroup) bool {
	switch {
	case g.table != "subscription":
		return tx.undone.Command != "remove" && tx.undone.Command != "undo"
	case g.column != "":
		return slices.Contains(userColumns(), g.column)
	}
	return true
}

// undoGroup undoes a group, and returns the number of rows undone.
func (tx *undoTx) undoGroup(ctx context.Context, g changedGroup) (done int, err error) {
	i := slices.IndexFunc(tx.tables, func(t recordedTable) bool { return t.name == g.table })
	switch {
	case i < 0: // a newer schema does not have it
	case g.column == "":
		return tx.undoRows(ctx, tx.tables[i], g)
	case slices.Contains(tx.tables[i].columns, g.column):
		return tx.undoValues(ctx, tx.tables[i], g)
	}
	return 0, nil
}

// undoValues restores the values from before the change in rows that still have those that
// it set.
func (tx *undoTx) undoValues(ctx context.Context, t recordedTable, g changedGroup) (done int, err error) {
	type values struct {
		first, last int64
		old, new    any
	}
	changed, err := collect(ctx, tx, func(v *values) []any { return []any{&v.first, &v.last, &v.old, &v.new} }, `
		SELECT first_key, last_key, old, new FROM changed_value WHERE `+ofGroup+` ORDER BY id DESC`, tx.args(g)...)
	for _, v := range changed {
		if err != nil {
			break
		}
		var n int
		n, err = affected(ctx, tx.transaction, `
			UPDATE OR IGNORE `+t.name+` SET `+g.column+` = ? WHERE `+t.number+` BETWEEN ? AND ? AND `+g.column+` IS ?`,
			v.old, v.first, v.last, v.new)
		done += n
	}
	return done, err
}

// undoRows deletes rows that the change added, if they are still as added, or restores rows
// that it deleted, unless another row has their key or a row that they refer to is gone.
func (tx *undoTx) undoRows(ctx context.Context, t recordedTable, g changedGroup) (int, error) {
	had, err := column[string](ctx, tx, `
		SELECT key FROM JSON_EACH((SELECT COALESCE(old, new) FROM changed_value WHERE `+ofGroup+` LIMIT 1))`, tx.args(g)...)
	if err != nil {
		return 0, err
	}
	had = slices.DeleteFunc(had, func(name string) bool { return !slices.Contains(t.columns, name) })
	if g.added {
		return affected(ctx, tx.transaction, `
			DELETE FROM `+t.name+`
			WHERE (`+strings.Join(t.key, ", ")+`) IN (SELECT `+jsonValues("new", t.key)+` FROM changed_value WHERE `+ofGroup+`)
				AND `+jsonObject("", had)+` IN (SELECT new FROM changed_value WHERE `+ofGroup+`)`, tx.args(g)...)
	}
	complete, err := referencesExist(ctx, tx, t.name, func(column string) string { return jsonValue("old", column) })
	if err != nil {
		return 0, err
	}
	done, err := affected(ctx, tx.transaction, `
		INSERT OR IGNORE INTO `+t.name+` (`+strings.Join(had, ", ")+`)
		SELECT `+jsonValues("old", had)+` FROM changed_value WHERE `+ofGroup+complete, tx.args(g)...)
	if err == nil && t.name == "entry" {
		err = tx.indexRestored(ctx)
	}
	return done, err
}

// indexRestored lists restored entries in table unindexed.
func (tx *undoTx) indexRestored(ctx context.Context) error {
	_, err := tx.ExecContext(ctx, `
		INSERT OR IGNORE INTO unindexed
		SELECT id FROM entry WHERE id NOT IN (SELECT docid FROM entry_text_docsize) AND id IN (
			SELECT old ->> '$.id' FROM changed_value WHERE change_id = ? AND table_name = 'entry' AND column_name = '')`, tx.undone.ID)
	return err
}

// referencesExist returns conditions that the rows exist to which a row of a table refers.
// value returns an expression for the row's value of a column.
func referencesExist(ctx context.Context, q querier, table string, value func(column string) string) (conditions string, err error) {
	type reference struct{ from, table, to string }
	all, err := collect(ctx, q, func(r *reference) []any { return []any{&r.from, &r.table, &r.to} }, `
		SELECT "from", "table", "to" FROM pragma_foreign_key_list(?)`, table)
	for _, r := range all {
		v := value(r.from)
		conditions += fmt.Sprintf(" AND (%s IS NULL OR %[1]s IN (SELECT %[3]s FROM %[2]s))", v, r.table, r.to)
	}
	return conditions, err
}
