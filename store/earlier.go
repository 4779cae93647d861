package store

import (
	_ "embed"
	"slices"
	"strings"
)

// A migration renames the tables of the earlier schema, creates those of the current one,
// and copies the rows. It copies a column that changed its name or meaning as changedColumns
// says, and the others as they are.

// A changedColumn says how a column is read from the schemas before a version.
type changedColumn struct {
	before int
	table  string
	column string
	value  string
}

// aside is the prefix that setAside gives to the names of an earlier schema's tables.
const aside = "aside_"

func changedColumns() []changedColumn {
	return []changedColumn{
		{20, "machine_line", "seen_at", `seen_at / 1000000000`},
		{20, "machine_file", "modified_at", `0`}, // so that the file is read again
		{20, "machine_file", "size", `0`},
		{21, "subscription", "paused", pausedByFile},
		{21, "subscription", "state", `IIF(` + pausedByFile + `, IIF(first_unread IS NULL, 'ok', 'new'), state)`},
		{21, "subscription", "reach", `IIF(` + pausedByFile + ` AND reach = '', 'public', reach)`},
		{21, "subscription", "last_error", `IIF(` + pausedByFile + `, '', last_error)`},
		{21, "entry", "nearness", `own`},
		{21, "entry", "section", `INSTR(ref, COALESCE(link, ref) || '#') = 1 AND (SELECT format FROM subscription s WHERE s.id = subscription_id) = 'headings'`},
		{21, "entry", "provisional", `COALESCE(link, ref) IN (title, 'gemini://' || title)`},
		{20, "post_link", "url", `COALESCE(url, 'gemini://' || page)`},
	}
}

// pausedByFile holds for a feed that a file paused before version 21: its error said so.
const pausedByFile = `(state = 'paused' AND (
	last_error GLOB 'imported*' OR last_error GLOB 'came from another machine*' OR last_error GLOB 'has the settings of another machine*'))`

// ordinaryColumns returns the columns of a table that are not generated.
func ordinaryColumns(tx *transaction, table string) []string {
	return allRows[string](tx, `SELECT name FROM pragma_table_xinfo(?) WHERE hidden = 0 ORDER BY cid`, table)
}

// columnsFrom returns those of a table's columns that can be read from the schema of version, where
// the table has the columns theirs, and expressions for their values.
func columnsFrom(version int, table string, ours, theirs []string) (names, values []string) {
	changed := map[string]string{}
	for _, c := range changedColumns() {
		if c.table == table && version < c.before {
			changed[c.column] = c.value
		}
	}
	for _, name := range ours {
		value := changed[name]
		if value == "" && slices.Contains(theirs, name) {
			value = name
		}
		if value != "" {
			names, values = append(names, name), append(values, value)
		}
	}
	return names, values
}

// tidy020 converts the copied rows of a schema before 20, see tidy020.sql.
//
//go:embed tidy020.sql
var tidy020 string

// tidy021 converts the copied rows of a schema before 21, see tidy021.sql.
//
//go:embed tidy021.sql
var tidy021 string

// tidy computes anew what is decided when rows are stored, see tidy.sql.
//
//go:embed tidy.sql
var tidy string

// replaceSchema migrates a database with the schema of a version to the current one.
func (tx *transaction) replaceSchema(version int) {
	tx.setAside()
	tx.exec(schema)
	old := allRows[string](tx, `
		SELECT name FROM sqlite_schema WHERE type = 'table' AND name GLOB '`+aside+`*' ORDER BY rowid`)
	for _, name := range old { // first the tables to which others refer
		tx.copyFrom(version, name)
	}
	// The last AUTOINCREMENT numbers are still under the names of the renamed tables.
	const numbers = `
		DELETE FROM sqlite_sequence WHERE name NOT GLOB '` + aside + `*';
		UPDATE sqlite_sequence SET name = REPLACE(name, '` + aside + `', '')`
	if version < 20 {
		tx.exec(tidy020)
	}
	if version < 21 {
		tx.exec(tidy021)
	}
	tx.exec(tidy + numbers)
	for _, name := range slices.Backward(old) {
		tx.exec(`DROP TABLE ` + name)
	}
	if tx.err == nil {
		tx.reindex()
	}
}

// setAside puts the prefix aside before the names of all tables, and drops the triggers, indexes,
// views and virtual tables.
func (tx *transaction) setAside() {
	for _, statement := range allRows[string](tx, `
		SELECT IIF(l.type = 'table', 'ALTER TABLE ' || s.name || ' RENAME TO `+aside+`' || s.name, 'DROP ' || s.type || ' ' || s.name)
		FROM sqlite_schema s LEFT JOIN pragma_table_list l ON l.schema = 'main' AND l.name = s.name
		WHERE s.sql IS NOT NULL AND s.name NOT GLOB 'sqlite_*' AND l.type IS NOT 'shadow'
		ORDER BY INSTR('trigger index view table', s.type), l.type = 'table'`) {
		tx.exec(statement)
	}
}

// copyFrom copies the rows of old, a table that was set aside, if the current schema has the
// table. It leaves out rows that refer to missing rows.
func (tx *transaction) copyFrom(version int, old string) {
	table := strings.TrimPrefix(old, aside)
	ours := ordinaryColumns(tx, table)
	if len(ours) == 0 {
		return
	}
	names, values := columnsFrom(version, table, ours, ordinaryColumns(tx, old))
	complete := tx.referencesExist(table, func(column string) string { return column })
	tx.exec(`
		INSERT OR REPLACE INTO ` + table + ` (` + strings.Join(names, ", ") + `)
		SELECT ` + strings.Join(values, ", ") + ` FROM ` + old + ` WHERE TRUE` + complete)
}
