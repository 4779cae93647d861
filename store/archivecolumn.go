package store

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"time"

	"gemsub/feed"
	"gemsub/internal/address"
	"gemsub/internal/model"
)

// A column is a column of a table in an archive.
type column struct {
	name string
	kind kind
}

// A kind says what a column holds, in more detail than its type in SQLite.
type kind int

const (
	kindText        kind = iota // one safe line of at most maxText bytes
	kindTag                     // the same, of at most maxTag bytes
	kindLink                    // what a document states; a row with over maxText bytes is left out
	kindURL                     // what is requested, in canonical form, or empty
	kindAuthority               // host:port
	kindState                   // of a subscription
	kindFormat                  // of a document, or empty
	kindReach                   // of a subscription: public, or empty to be found out
	kindDigest                  // of the page that was read; empty, so that it is read once more
	kindNumber                  // an integer, not negative
	kindCount                   // an integer that may grow, at most maxCount
	kindNumberOrAll             // an integer, or -1 for all
	kindSeconds                 // a duration, at most the longest time.Duration
	kindFlag                    // 0 or 1, in JSON false or true
	kindTime                    // Unix seconds, in JSON RFC 3339
	kindBytes                   // in JSON base64; a row with over maxBytes is left out
	kindPosts                   // which posts of a subscription are fetched
	kindDocument                // the text of a post
	kindDerived                 // computed from other columns, not archived
)

// Bounds of what an archive may hold: bytes, and a count.
const (
	maxText  = feed.MaxTitle
	maxTag   = 128
	maxBytes = 1 << 20
	maxCount = 1 << 52 // half of what is read: counts grow, and are archived again
)

// errTooLong is the error for a value because of which its row is left out.
var errTooLong = errors.New("is too long")

// columnsOf returns the archived columns of a table in their order, and an error
// for one without a kind in known.
func columnsOf(ctx context.Context, q querier, table string, known []column) ([]column, error) {
	names, err := columnsOfTable(ctx, q, table)
	if err != nil {
		return nil, err
	}
	var columns []column
	for _, name := range names {
		i := slices.IndexFunc(known, func(c column) bool { return c.name == name })
		if i < 0 {
			return nil, fmt.Errorf("column %s of %s has no kind", name, table)
		}
		if known[i].kind != kindDerived {
			columns = append(columns, known[i])
		}
	}
	return columns, nil
}

// columnsOfTable returns the names of the columns of a table in their order.
func columnsOfTable(ctx context.Context, q querier, table string) ([]string, error) {
	return collect(ctx, q, func(name *string) []any { return []any{name} }, `
		SELECT name FROM pragma_table_info(?) ORDER BY cid`, table)
}

func columnNames(columns []column) []string {
	names := make([]string, len(columns))
	for i, c := range columns {
		names[i] = c.name
	}
	return names
}

// toJSON returns how an archive writes a value of the database. fromJSON returns the
// same value again.
func (c column) toJSON(value any) (any, error) {
	switch v := value.(type) {
	case int64:
		switch c.kind {
		case kindFlag:
			return v != 0, nil
		case kindTime:
			return time.Unix(saneSeconds(v), 0).UTC().Format(time.RFC3339), nil
		}
	case string:
		return c.safe(v)
	case []byte:
		return v, c.checkBytes(v)
	}
	return value, nil
}

// fromJSON returns the value for the database, of a value that was decoded with
// [json.Decoder.UseNumber]. It checks the kind: SQLite would store any value.
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
		return c.number(value, 0, 1<<53)
	case kindCount:
		n, err := c.number(value, 0, 1<<53)
		return min(n, maxCount), err
	case kindNumberOrAll:
		return c.number(value, -1, 1<<53)
	case kindSeconds:
		return c.number(value, 0, math.MaxInt64/int64(time.Second))
	case kindTime:
		return c.time(value)
	case kindBytes:
		return c.bytes(value)
	}
	text, ok := value.(string)
	if !ok {
		return nil, fmt.Errorf("%s is no string", c.name)
	}
	return c.text(text)
}

// safe cleans a text as if it came from the network.
func (c column) safe(s string) (string, error) {
	switch c.kind {
	case kindTag:
		return model.FoldTag(safeLine(s, maxTag)), nil
	case kindLink:
		if len(s) > maxText {
			return "", fmt.Errorf("%s %w", c.name, errTooLong)
		}
	case kindDigest:
		return "", nil // whoever wrote the archive may have left out what the page lists
	case kindDocument:
		text, _ := feed.SafeText(s, model.MaxPostText)
		return text, nil
	case kindReach:
		if s != string(model.ReachPublic) {
			return "", nil // that it may lead to private addresses is not for an archive to say
		}
	}
	return safeLine(s, maxText), nil
}

// text cleans and checks a text.
func (c column) text(s string) (string, error) {
	s, err := c.safe(s)
	if err != nil {
		return "", err
	}
	switch c.kind {
	case kindURL:
		return c.url(s)
	case kindAuthority:
		if u, err := address.Parse(s); err != nil || address.Authority(u) != s {
			return "", fmt.Errorf("%s is no host with a port", c.name)
		}
	case kindState:
		if !slices.Contains(states(), model.State(s)) {
			return "", fmt.Errorf("%s is no state that is known here", c.name)
		}
	case kindPosts:
		if !slices.Contains([]model.PostsKept{"", model.PostsAll, model.PostsNew, model.PostsNone}, model.PostsKept(s)) {
			return "", fmt.Errorf("%s is none of all, new and none", c.name)
		}
	case kindFormat:
		if s != "" && !slices.Contains(feed.Formats(), feed.Format(s)) {
			return "", fmt.Errorf("%s is no format that is known here", c.name)
		}
	}
	return s, nil
}

func states() []model.State {
	return []model.State{
		model.StateNew, model.StateOK, model.StateFailing, model.StateRefused, model.StatePaused, model.StateGone, model.StateMoved,
	}
}

func (c column) url(s string) (string, error) {
	if s == "" {
		return "", nil
	}
	u, err := address.Parse(s)
	if err != nil {
		return "", fmt.Errorf("%s: %w", c.name, err)
	}
	return u.String(), nil
}

func (c column) bytes(value any) (any, error) {
	text, ok := value.(string)
	if !ok {
		return nil, fmt.Errorf("%s is no string", c.name)
	}
	data, err := base64.StdEncoding.DecodeString(text)
	if err != nil {
		return nil, fmt.Errorf("%s is no base64", c.name)
	}
	return data, c.checkBytes(data)
}

func (c column) checkBytes(data []byte) error {
	if len(data) > maxBytes {
		return fmt.Errorf("%s %w", c.name, errTooLong)
	}
	return nil
}

// saneSeconds returns the time n, or the nearest in the years 1 to 9999, which RFC
// 3339 can write.
func saneSeconds(n int64) int64 {
	const first, last = -62135596800, 253402300799 // of the years 1 and 9999
	return min(max(n, first), last)
}

func (c column) time(value any) (any, error) {
	if text, ok := value.(string); ok {
		t, err := time.Parse(time.RFC3339, text)
		if err != nil {
			return nil, fmt.Errorf("%s is no time of RFC 3339", c.name)
		}
		return saneSeconds(t.Unix()), nil
	}
	const most = 1 << 40 // archives from before 0.2.0 have numbers for years beyond 9999
	n, err := c.number(value, -most, most)
	if err != nil {
		return nil, err
	}
	return saneSeconds(n), nil
}

func (c column) number(value any, least, most int64) (int64, error) {
	text, ok := value.(json.Number)
	if !ok {
		return 0, fmt.Errorf("%s is no number", c.name)
	}
	n, err := text.Int64()
	if err != nil || n < least || n > most {
		return 0, fmt.Errorf("%s is no whole number from %d to %d", c.name, least, most)
	}
	return n, nil
}
