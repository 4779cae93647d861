package store

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
)

// maxArchiveLine bounds a line of an archive, in bytes.
const maxArchiveLine = 4 << 20

// A leftOutError says why a row of an archive is left out; the others are stored.
type leftOutError struct{ message string }

func (e *leftOutError) Error() string { return e.message }

// An archivedRow is a line of an archive: the values of a table's columns.
type archivedRow struct {
	table  string
	values map[string]any
}

// An archiveReader reads the rows of an archive.
type archiveReader struct {
	lines    *bufio.Scanner
	line     int // number of the current one
	more     bool
	columns  map[string][]column // by table
	required map[string][]string // columns that cannot be null, by table
}

// newArchiveReader reads the first line.
func newArchiveReader(ctx context.Context, q querier, in io.Reader) (*archiveReader, error) {
	r := &archiveReader{lines: bufio.NewScanner(in), columns: map[string][]column{}, required: map[string][]string{}}
	r.lines.Buffer(nil, maxArchiveLine)
	for _, t := range archivedTables() {
		var err error
		if r.columns[t.name], err = columnsOf(ctx, q, t.name, t.columns); err != nil {
			return nil, err
		}
		r.required[t.name], err = collect(ctx, q, func(name *string) []any { return []any{name} }, `
			SELECT name FROM pragma_table_info(?) WHERE "notnull" AND dflt_value IS NULL`, t.name)
		if err != nil {
			return nil, err
		}
	}
	return r, r.start()
}

func (r *archiveReader) start() error {
	var head struct {
		Type    string
		Version int
	}
	switch err := r.next(); {
	case err != nil:
		return err
	case !r.more || json.Unmarshal(r.lines.Bytes(), &head) != nil || head.Type != "gemsub":
		return errors.New(`line 1 is not {"type":"gemsub",…}: this is no archive`)
	case head.Version != archiveVersion:
		return fmt.Errorf("line 1: version %d was written by another gemsub (this one knows %d)", head.Version, archiveVersion)
	}
	return nil
}

// next reads the next line, if there is one.
func (r *archiveReader) next() error {
	r.line++
	r.more = r.lines.Scan()
	err := r.lines.Err()
	if errors.Is(err, bufio.ErrTooLong) {
		return fmt.Errorf("line %d is longer than %d MiB", r.line, maxArchiveLine>>20)
	}
	return err
}

// row returns a line as a row. The error is a *[leftOutError] if the row is
// too large.
func (r *archiveReader) row(line []byte) (archivedRow, error) {
	var values map[string]json.RawMessage
	if json.Unmarshal(line, &values) != nil || values == nil {
		return archivedRow{}, errors.New("not one JSON object")
	}
	table, _ := scalar(values["type"]).(string)
	delete(values, "type")
	columns, ok := r.columns[table]
	if !ok {
		return archivedRow{}, fmt.Errorf("unknown type %q", table)
	}
	row := archivedRow{table, map[string]any{}}
	for _, c := range columns {
		value, ok := values[c.name]
		if !ok {
			continue
		}
		var err error
		if row.values[c.name], err = c.fromJSON(scalar(value)); err != nil {
			if errors.Is(err, errTooLong) {
				return row, &leftOutError{err.Error()}
			}
			return row, err
		}
	}
	if len(row.values) < len(values) {
		return row, fmt.Errorf("a key that no %s has", table)
	}
	return row, r.checkRequired(row)
}

// checkRequired returns an error for a row that lacks what its table requires.
func (r *archiveReader) checkRequired(row archivedRow) error {
	for _, name := range r.required[row.table] {
		if value, ok := row.values[name]; !ok || value == nil {
			return fmt.Errorf("%s without %s", row.table, name)
		}
	}
	return nil
}

// scalar decodes a JSON value for [column.fromJSON]. It does not decode lists and
// objects, which no column holds: their values could take many times their size.
func scalar(value json.RawMessage) (v any) {
	if len(value) == 0 {
		return nil
	}
	switch c := value[0]; {
	case c == '[', c == '{':
		return value
	case c == '-', '0' <= c && c <= '9':
		return json.Number(value)
	}
	_ = json.Unmarshal(value, &v) // it was decoded before without error
	return v
}
