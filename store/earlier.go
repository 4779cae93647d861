package store

import (
	"context"
	_ "embed"
	"slices"
	"strings"
)

// A migration renames the tables of the earlier schema, creates those of the current one,
// and copies the rows: columns of the same name as they are, those that changed name or
// meaning as changedColumns says. A merge reads the other database in the same way.

// A changedColumn says how a column is read from the schemas before a version.
type changedColumn struct {
	before int
	table  string
	column string
	value  string // other tables have the prefix aside
}

// aside begins the names of the tables of an earlier schema.
const aside = "aside_"

func changedColumns() []changedColumn {
	return []changedColumn{
		{secondRelease, "subscription", "format_chosen", `format IN ('links', 'page')`}, // which are never found out
		{secondRelease, "subscription", "feed_updated", `IIF(feed_updated > checked_at + 86400, NULL, feed_updated)`},
		{secondRelease, "subscription", "last_error_kind", `IIF(last_error_kind = 'key changed', '', last_error_kind)`},
		{secondRelease, "subscription", "read_url", `IIF(first_unread IS NULL, IIF(moved_from = '', url, moved_from), '')`},
		{secondRelease, "entry", "link", `url`},
	}
}

// A reading is how rows of an earlier schema are read for a table of the current one.
type reading struct {
	columns []typedColumn // of the table
	values  []string      // expressions for them
}

// readingOf returns how a table is read from a schema in which it has columns theirs.
func readingOf(version int, table string, ours, theirs []typedColumn) reading {
	var r reading
	changed := map[string]string{}
	for _, c := range changedColumns() {
		if c.table == table && version < c.before {
			changed[c.column] = c.value
		}
	}
	for _, c := range ours {
		value, ok := changed[c.name]
		if !ok {
			value = c.name
			ok = slices.ContainsFunc(theirs, func(their typedColumn) bool { return their.name == c.name })
		}
		if ok {
			r.columns, r.values = append(r.columns, c), append(r.values, value)
		}
	}
	return r
}

// names returns the names of the columns, with commas between.
func (r reading) names() string {
	var names []string
	for _, c := range r.columns {
		names = append(names, c.name)
	}
	return strings.Join(names, ", ")
}

// tidy is what the copied rows of an earlier schema need, see tidy.sql.
//
//go:embed tidy.sql
var tidy string

// formerTables are tables that only earlier schemas had, with the columns that tidy reads.
const formerTables = `
	CREATE TEMP TABLE pruned (subscription_id INTEGER NOT NULL, updated INTEGER NOT NULL)`

// replaceSchema migrates a database with the schema of a version to the current one.
func replaceSchema(ctx context.Context, tx *transaction, version int) error {
	if err := setAside(ctx, tx); err != nil {
		return err
	}
	if _, err := tx.ExecContext(ctx, schema+formerTables); err != nil {
		return err
	}
	old, err := column[string](ctx, tx, `
		SELECT name FROM sqlite_schema WHERE type = 'table' AND name GLOB '`+aside+`*' ORDER BY rowid`)
	if err != nil {
		return err
	}
	for _, name := range old { // first those to which others refer
		if err := copyFrom(ctx, tx, version, name); err != nil {
			return err
		}
	}
	// The last AUTOINCREMENT numbers are still under the names of the renamed tables.
	const numbers = `
		DELETE FROM sqlite_sequence WHERE name NOT GLOB '` + aside + `*';
		UPDATE sqlite_sequence SET name = REPLACE(name, '` + aside + `', '')`
	if _, err := tx.ExecContext(ctx, tidy+numbers+keysOf(version)); err != nil {
		return err
	}
	for _, name := range slices.Backward(old) {
		if _, err := tx.ExecContext(ctx, `DROP TABLE `+name); err != nil {
			return err
		}
	}
	if err := linkPosts(ctx, tx); err != nil {
		return err
	}
	return reindex(ctx, tx)
}

// keysOf copies the pinned keys, which the releases keep in a table of their own. A key that
// was refused is reported again.
func keysOf(version int) string {
	visited := `visited_at`
	if version == firstRelease {
		visited = `NULL`
	}
	return `;
		INSERT INTO authority (authority, fingerprint, not_after, seen_at, visited_at)
		SELECT authority, fingerprint, not_after, seen_at, ` + visited + ` FROM ` + aside + `host WHERE refused = 0
		ON CONFLICT DO UPDATE SET
			fingerprint = excluded.fingerprint,
			not_after = excluded.not_after,
			seen_at = excluded.seen_at,
			visited_at = excluded.visited_at`
}

// setAside renames all tables, and drops what belongs to them.
func setAside(ctx context.Context, tx *transaction) error {
	statements, err := column[string](ctx, tx, `
		SELECT IIF(l.type = 'table', 'ALTER TABLE ' || s.name || ' RENAME TO `+aside+`' || s.name, 'DROP ' || s.type || ' ' || s.name)
		FROM sqlite_schema s LEFT JOIN pragma_table_list l ON l.schema = 'main' AND l.name = s.name
		WHERE s.sql IS NOT NULL AND s.name NOT GLOB 'sqlite_*' AND l.type IS NOT 'shadow'
		ORDER BY INSTR('trigger index view table', s.type), l.type = 'table'`)
	for _, statement := range statements {
		if err == nil {
			_, err = tx.ExecContext(ctx, statement)
		}
	}
	return err
}

// copyFrom copies the rows of a table that was set aside, if the current schema has it.
func copyFrom(ctx context.Context, tx *transaction, version int, old string) error {
	table := strings.TrimPrefix(old, aside)
	ours, err := ordinaryColumns(ctx, tx, table)
	if err != nil || len(ours) == 0 {
		return err
	}
	theirs, err := ordinaryColumns(ctx, tx, old)
	if err != nil {
		return err
	}
	complete, err := referencesExist(ctx, tx, table, func(column string) string { return column })
	if err != nil {
		return err
	}
	r := readingOf(version, table, ours, theirs)
	_, err = tx.ExecContext(ctx, `
		INSERT OR REPLACE INTO `+table+` (`+r.names()+`)
		SELECT `+strings.Join(r.values, ", ")+` FROM `+old+` WHERE TRUE`+complete)
	return err
}
