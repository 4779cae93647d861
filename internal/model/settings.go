package model

import (
	"cmp"
	"fmt"
	"net/url"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"

	"gemsub/feed"
	"gemsub/internal/address"
	"gemsub/internal/words"
)

// Settings are the settings that the user gives a feed; nil leaves a setting as it is.
type Settings struct {
	Title        *string        // empty: use the feed's own title
	URL          *url.URL       // canonical
	Format       *string        // how to read the page; "auto" to detect it
	Interval     *time.Duration // zero: follow the feed's rhythm
	IgnoreRobots *bool
	Posts        *PostsKept
	Pause        *bool // false: resume
	// Backlog is how many of the newest entries of the first page arrive unread: -1 for all.
	// Backlog has no effect on a feed that has entries.
	Backlog *int
	Tag     []string // to add
}

// A Setting is a row of the table of settings.
type Setting struct {
	Flag  string // of add and set; also the key in config.toml
	Name  string // in the list of changes
	Parse func(text string, to *Settings) error
	// IsIn reports whether settings have a value for this setting.
	IsIn func(Settings) bool
	// Word says in words which value a subscription has, "" if there is nothing to say. Only the
	// words of the title name the feed; a message puts the feed's name before all others. The
	// subscription's interval must be the actual one, also if it follows the feed's rhythm.
	Word func(Subscription) string
}

// AllSettings returns the table of settings.
func AllSettings() []Setting {
	return []Setting{
		setting("title", "title", func(to *Settings) **string { return &to.Title }, parseTitle,
			func(s Subscription) string { return fmt.Sprintf("feed %d is now called %q", s.ID, s.Name()) }),
		{
			"url", "URL", parseURL, func(to Settings) bool { return to.URL != nil },
			func(s Subscription) string { return "updates will fetch " + s.URL },
		},
		setting("as", "format", func(to *Settings) **string { return &to.Format }, ParseFormat,
			func(s Subscription) string {
				return "read as " + cmp.Or(s.Format, string(feed.Auto)) + " from the next update on"
			}),
		setting("interval", "interval", func(to *Settings) **time.Duration { return &to.Interval }, parseInterval,
			func(s Subscription) string { return "checked every " + words.Span(s.Interval) }),
		setting("ignore-robots", "robots.txt", func(to *Settings) **bool { return &to.IgnoreRobots }, strconv.ParseBool,
			func(s Subscription) string {
				return "robots.txt is " + map[bool]string{true: "ignored", false: "obeyed"}[s.IgnoreRobots]
			}),
		setting("posts", "posts", func(to *Settings) **PostsKept { return &to.Posts }, ParsePostsKept,
			func(s Subscription) string {
				which := map[PostsKept]string{PostsAll: "all posts, also up to three older ones a feed in each run", PostsNone: "no posts"}[s.Posts]
				return "updates fetch " + cmp.Or(which, "posts of new entries")
			}),
		setting("pause", "pause", func(to *Settings) **bool { return &to.Pause }, strconv.ParseBool, wordPause),
		setting("backlog", "backlog", func(to *Settings) **int { return &to.Backlog }, ParseBacklog,
			func(s Subscription) string {
				return map[bool]string{true: "already has entries, so --backlog has no effect"}[s.Entries > 0]
			}),
		{
			"tag", "tags", parseTag, func(to Settings) bool { return len(to.Tag) > 0 },
			func(s Subscription) string {
				return map[bool]string{true: "has no tags", false: "tagged " + strings.Join(s.Tags, ", ")}[len(s.Tags) == 0]
			},
		},
	}
}

// wordPause says whether updates fetch s.
func wordPause(s Subscription) string {
	switch {
	case s.Paused:
		return fmt.Sprintf("paused: only gemsub update %d fetches it", s.ID)
	case s.State == StatePaused:
		return fmt.Sprintf("gemsub itself paused it; gemsub update %d tries again", s.ID)
	}
	return "updates will fetch it"
}

// setting returns the row of a setting whose value is one field of Settings.
func setting[T any](flag, name string, field func(*Settings) **T, parse func(string) (T, error), word func(Subscription) string) Setting {
	return Setting{
		flag, name,
		func(text string, to *Settings) error {
			value, err := parse(text)
			*field(to) = &value
			return err
		},
		func(to Settings) bool { return *field(&to) != nil },
		word,
	}
}

// Asked returns the settings for which to has a value.
func (to Settings) Asked() []Setting {
	return slices.DeleteFunc(AllSettings(), func(s Setting) bool { return !s.IsIn(to) })
}

// NewSubscription returns a subscription to a page with these settings.
func (to Settings) NewSubscription(url string) *Subscription {
	s := &Subscription{URL: url, State: StateNew}
	to.apply(s)
	return s
}

// Lacks reports whether applying to would change s.
func (s Subscription) Lacks(to Settings) bool {
	changed := s
	to.apply(&changed)
	return !reflect.DeepEqual(changed, s)
}

// apply gives s these settings, except the URL.
func (to Settings) apply(s *Subscription) {
	s.Title = *cmp.Or(to.Title, &s.Title)
	s.Interval = *cmp.Or(to.Interval, &s.Interval)
	s.IgnoreRobots = *cmp.Or(to.IgnoreRobots, &s.IgnoreRobots)
	s.Posts = *cmp.Or(to.Posts, &s.Posts)
	s.Paused = *cmp.Or(to.Pause, &s.Paused)
	if to.Format != nil && (s.FormatChosen || *to.Format != string(feed.Auto)) { // "auto" retains a detected format
		s.Format, s.FormatChosen = *to.Format, *to.Format != string(feed.Auto)
	}
	if to.Backlog != nil && s.Entries == 0 {
		s.Backlog = to.Backlog
	}
	for _, tag := range to.Tag {
		if !slices.Contains(s.Tags, FoldTag(tag)) {
			s.Tags = append(slices.Clone(s.Tags), tag)
		}
	}
}

func parseTitle(text string) (string, error) { return strings.TrimSpace(text), nil }

func parseURL(text string, to *Settings) (err error) {
	if to.URL, err = address.Parse(text); err != nil {
		return fmt.Errorf("--url: %w", err)
	}
	return nil
}

func parseTag(text string, to *Settings) error {
	to.Tag = append(to.Tag, text)
	return CheckTag(text)
}

// FormatNames lists how a page can be read.
func FormatNames() (names []string) {
	for _, f := range feed.Formats() {
		names = append(names, string(f))
	}
	return names
}

// ParseFormat returns text if it is one of [FormatNames], otherwise an error.
func ParseFormat(text string) (string, error) {
	if !slices.Contains(FormatNames(), text) {
		return "", words.UnknownValue("format", address.WithoutUser(text), FormatNames())
	}
	return text, nil
}

// MaxFixedInterval is the longest interval that the user can set.
const MaxFixedInterval = 30 * words.Day

// parseInterval reads an interval from an hour to MaxFixedInterval. For "auto" it returns 0.
func parseInterval(text string) (time.Duration, error) {
	const minInterval = time.Hour
	if text == "auto" {
		return 0, nil
	}
	d, ok := words.ParseSpan(text)
	switch {
	case !ok:
		return 0, fmt.Errorf("--interval takes a time from %s to %s such as 6h or 2d, or auto, not %q", words.Span(minInterval), words.Span(MaxFixedInterval), text)
	case d < minInterval || d > MaxFixedInterval:
		return 0, fmt.Errorf("--interval must be from %s to %s, not %s", words.Span(minInterval), words.Span(MaxFixedInterval), text)
	}
	return d, nil
}

// ParseBacklog reads a number of entries or "none". For "all" it returns -1.
func ParseBacklog(text string) (int, error) {
	switch text {
	case "all":
		return -1, nil
	case "none":
		return 0, nil
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 0 {
		return 0, fmt.Errorf("--backlog takes a number, all or none, not %q", text)
	}
	return n, nil
}
