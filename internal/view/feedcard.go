package view

import (
	"regexp"
	"sync"
	"time"

	"gemsub/internal/model"
	"gemsub/internal/term"
	"gemsub/internal/words"
)

// FeedCard returns what a terminal shows of one subscription. An interval passes between two checks.
func FeedCard(s model.Subscription, interval time.Duration, now time.Time) Row {
	return Row{
		{"title", inStyle(term.Bold, s.Name())},
		{"number", s.ID},
		{"URL", s.URL},
		{"moved from", when(s.OldURL != "", "%s on %s", s.OldURL, words.Date(s.MovedAt))},
		{"state", feedState(s)},
		{"why", lastError(s)},
		{"failed", when(s.Failures > 0, "%s since it was last read", words.Count(s.Failures, "check", "checks"))},
		{"asked", rhythm(s, interval, now)},
		{"last check", ago(s.CheckedAt)},
		{"entries", when(true, "%d, %d unread", s.Entries, s.Unread)},
		{"newest entry", s.NewestEntry},
		{"posts kept", when(s.KeptPosts > 0, "%d, %s", s.KeptPosts, words.Size(s.PostBytes))},
		{"tags", Texts(s.Tags)},
		{"format", s.Format},
		{"robots.txt", when(s.IgnoreRobots, "ignored")},
		{"subscribed", s.AddedAt},
	}
}

// rhythm says how often a feed is asked, and when next. It is "" for a feed that updates do not ask.
func rhythm(s model.Subscription, interval time.Duration, now time.Time) string {
	switch {
	case s.Paused, s.IsLater(), s.State == model.StatePaused, s.State == model.StateGone, s.State == model.StateMoved:
		return ""
	}
	every, next := "every "+words.Span(interval)+when(s.Interval > 0, " (fixed)"), minute(s.NextCheckAt)
	switch today := minute(now)[:len(time.DateOnly)]; {
	case !s.NextCheckAt.After(now):
		return every + ", next by the next update"
	case next[:len(today)] == today:
		next = next[len(today)+1:]
	}
	return every + ", next at " + next
}

// fingerprint returns the SHA-256 of a key or certificate, of which a terminal shows the beginning.
func fingerprint(digits string) Display {
	return Display{Value: digits, Terminal: shortFingerprints(digits)}
}

// shortFingerprints returns a text with only the first digits of each fingerprint.
func shortFingerprints(text string) string { return fingerprintForm().ReplaceAllString(text, "$1…") }

var fingerprintForm = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`\b([0-9a-f]{16})[0-9a-f]{48}\b`) })
