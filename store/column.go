package store

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"
)

// A column is one of a table, as an archive has it.
type column struct {
	name string
	kind kind
}

// A kind says what a column holds, which is more than its type in SQLite.
type kind int

const (
	kindText   kind = iota
	kindNumber      // an integer
	kindFlag        // 0 or 1, in JSON false or true
	kindTime        // Unix seconds, in JSON RFC 3339 if that has a form for it
	kindBytes       // in JSON base64
)

// columnsOf returns the columns of a table in their order.
func columnsOf(ctx context.Context, q querier, table string) ([]column, error) {
	rows, err := q.QueryContext(ctx, `
		SELECT name, type FROM pragma_table_info(?) ORDER BY cid`, table)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var columns []column
	for rows.Next() {
		var name, declared string
		if err := rows.Scan(&name, &declared); err != nil {
			return nil, err
		}
		columns = append(columns, column{name, kindOf(name, declared)})
	}
	return columns, rows.Err()
}

func kindOf(name, declared string) kind {
	flags := []string{"unread", "starred", "ignore_robots", "format_chosen", "refused", "robots_known"}
	times := []string{"updated", "feed_updated", "published", "first_seen", "not_after", "robots_failing_since", "defer_until", "wait_until"}
	switch {
	case declared == "TEXT":
		return kindText
	case declared == "BLOB":
		return kindBytes
	case slices.Contains(flags, name):
		return kindFlag
	case slices.Contains(times, name), strings.HasSuffix(name, "_at"):
		return kindTime
	}
	return kindNumber
}

func columnNames(columns []column) []string {
	names := make([]string, len(columns))
	for i, c := range columns {
		names[i] = c.name
	}
	return names
}

// toJSON returns what stands in an archive for a value of the database.
func (c column) toJSON(value any) any {
	n, isNumber := value.(int64)
	switch {
	case c.kind == kindFlag && isNumber:
		return n != 0
	case c.kind == kindTime && isNumber:
		t := time.Unix(n, 0).UTC()
		if t.Year() < 0 || t.Year() > 9999 { // for which RFC 3339 has no form
			return n
		}
		return t.Format(time.RFC3339)
	}
	return value
}

// fromJSON is the way back, for what [json.Decoder.UseNumber] gives. A value of
// another kind would be kept by SQLite, and break what reads it.
func (c column) fromJSON(value any) (any, error) {
	if value == nil {
		return nil, nil
	}
	switch c.kind {
	case kindFlag:
		if on, ok := value.(bool); ok {
			return on, nil
		}
		return nil, fmt.Errorf("%s is neither true nor false", c.name)
	case kindNumber:
		// As many seconds fit into a time.Duration.
		return c.number(value, -1, 1<<33)
	case kindTime:
		return c.time(value)
	}
	text, ok := value.(string)
	if !ok {
		return nil, fmt.Errorf("%s is no string", c.name)
	}
	if c.kind == kindText {
		return text, nil
	}
	data, err := base64.StdEncoding.DecodeString(text)
	if err != nil {
		return nil, fmt.Errorf("%s is no base64", c.name)
	}
	return data, nil
}

func (c column) time(value any) (any, error) {
	if text, ok := value.(string); ok {
		t, err := time.Parse(time.RFC3339, text)
		if err != nil {
			return nil, fmt.Errorf("%s is no time of RFC 3339", c.name)
		}
		return t.Unix(), nil
	}
	const most = 1 << 40 // 35,000 years
	return c.number(value, -most, most)
}

func (c column) number(value any, least, most int64) (any, error) {
	text, ok := value.(json.Number)
	if !ok {
		return nil, fmt.Errorf("%s is no number", c.name)
	}
	n, err := text.Int64()
	if err != nil || n < least || n > most {
		return nil, fmt.Errorf("%s is no whole number from %d to %d", c.name, least, most)
	}
	return n, nil
}
