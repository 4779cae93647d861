package model

import (
	"errors"
	"testing"
	"time"

	"gemsub/feed"
)

func TestParseInterval(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]time.Duration{"6h": 6 * time.Hour, "auto": 0} {
		if got, err := parseInterval(text); got != want || err != nil {
			t.Errorf("%q: %v, %v", text, got, err)
		}
	}
	for text, want := range map[string]string{
		"soon":  `--interval takes a time from 1h to 30d such as 6h or 2d, or auto, not "soon"`,
		"9000d": "--interval must be from 1h to 30d, not 9000d",
	} {
		if _, err := parseInterval(text); err == nil || err.Error() != want {
			t.Errorf("%v, want %s", err, want)
		}
	}
}

func TestParseBacklog(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]int{"5": 5, "all": -1, "none": 0} {
		if got, err := ParseBacklog(text); got != want || err != nil {
			t.Errorf("%q: %d, %v", text, got, err)
		}
	}
	const want = `--backlog takes a number, all or none, not "-1"`
	if _, err := ParseBacklog("-1"); err == nil || err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
}

func TestParseFormat(t *testing.T) {
	t.Parallel()
	if f, err := ParseFormat("auto"); f != string(feed.Auto) || err != nil {
		t.Errorf("%q, %v", f, err)
	}
	if _, err := ParseFormat(""); err == nil {
		t.Error("no format is one")
	}
	_, err := ParseFormat("rs")
	if hinted, ok := errors.AsType[interface {
		error
		Hint() string
	}](err); !ok || hinted.Hint() != "did you mean rss?" {
		t.Errorf("%v", err)
	}
}

// An empty text leaves open which posts are kept.
func TestParsePostsKept(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]PostsKept{"": "", "new": PostsNew} {
		if got, err := ParsePostsKept(text); got != want || err != nil {
			t.Errorf("%q: %q, %v", text, got, err)
		}
	}
	if _, err := ParsePostsKept("some"); err == nil {
		t.Error("any word is taken")
	}
}
