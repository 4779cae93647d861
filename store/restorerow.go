package store

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"strings"
)

// A lineError says what is wrong with a line of an archive.
type lineError struct{ message string }

func (e *lineError) Error() string { return e.message }

func lineErrorf(format string, args ...any) error {
	return &lineError{fmt.Sprintf(format, args...)}
}

// store stores one line.
func (r *restorer) store(ctx context.Context, line []byte) error {
	name, row, err := r.parse(line)
	if err != nil {
		return err
	}
	if id, ok := row["subscription_id"].(int64); ok {
		if row["subscription_id"], ok = r.feeds[id]; !ok {
			return lineErrorf("no feed before this line has the number %d", id)
		}
	}
	switch name {
	case "entry":
		away, err := r.staysPruned(ctx, row)
		if away || err != nil {
			return err
		}
	case "mute":
		pattern, _ := row["pattern"].(string)
		if err := (Mute{Pattern: pattern}).Check(); err != nil {
			return lineErrorf("%v", err)
		}
	case "identity", "identity_use":
		if err := r.sameIdentity(ctx, row); err != nil {
			return err
		}
	}
	return r.insert(ctx, name, row)
}

// parse reads a line as a row of a table.
func (r *restorer) parse(line []byte) (table string, row map[string]any, err error) {
	var values map[string]json.RawMessage
	if json.Unmarshal(line, &values) != nil || values == nil {
		return "", nil, lineErrorf("not one JSON object")
	}
	table, _ = scalar(values["type"]).(string)
	delete(values, "type")
	columns, ok := r.columns[table]
	if !ok {
		return "", nil, lineErrorf("unknown type %q", table)
	}
	row = map[string]any{}
	for _, c := range columns {
		value, ok := values[c.name]
		if !ok {
			continue
		}
		if row[c.name], err = c.fromJSON(scalar(value)); err != nil {
			return "", nil, lineErrorf("%v", err)
		}
	}
	if len(row) < len(values) {
		return "", nil, lineErrorf("a key that no %s has", table)
	}
	return table, row, nil
}

// scalar is a JSON value as [column.fromJSON] takes it. Lists and objects, which no
// column holds, are left as they are: their values would take many times their size.
func scalar(value json.RawMessage) (v any) {
	if len(value) > 0 && (value[0] == '[' || value[0] == '{') {
		return value
	}
	dec := json.NewDecoder(bytes.NewReader(value))
	dec.UseNumber()
	_ = dec.Decode(&v) // it was read before
	return v
}

// staysPruned reports whether an entry was pruned here and has no later date in
// the archive.
func (r *restorer) staysPruned(ctx context.Context, row map[string]any) (stays bool, err error) {
	ref, _ := row["ref"].(string)
	err = r.tx.QueryRowContext(ctx, `
		SELECT EXISTS (SELECT 1 FROM pruned WHERE subscription_id = ? AND ref = ? AND updated >= ? AND detached_at IS NULL)`,
		row["subscription_id"], hashOf(ref), row["updated"]).Scan(&stays)
	return stays, err
}

// sameIdentity returns an error for a row that speaks of an identity of which
// there is another here under the same name: that one is not shown in its stead.
func (r *restorer) sameIdentity(ctx context.Context, row map[string]any) error {
	name, _ := row["name"].(string)
	var other bool
	err := r.tx.QueryRowContext(ctx, `
		SELECT EXISTS (SELECT 1 FROM identity WHERE name = ? AND certificate <> ?)`,
		name, row["certificate"]).Scan(&other)
	if err != nil {
		return err
	}
	if other {
		r.others[name] = true
	}
	if r.others[name] {
		return lineErrorf("there is another identity %s here", name)
	}
	return nil
}

// insert stores a row. Its number stays if it is higher than all that were
// given in its table, here or by the archive.
func (r *restorer) insert(ctx context.Context, table string, row map[string]any) error {
	number, numbered := row["id"].(int64)
	if number <= r.last[table] {
		delete(row, "id")
	}
	var names []string
	var args []any
	for _, c := range r.columns[table] {
		if value, ok := row[c.name]; ok {
			names, args = append(names, c.name), append(args, value)
		}
	}
	if len(names) == 0 {
		return lineErrorf("a %s without any value", table)
	}
	query := `
		INSERT INTO ` + table + ` (` + strings.Join(names, ", ") + `)
		VALUES (` + marks(len(names)) + `)
		` + r.tables[table].merge
	if !strings.Contains(r.tables[table].merge, "RETURNING") {
		_, err := r.tx.ExecContext(ctx, query, args...)
		return err
	}
	var id int64
	if err := r.tx.QueryRowContext(ctx, query, args...).Scan(&id); err != nil {
		return err
	}
	r.last[table] = max(r.last[table], id)
	if table == "subscription" && numbered {
		r.feeds[number] = id
	}
	return nil
}
