package store

import (
	"database/sql/driver"
	"fmt"
	"time"
)

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
