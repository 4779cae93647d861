package store

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// A snapshot has the values of rows by table, key and column. With it tests compare databases
// without the code that records changes.
type snapshot map[string]map[string]map[string]any

// derivedTables are computed from other tables, or belong to the code under test.
var derivedTables = []string{"change", "changed_value", "unindexed"}

// snapshotOf reads all tables but virtual ones and derivedTables.
func snapshotOf(t testing.TB, s *Store) snapshot {
	t.Helper()
	all := snapshot{}
	names := textsOf(t, s, `SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND name NOT GLOB 'sqlite_*'`)
	for _, name := range names {
		if slices.Contains(derivedTables, name) {
			continue
		}
		all[name] = tableRows(t, s, name)
	}
	return all
}

// textsOf returns the texts of a query of one column.
func textsOf(t testing.TB, s *Store, query string) []string {
	t.Helper()
	tx := s.reader(t.Context())
	all := allRows[string](tx, query)
	if tx.err != nil {
		t.Fatal(tx.err)
	}
	return all
}

func tableRows(t testing.TB, s *Store, table string) map[string]map[string]any {
	t.Helper()
	key := textsOf(t, s, `SELECT name FROM pragma_table_xinfo('`+table+`') WHERE pk > 0 ORDER BY pk`)
	rows, err := s.db.QueryContext(t.Context(), `SELECT * FROM `+table)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	columns, _ := rows.Columns()
	all := map[string]map[string]any{}
	for rows.Next() {
		values := make([]any, len(columns))
		fields := make([]any, len(columns))
		for i := range values {
			fields[i] = &values[i]
		}
		if err := rows.Scan(fields...); err != nil {
			t.Fatal(err)
		}
		row := map[string]any{}
		for i, name := range columns {
			row[name] = values[i]
		}
		delete(row, "marked") // what is undone a person did too
		var id []string
		for _, name := range key {
			id = append(id, fmt.Sprint(row[name]))
		}
		all[strings.Join(id, " ")] = row
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return all
}
