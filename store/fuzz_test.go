package store

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

// A line of an archive that is taken can be written again as it was, and never
// has a value that its column does not hold.
func FuzzArchiveLine(f *testing.F) {
	for _, line := range []string{
		feedLine,
		entryLine(`"unread":true,"published":253402300800`),
		`{"type":"tag","subscription_id":7,"tag":"x"}`,
		`{"type":"pruned","subscription_id":-1,"ref":"AAAA","updated":"9999-12-31T23:59:59-12:00"}`,
		`{"type":"mute","id":3,"pattern":"/x/","subscription_id":null,"added_at":"0000-01-01T00:00:00+12:00"}`,
		`{"type":"host","authority":"a:1965","refused":false,"fingerprint":"aa","not_after":-1e3}`,
		`{"type":"authority","robots":"","robots_known":true,"defer_for":8589934592}`,
		`{"type":"setting","name":"\u0000","value":"\ud800"}`,
	} {
		f.Add(line)
	}
	columns := map[string][]column{}
	for _, t := range archivedTables() {
		var err error
		if columns[t.name], err = columnsOf(f.Context(), newStore(f).db, t.name, t.columns); err != nil {
			f.Fatal(err)
		}
	}
	r := &archiveReader{columns: columns}
	f.Fuzz(func(t *testing.T, line string) {
		row, err := r.row([]byte(line))
		if err != nil {
			return
		}
		values := make([]any, len(columns[row.table]))
		want := map[string]any{} // row, with null for what was left out
		for i, c := range columns[row.table] {
			values[i], want[c.name] = asKept(t, c, row.values[c.name]), row.values[c.name]
		}
		written, err := rowAsJSON(row.table, columns[row.table], values)
		if err != nil {
			t.Fatal(err)
		}
		again, err := r.row(written)
		if err != nil {
			t.Fatalf("%s: %v", written, err)
		}
		if diff := cmp.Diff(want, again.values); diff != "" {
			t.Errorf("%s (-read +read again):\n%s", written, diff)
		}
	})
}

// asKept is a value as SQLite gives it back.
func asKept(t *testing.T, c column, value any) any {
	t.Helper()
	kept, kind := value, kindText
	switch v := value.(type) {
	case nil:
		return nil
	case string:
	case []byte:
		kind = kindBytes
	case bool:
		kind, kept = kindFlag, int64(0)
		if v {
			kept = int64(1)
		}
	case int64:
		kind = kindNumber
	}
	if kind != heldAs(c.kind) {
		t.Errorf("%s holds %T", c.name, value)
	}
	return kept
}

// heldAs is the simplest kind with the same type in the database.
func heldAs(k kind) kind {
	switch k {
	case kindNumber, kindCount, kindNumberOrAll, kindSeconds, kindTime:
		return kindNumber
	case kindFlag, kindBytes:
		return k
	}
	return kindText
}
