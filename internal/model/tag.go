package model

import (
	"fmt"
	"regexp"
	"strings"
	"time"
	"unicode"
)

// A TagInfo is what there is to tell of a tag.
type TagInfo struct {
	Tag    string
	Feeds  int // under it
	Unread int // entries of those
}

// CheckTag reports whether a tag is what all formats that carry tags can hold: one
// word.
func CheckTag(tag string) error {
	if tag == "" || strings.ContainsFunc(tag, notInTag) {
		return fmt.Errorf("%q is no tag: it must be one word without commas and quotes", tag)
	}
	return nil
}

// TagOf makes a tag of several words.
func TagOf(text string) string {
	return FoldTag(strings.Join(strings.FieldsFunc(text, notInTag), "-"))
}

// FoldTag is the form in which a tag is kept: case makes no difference.
func FoldTag(tag string) string { return strings.ToLower(tag) }

func notInTag(r rune) bool {
	return unicode.IsSpace(r) || r == ',' || r == '"'
}

// A Mute lets the entries whose title matches arrive read.
type Mute struct {
	ID int64 // never given twice
	// Pattern is a part of a title, or a regular expression of package
	// regexp between slashes. Case makes no difference to either.
	Pattern        string
	SubscriptionID int64  // only entries of this one; 0: of all
	Tag            string // only entries of feeds under it; empty: of all
	AddedAt        time.Time
}

// Check reports whether the pattern can be used.
func (m Mute) Check() error {
	_, err := m.Matcher()
	return err
}

// Matcher returns what tells whether a title matches.
func (m Mute) Matcher() (func(title string) bool, error) {
	if m.Pattern == "" {
		return nil, fmt.Errorf("empty pattern")
	}
	if len(m.Pattern) > 2 && strings.HasPrefix(m.Pattern, "/") && strings.HasSuffix(m.Pattern, "/") {
		re, err := regexp.Compile("(?i)" + m.Pattern[1:len(m.Pattern)-1])
		if err != nil {
			return nil, fmt.Errorf("pattern %s: %w", m.Pattern, err)
		}
		return re.MatchString, nil
	}
	part := strings.ToLower(m.Pattern)
	return func(title string) bool { return strings.Contains(strings.ToLower(title), part) }, nil
}
