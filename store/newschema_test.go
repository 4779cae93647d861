package store

import (
	"database/sql"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

const (
	schemaHead = "-- What migrations/*.sql make of an empty database. Do not edit: make golden writes it.\n\n"
	schemaRows = `-- A version 4 UUID, made once: merged exports keep their Atom id for ever.
INSERT INTO setting (name, value) VALUES ('feed_id', 'urn:uuid:' || lower(
	hex(randomblob(4)) || '-' ||
	hex(randomblob(2)) || '-4' ||
	substr(hex(randomblob(2)), 2) || '-' ||
	substr('89AB', 1 + (random() & 3), 1) ||
	substr(hex(randomblob(2)), 2) || '-' ||
	hex(randomblob(6))));

INSERT INTO entry_text (entry_text) VALUES ('automerge=8');
`
)

// A new database is what the migrations make of an empty one.
func TestNewSchema(t *testing.T) {
	t.Parallel()
	migrated := migratedDatabase(t)
	if *update {
		text := schemaHead + strings.Join(statements(t, migrated), ";\n\n") + ";\n\n" + schemaRows
		if err := os.WriteFile("schema.sql", []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		return // the file is embedded in the next build
	}
	made := newStore(t).db
	if diff := cmp.Diff(statements(t, migrated), statements(t, made)); diff != "" {
		t.Errorf("schema (-migrations +schema.sql, which make golden writes):\n%s", diff)
	}
	if diff := cmp.Diff(contents(t, migrated), contents(t, made)); diff != "" {
		t.Errorf("numbers of rows and settings (-migrations +schemaRows):\n%s", diff)
	}
}

// migratedDatabase is an empty database that all migrations were applied to.
func migratedDatabase(t *testing.T) *sql.DB {
	t.Helper()
	db := pool(filepath.Join(t.TempDir(), "migrated.db"), writing, 1)
	t.Cleanup(func() { db.Close() })
	if err := inTx(t.Context(), db, func(tx *sql.Tx) error { return applyScripts(t.Context(), tx, 0, schemaVersion()) }); err != nil {
		t.Fatal(err)
	}
	return db
}

// statements returns what makes the tables, indexes and triggers of a database,
// without those that SQLite makes itself.
func statements(t *testing.T, db *sql.DB) []string {
	t.Helper()
	return texts(t, db, `
		SELECT sql FROM sqlite_schema s
		WHERE sql IS NOT NULL AND name NOT GLOB 'sqlite_*' AND NOT EXISTS (
			SELECT 1 FROM sqlite_schema v WHERE v.sql LIKE 'CREATE VIRTUAL %' AND s.name GLOB v.name || '_*' AND s.type = 'table')
		ORDER BY rowid`)
}

// contents returns how many rows each table has, the names of settings and how the
// word index is set up.
func contents(t *testing.T, db *sql.DB) []string {
	t.Helper()
	var all []string
	for _, table := range texts(t, db, `SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name`) {
		all = append(all, texts(t, db, fmt.Sprintf(`SELECT '%[1]s ' || COUNT(*) FROM %[1]s`, table))...)
	}
	all = append(all, texts(t, db, `SELECT name || LENGTH(value) FROM setting ORDER BY name`)...)
	return append(all, texts(t, db, `SELECT id || ' ' || value FROM entry_text_stat ORDER BY id`)...)
}

func texts(t *testing.T, db *sql.DB, query string) []string {
	t.Helper()
	all, err := collect(t.Context(), db, func(text *string) []any { return []any{text} }, query)
	if err != nil {
		t.Fatal(err)
	}
	return all
}
