package show

import (
	"encoding/json"
	"io"
	"time"

	"gemsub/internal/model"
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

// A JSONEntry is the JSON form of an entry.
type JSONEntry struct {
	ID        int64  `json:"id"`
	Feed      string `json:"feed"`
	FeedID    int64  `json:"feed_id"`
	FeedURL   string `json:"feed_url"`
	URL       string `json:"url"`
	Title     string `json:"title"`
	Updated   Time   `json:"updated"`
	FirstSeen Time   `json:"first_seen"`
	Unread    bool   `json:"unread"`
	Starred   bool   `json:"starred"`

	Tags []string `json:"tags"` // of the feed, never null
	Kept bool     `json:"kept"` // its post can be read offline

	Snippet string `json:"snippet,omitempty"` // of a search that found words in the post
}

// NewJSONEntry returns the JSON form of e.
func NewJSONEntry(e model.Entry) JSONEntry {
	return JSONEntry{
		ID:        e.ID,
		Feed:      e.FeedTitle,
		FeedID:    e.SubscriptionID,
		FeedURL:   e.FeedURL,
		URL:       e.URL,
		Title:     e.Title,
		Updated:   Time(e.Updated),
		FirstSeen: Time(e.FirstSeen),
		Unread:    e.Unread,
		Starred:   e.Starred,
		Tags:      append([]string{}, e.Tags...),
		Kept:      e.Kept,
		Snippet:   e.Snippet.String(),
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
	CheckedAt   Time     `json:"checked_at"`
	ChangedAt   Time     `json:"changed_at"`
	NextCheckAt Time     `json:"next_check_at"`
	Interval    int64    `json:"interval"` // seconds
	Failures    int      `json:"failures"`
	LastError   string   `json:"last_error"`
	ErrorKind   string   `json:"last_error_kind"`
	NewestEntry Time     `json:"newest_entry"`
	AddedAt     Time     `json:"added_at"`
	OldURL      string   `json:"old_url"`
	MovedAt     Time     `json:"moved_at"`

	IgnoreRobots  bool `json:"ignore_robots"`
	IntervalFixed bool `json:"interval_fixed"`

	Posts     int   `json:"posts"`       // that are kept
	PostBytes int64 `json:"posts_bytes"` // of their texts

	WaitUntil  Time   `json:"wait_until"`  // when the capsule may be asked again
	WaitReason string `json:"wait_reason"` // "" if it does not wait
}

func newJSONSubscription(s model.Subscription, view FeedView) jsonSubscription {
	until, reason := view.Wait(s)
	return jsonSubscription{
		ID:          s.ID,
		URL:         s.URL,
		Title:       s.Name(),
		Format:      s.Format,
		Tags:        append([]string{}, s.Tags...), // never null
		State:       string(s.State),
		Entries:     s.Entries,
		Unread:      s.Unread,
		CheckedAt:   Time(s.CheckedAt),
		ChangedAt:   Time(s.ChangedAt),
		NextCheckAt: Time(s.NextCheckAt),
		Interval:    int64(view.Interval(s).Seconds()),
		Failures:    s.Failures,
		LastError:   s.LastError,
		ErrorKind:   s.LastErrorKind,
		NewestEntry: Time(s.NewestEntry),
		AddedAt:     Time(s.AddedAt),
		OldURL:      s.OldURL,
		MovedAt:     Time(s.MovedAt),

		IgnoreRobots:  s.IgnoreRobots,
		IntervalFixed: s.Interval > 0,

		Posts:     s.KeptPosts,
		PostBytes: s.PostBytes,

		WaitUntil:  Time(until),
		WaitReason: reason,
	}
}
