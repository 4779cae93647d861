package main

import (
	"encoding/json"
	"io"
	"time"

	"gemsub/store"
)

// writeJSON writes v as one line.
func writeJSON(w io.Writer, v any) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	return enc.Encode(v)
}

// jsonTime is a time as RFC 3339 in UTC, null for the zero time.
type jsonTime time.Time

// MarshalJSON implements json.Marshaler.
func (t jsonTime) MarshalJSON() ([]byte, error) {
	if time.Time(t).IsZero() {
		return []byte("null"), nil
	}
	return json.Marshal(time.Time(t).UTC().Format(time.RFC3339))
}

type jsonEntry struct {
	ID        int64    `json:"id"`
	Feed      string   `json:"feed"`
	FeedID    int64    `json:"feed_id"`
	FeedURL   string   `json:"feed_url"`
	URL       string   `json:"url"`
	Title     string   `json:"title"`
	Updated   jsonTime `json:"updated"`
	FirstSeen jsonTime `json:"first_seen"`
	Unread    bool     `json:"unread"`
	Starred   bool     `json:"starred"`
}

func newJSONEntry(e store.Entry) jsonEntry {
	return jsonEntry{
		ID:        e.ID,
		Feed:      e.FeedTitle,
		FeedID:    e.SubscriptionID,
		FeedURL:   e.FeedURL,
		URL:       e.URL,
		Title:     e.Title,
		Updated:   jsonTime(e.Updated),
		FirstSeen: jsonTime(e.FirstSeen),
		Unread:    e.Unread,
		Starred:   e.Starred,
	}
}

type jsonSubscription struct {
	ID          int64    `json:"id"`
	URL         string   `json:"url"`
	Title       string   `json:"title"`
	Format      string   `json:"format"`
	Tags        []string `json:"tags"`
	State       string   `json:"state"`
	Entries     int      `json:"entries"`
	Unread      int      `json:"unread"`
	CheckedAt   jsonTime `json:"checked_at"`
	ChangedAt   jsonTime `json:"changed_at"`
	NextCheckAt jsonTime `json:"next_check_at"`
	Interval    int64    `json:"interval"` // seconds
	Failures    int      `json:"failures"`
	LastError   string   `json:"last_error"`
	ErrorKind   string   `json:"last_error_kind"`
	NewestEntry jsonTime `json:"newest_entry"`
	AddedAt     jsonTime `json:"added_at"`
	OldURL      string   `json:"old_url"`
	MovedAt     jsonTime `json:"moved_at"`

	IgnoreRobots  bool `json:"ignore_robots"`
	IntervalFixed bool `json:"interval_fixed"`
}

func newJSONSubscription(s store.Subscription, interval time.Duration) jsonSubscription {
	return jsonSubscription{
		ID:          s.ID,
		URL:         s.URL,
		Title:       s.Name(),
		Format:      s.Format,
		Tags:        append([]string{}, s.Tags...), // never null
		State:       string(s.State),
		Entries:     s.Entries,
		Unread:      s.Unread,
		CheckedAt:   jsonTime(s.CheckedAt),
		ChangedAt:   jsonTime(s.ChangedAt),
		NextCheckAt: jsonTime(s.NextCheckAt),
		Interval:    int64(interval.Seconds()),
		Failures:    s.Failures,
		LastError:   s.LastError,
		ErrorKind:   s.LastErrorKind,
		NewestEntry: jsonTime(s.NewestEntry),
		AddedAt:     jsonTime(s.AddedAt),
		OldURL:      s.OldURL,
		MovedAt:     jsonTime(s.MovedAt),

		IgnoreRobots:  s.IgnoreRobots,
		IntervalFixed: s.Interval > 0,
	}
}
