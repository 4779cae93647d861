package model

import (
	"fmt"
	"regexp"
	"regexp/syntax"
	"strings"
	"time"
	"unicode"
)

// CheckTag returns an error unless a tag is one word: some formats allow only such tags.
func CheckTag(tag string) error {
	if tag == "" || strings.ContainsFunc(tag, notInTag) {
		return fmt.Errorf("%q is not a tag: use one word without commas and quotes", tag)
	}
	return nil
}

// TagOf makes one tag from several words.
func TagOf(text string) string {
	return FoldTag(strings.Join(strings.FieldsFunc(text, notInTag), "-"))
}

// FoldTag returns the stored form of a tag: case makes no difference.
func FoldTag(tag string) string { return strings.ToLower(tag) }

func notInTag(r rune) bool {
	return unicode.IsSpace(r) || r == ',' || r == '"'
}

// A Mute makes entries arrive read if their title matches. An inverted mute does so if the title
// does not match. If several inverted mutes apply to a feed, a title that matches one of them
// arrives unread.
type Mute struct {
	ID int64 // never reused
	// Pattern is a part of a title, or a regular expression of package
	// regexp between slashes. Case makes no difference in either.
	Pattern        string
	Inverted       bool
	SubscriptionID int64  // only entries of this feed; 0: of all feeds
	Tag            string // only entries of feeds with this tag; empty: of all feeds
	AddedAt        time.Time
}

// Subject says in words what m mutes.
func (m Mute) Subject() string {
	if m.Inverted {
		return "everything except " + m.Pattern
	}
	return m.Pattern
}

// maxSteps bounds the size of a regular expression. Matching takes time in proportion to
// this size times the title's length.
const maxSteps = 500

// Check returns an error if the pattern is invalid, or is an expression of more than maxSteps.
func (m Mute) Check() error {
	if _, err := m.Matcher(); err != nil || !m.IsExpression() {
		return err
	}
	parsed, _ := syntax.Parse(m.expression(), syntax.Perl) // Matcher did the same
	program, _ := syntax.Compile(parsed.Simplify())
	if steps := len(program.Inst); steps > maxSteps {
		return fmt.Errorf("pattern %s is too large: it takes %d steps, more than %d", m.Pattern, steps, maxSteps)
	}
	return nil
}

// IsExpression reports whether the pattern is a regular expression.
func (m Mute) IsExpression() bool {
	return len(m.Pattern) > 2 && strings.HasPrefix(m.Pattern, "/") && strings.HasSuffix(m.Pattern, "/")
}

func (m Mute) expression() string { return "(?i)" + m.Pattern[1:len(m.Pattern)-1] }

// Matcher returns a function that reports whether a title matches. It fails for an empty pattern,
// and for an expression that package regexp refuses.
func (m Mute) Matcher() (func(title string) bool, error) {
	if m.Pattern == "" {
		return nil, fmt.Errorf("empty pattern")
	}
	if m.IsExpression() {
		re, err := regexp.Compile(m.expression())
		if err != nil {
			return nil, fmt.Errorf("pattern %s: %w", m.Pattern, err)
		}
		return re.MatchString, nil
	}
	part := strings.ToLower(m.Pattern)
	return func(title string) bool { return strings.Contains(strings.ToLower(title), part) }, nil
}
