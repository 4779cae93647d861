package store

import (
	"fmt"
	"slices"
	"strings"
)

// A changedGroup is what a change did to a table: it changed the values of a column or, if
// ColumnName is empty, added or deleted rows.
type changedGroup struct {
	TableName, ColumnName string
	Added                 bool
	Rows                  int // how many
}

// ofGroup holds for the recorded values v of a group of a change.
const ofGroup = `v.change_id = ?1 AND v.table_name = ?2 AND v.column_name = ?3 AND (v.new IS NOT NULL OR v.column_name <> '') = ?4`

// undoValues restores values from before a change if they are still as the change left them,
// group by group in reverse order. If the change gave a feed another URL or format and the page
// was read since, the page is due again.
func (tx *transaction) undoValues(u *UndoResult) {
	tables := tx.recordedTables()
	groups := allRows[changedGroup](tx, `
		SELECT table_name, column_name, column_name = '' AND new IS NOT NULL AS added, COALESCE(SUM(last_key - first_key + 1), COUNT(*)) AS rows
		FROM changed_value
		WHERE change_id = ? GROUP BY 1, 2, 3 ORDER BY MAX(id) DESC`, u.ID)
	for _, g := range groups {
		done := 0
		args := []any{u.ID, g.TableName, g.ColumnName, g.Added || g.ColumnName != ""}
		i := slices.IndexFunc(tables, func(t recordedTable) bool { return t.name == g.TableName })
		switch {
		case i < 0: // an earlier schema had it
		case g.ColumnName == "":
			done = tx.undoRows(tables[i], g.Added, args)
		case slices.Contains(tables[i].columns, g.ColumnName):
			done = tx.exec(strings.NewReplacer("$table", g.TableName, "$column", g.ColumnName, "$number", tables[i].number, "$byPerson", byPerson(g.ColumnName)).Replace(`
				UPDATE OR IGNORE $table SET $column = v.old $byPerson FROM changed_value v
				WHERE `+ofGroup+` AND $table.$number BETWEEN v.first_key AND v.last_key AND $table.$column IS v.new`), args...)
		}
		u.Restored += done
		if counts(u.Command, g) {
			u.Left += g.Rows - done
		}
	}
	tx.exec(`
		UPDATE subscription SET digest = ''
		WHERE digest NOT IN (SELECT old FROM changed_value WHERE change_id = ?1 AND table_name = 'subscription' AND column_name = 'digest')
			AND id IN (SELECT s.id FROM changed_value v JOIN subscription s ON s.id BETWEEN v.first_key AND v.last_key
				WHERE v.change_id = ?1 AND v.table_name = 'subscription' AND v.column_name IN ('url', 'format', 'format_chosen'))`, u.ID)
	tx.exec(`
		INSERT OR IGNORE INTO unindexed
		SELECT id FROM entry WHERE id NOT IN (SELECT docid FROM entry_text_docsize) AND id IN (
			SELECT old ->> '$.id' FROM changed_value WHERE change_id = ? AND table_name = 'entry' AND column_name = '')`, u.ID)
}

// byPerson returns the assignment that notes that a person set the mark in a column: restored marks
// count as set. It returns "" for other columns.
func byPerson(column string) string {
	switch column {
	case "unread":
		return ", marked = marked | 3"
	case "starred":
		return ", marked = marked | 4"
	}
	return ""
}

// counts reports whether undo counts the values of g that it leaves as they are. It does not count
// columns that checks write, nor the tags and entries of a removed feed.
func counts(command string, g changedGroup) bool {
	switch {
	case g.TableName != "subscription":
		return command != "remove" && command != "undo"
	case g.ColumnName != "":
		return slices.Contains(userColumns(), g.ColumnName)
	}
	return true
}

// undoRows deletes rows that the change added, if they are still as added, or restores rows that
// it deleted, unless another row has their key or a row that they refer to is gone. It returns
// how many. A title may have changed: what is kept for later gets one with its text.
func (tx *transaction) undoRows(t recordedTable, added bool, args []any) int {
	had := allRows[string](tx, `
		SELECT key FROM JSON_EACH((SELECT COALESCE(v.old, v.new) FROM changed_value v WHERE `+ofGroup+` LIMIT 1))`, args...)
	had = slices.DeleteFunc(had, func(name string) bool { return !slices.Contains(t.columns, name) })
	if added {
		return tx.exec(`
			DELETE FROM `+t.name+`
			WHERE (`+strings.Join(t.key, ", ")+`) IN (SELECT `+jsonValues("v.new", t.key)+` FROM changed_value v WHERE `+ofGroup+`)
				AND JSON_REMOVE(`+jsonObject("", had)+`, '$.title', '$.provisional') IN (
					SELECT JSON_REMOVE(v.new, '$.title', '$.provisional') FROM changed_value v WHERE `+ofGroup+`)`, args...)
	}
	complete := tx.referencesExist(t.name, func(column string) string { return jsonValue("v.old", column) })
	return tx.exec(`
		INSERT OR IGNORE INTO `+t.name+` (`+strings.Join(had, ", ")+`)
		SELECT `+jsonValues("v.old", had)+` FROM changed_value v WHERE `+ofGroup+complete, args...)
}

// referencesExist returns conditions that the rows exist to which a row of a table refers.
// value returns an expression for the row's value of a column.
func (tx *transaction) referencesExist(table string, value func(column string) string) (conditions string) {
	type reference struct{ From, Table, To string }
	for _, r := range allRows[reference](tx, `SELECT "from", "table", "to" FROM pragma_foreign_key_list(?)`, table) {
		v := value(r.From)
		conditions += fmt.Sprintf(" AND (%s IS NULL OR %[1]s IN (SELECT %[3]s FROM %[2]s))", v, r.Table, r.To)
	}
	return conditions
}
