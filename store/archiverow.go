package store

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"gemsub/internal/model"
)

// A leftOutError says why a row of an archive is left out; the others are stored.
type leftOutError struct{ message string }

func (e *leftOutError) Error() string { return e.message }

// store stores one line.
func (r *restorer) store(ctx context.Context, line []byte) error {
	name, row, err := r.parse(line)
	if err != nil {
		return err
	}
	if id, ok := row["subscription_id"].(int64); ok {
		if row["subscription_id"], ok = r.feeds[id]; !ok {
			return fmt.Errorf("no feed before this line has the number %d", id)
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
			return err
		}
	case "identity":
		if err := r.sameIdentity(ctx, row); err != nil {
			return err
		}
	case "identity_use":
		if err := r.mayUse(ctx, row); err != nil {
			return err
		}
	}
	return r.insert(ctx, name, row)
}

// parse reads a line as a row of a table.
func (r *restorer) parse(line []byte) (table string, row map[string]any, err error) {
	var values map[string]json.RawMessage
	if json.Unmarshal(line, &values) != nil || values == nil {
		return "", nil, errors.New("not one JSON object")
	}
	table, _ = scalar(values["type"]).(string)
	delete(values, "type")
	columns, ok := r.columns[table]
	if !ok {
		return "", nil, fmt.Errorf("unknown type %q", table)
	}
	row = map[string]any{}
	for _, c := range columns {
		value, ok := values[c.name]
		if !ok {
			continue
		}
		if row[c.name], err = c.fromJSON(scalar(value)); err != nil {
			if errors.Is(err, errTooLong) {
				return "", nil, &leftOutError{err.Error()}
			}
			return "", nil, err
		}
	}
	if len(row) < len(values) {
		return "", nil, fmt.Errorf("a key that no %s has", table)
	}
	return table, row, nil
}

// scalar decodes a JSON value for [column.fromJSON]. It does not decode lists and
// objects, which no column holds: their values could take many times their size.
func scalar(value json.RawMessage) (v any) {
	if len(value) > 0 && (value[0] == '[' || value[0] == '{') {
		return value
	}
	dec := json.NewDecoder(bytes.NewReader(value))
	dec.UseNumber()
	_ = dec.Decode(&v) // it was decoded before without error
	return v
}

// staysPruned reports whether an entry was pruned here and has no later date in the
// archive.
func (r *restorer) staysPruned(ctx context.Context, row map[string]any) (stays bool, err error) {
	ref, _ := row["ref"].(string)
	err = r.tx.QueryRowContext(ctx, `
		SELECT EXISTS (SELECT 1 FROM pruned WHERE subscription_id = ? AND ref = ? AND updated >= ? AND detached_at IS NULL)`,
		row["subscription_id"], idHash(ref), row["updated"]).Scan(&stays)
	return stays, err
}

// sameIdentity returns an error for an identity of which there is another here
// under the same name.
func (r *restorer) sameIdentity(ctx context.Context, row map[string]any) error {
	name, _ := row["name"].(string)
	var other bool
	err := r.tx.QueryRowContext(ctx, `
		SELECT EXISTS (SELECT 1 FROM identity WHERE name = ? AND (certificate, key) IS NOT (?, ?))`,
		name, row["certificate"], row["key"]).Scan(&other)
	if err != nil {
		return err
	}
	if other {
		return &leftOutError{fmt.Sprintf("there is another identity %s here", name)}
	}
	r.identities[name] = true
	return nil
}

// mayUse returns an error for the use of an identity that the archive does not
// hold with its key: who wrote it does not decide where the user's own is shown.
func (r *restorer) mayUse(ctx context.Context, row map[string]any) error {
	name, _ := row["name"].(string)
	if r.identities[name] {
		return nil
	}
	var here bool
	err := r.tx.QueryRowContext(ctx, `
		SELECT EXISTS (SELECT 1 FROM identity WHERE name = ?)`, name).Scan(&here)
	if err == nil && here {
		err = &leftOutError{fmt.Sprintf("the identity %s here is not from the archive", name)}
	}
	return err
}

// insert stores a row. It keeps its number if that is higher than all numbers in its
// table so far.
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
		return fmt.Errorf("a %s without any value", table)
	}
	query := `
		INSERT INTO ` + table + ` (` + strings.Join(names, ", ") + `)
		VALUES (` + placeholders(len(names)) + `)
		` + r.tables[table].merge
	if !strings.Contains(r.tables[table].merge, "RETURNING") {
		result, err := r.tx.ExecContext(ctx, query, args...)
		if err != nil {
			return err
		}
		n, err := result.RowsAffected()
		if n > 0 {
			r.note(table, row)
		}
		return err
	}
	var id int64
	if err := r.tx.QueryRowContext(ctx, query, args...).Scan(&id); err != nil {
		return err
	}
	if table == "subscription" && id > r.last[table] && row["ignore_robots"] == true {
		url, _ := row["url"].(string)
		r.done.IgnoreRobots = append(r.done.IgnoreRobots, url)
	}
	r.last[table] = max(r.last[table], id)
	if table == "subscription" && numbered {
		if _, twice := r.feeds[number]; twice {
			return fmt.Errorf("a second feed with the number %d", number)
		}
		r.feeds[number] = id
	}
	return nil
}

// note adds to the result what the user has to be told by name.
func (r *restorer) note(table string, row map[string]any) {
	name, _ := row["name"].(string)
	authority, _ := row["authority"].(string)
	path, _ := row["path"].(string)
	switch table {
	case "setting":
		r.done.Added[table]++
	case "host":
		if row["refused"] == false {
			r.done.Keys = append(r.done.Keys, authority)
		}
	case "identity":
		r.done.Identities = append(r.done.Identities, name)
	case "identity_use":
		r.done.Uses = append(r.done.Uses, model.IdentityUse{Authority: authority, Path: path, Name: name})
	}
}
