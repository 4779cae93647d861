package show

import (
	"encoding/json"
	"io"
	"time"

	"gemsub/internal/term"
)

// WriteJSON writes v as one line that is safe on a terminal.
func WriteJSON(w io.Writer, v any) error {
	enc := json.NewEncoder(term.CleanJSON(w))
	enc.SetEscapeHTML(false)
	return enc.Encode(v)
}

// A Time is a time as RFC 3339 in UTC, null for the zero time.
type Time time.Time

// MarshalJSON implements json.Marshaler.
func (t Time) MarshalJSON() ([]byte, error) {
	if time.Time(t).IsZero() {
		return []byte("null"), nil
	}
	return json.Marshal(time.Time(t).UTC().Format(time.RFC3339))
}
