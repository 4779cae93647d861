package store

import (
	"database/sql/driver"
	"fmt"
	"time"
)

// A moment is a time as the database keeps it: Unix seconds, NULL when zero.
type moment time.Time

// Value returns m for a parameter of a statement.
func (m moment) Value() (driver.Value, error) {
	t := time.Time(m)
	if t.IsZero() {
		return nil, nil
	}
	return t.Unix(), nil
}

// Scan sets m to a column's value, in UTC.
func (m *moment) Scan(value any) error {
	switch v := value.(type) {
	case nil:
		*m = moment{}
	case int64:
		*m = moment(time.Unix(v, 0).UTC())
	default:
		return fmt.Errorf("read time: column holds %T", value)
	}
	return nil
}
