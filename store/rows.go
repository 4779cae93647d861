package store

import (
	"database/sql"
	"database/sql/driver"
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
	"time"
)

// fieldsOf returns pointers for the columns of a row. A struct, or one that it embeds, has an
// exported field for each column, with the same name except for case and "_": RobotsAt for
// robots_at. It fails if a column has no field. Any other type, or one that scans itself, stands
// for the only column.
func fieldsOf(row any, columns []string) ([]any, error) {
	v := reflect.ValueOf(row).Elem()
	if _, scans := target(row).(sql.Scanner); scans || v.Kind() != reflect.Struct {
		return []any{target(row)}, nil
	}
	named := map[string]any{}
	addFields(v, named)
	fields := make([]any, len(columns))
	for i, name := range columns {
		field, isThere := named[strings.ReplaceAll(strings.ToLower(name), "_", "")]
		if !isThere {
			return nil, fmt.Errorf("column %s has no field in %s", name, v.Type())
		}
		fields[i] = target(field)
	}
	return fields, nil
}

// addFields adds pointers to the exported fields of a struct, and of structs that it embeds, by
// their names in lower case. If several fields have one name, it adds the last of them.
func addFields(v reflect.Value, named map[string]any) {
	for i := range v.NumField() {
		switch field := v.Type().Field(i); {
		case field.Anonymous:
			addFields(v.Field(i), named)
		case field.IsExported():
			named[strings.ToLower(field.Name)] = v.Field(i).Addr().Interface()
		}
	}
}

// target returns what scans a column into the field at pointer.
func target(pointer any) any {
	switch p := pointer.(type) {
	case *time.Time:
		return (*unixTime)(p)
	case *time.Duration:
		return (*seconds)(p)
	case *[]string:
		return (*textList)(p)
	}
	return pointer
}

// stored returns args as the database keeps them.
func stored(args []any) []any {
	all := make([]any, len(args))
	for i, arg := range args {
		switch v := arg.(type) {
		case time.Time:
			all[i] = unixTime(v)
		case time.Duration:
			all[i] = seconds(v)
		case *time.Duration:
			all[i] = (*seconds)(v)
		default:
			all[i] = arg
		}
	}
	return all
}

// A unixTime is a time as the database keeps it: Unix seconds, NULL when zero.
type unixTime time.Time

// Value returns m for a parameter of a statement.
func (m unixTime) Value() (driver.Value, error) {
	t := time.Time(m)
	if t.IsZero() {
		return nil, nil
	}
	return t.Unix(), nil
}

// Scan sets m to a column's value, in UTC.
func (m *unixTime) Scan(value any) error {
	switch v := value.(type) {
	case nil:
		*m = unixTime{}
	case int64:
		*m = unixTime(time.Unix(v, 0).UTC())
	default:
		return fmt.Errorf("read time: column holds %T", value)
	}
	return nil
}

// A seconds is a duration as the database keeps it: in whole seconds.
type seconds time.Duration

// Value returns d for a parameter of a statement.
func (d seconds) Value() (driver.Value, error) {
	return int64(time.Duration(d) / time.Second), nil
}

// Scan sets d to a column's value.
func (d *seconds) Scan(value any) error {
	v, ok := value.(int64)
	if !ok {
		return fmt.Errorf("read duration: column holds %T", value)
	}
	*d = seconds(time.Duration(v) * time.Second)
	return nil
}

// A textList is a list in a column, as JSON; NULL for none.
type textList []string

// Scan sets l to a column's value.
func (l *textList) Scan(value any) error {
	*l = nil // otherwise all rows would share one array
	list, isText := value.(string)
	if !isText || list == "[]" {
		return nil
	}
	return json.Unmarshal([]byte(list), l)
}

// jsonList returns numbers, texts, or structs of these as a JSON list, for JSON_EACH.
func jsonList[T any](all []T) string {
	list, _ := json.Marshal(append([]T{}, all...)) // never fails for these
	return string(list)
}
