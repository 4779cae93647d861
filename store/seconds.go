package store

import (
	"database/sql/driver"
	"fmt"
	"time"
)

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
