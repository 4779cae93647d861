package store

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func mute(t *testing.T, s *Store, m Mute) (Mute, int) {
	t.Helper()
	m, c, err := s.AddMute(t.Context(), m)
	if err != nil {
		t.Fatal(err)
	}
	return m, c.Entries
}

func TestMute(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	id := subscribe(t, s, page(post("2.gmi", 2, "Crypto news"), post("1.gmi", 1, "Worms")))
	if _, n := mute(t, s, Mute{Pattern: "CRYPTO"}); n != 1 {
		t.Errorf("%d entries became read, want 1", n)
	}
	// New muted entries arrive read and are not reported; nor is one whose date moves forward.
	changes := check(t, s, id, page(
		post("4.gmi", 4, "More worms"), post("3.gmi", 3, "On cryptography"),
		post("2.gmi", 3, "Crypto news"), post("1.gmi", 1, "Worms")))
	if diff := cmp.Diff([]string{"More worms"}, titles(changes.New)); diff != "" {
		t.Errorf("new (-want +got):\n%s", diff)
	}
	if changes.Added != 2 {
		t.Errorf("%d entries added, want 2", changes.Added)
	}
	if diff := cmp.Diff([]string{"More worms", "Worms"}, titles(entries(t, s, EntryFilter{UnreadOnly: true}))); diff != "" {
		t.Errorf("unread (-want +got):\n%s", diff)
	}
}

func TestMuteScope(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name string
		m    Mute
		n    int
		left string // unread afterwards, then unread after a new page of 1 with 1d and 1e
		new  string
	}{
		{"part", Mute{Pattern: "B"}, 2, "1c 1a", "1e 1d"},
		{"expression", Mute{Pattern: "/^1[AD]$/"}, 1, "1c 2b 1b", "1e"},
		{"expression with case", Mute{Pattern: "/(?-i)^1[AD]$/"}, 0, "1c 2b 1b 1a", "1e 1d"},
		{"slash", Mute{Pattern: "/"}, 0, "1c 2b 1b 1a", "1e 1d"},
		{"feed", Mute{Pattern: "/./", SubscriptionID: 2}, 1, "1c 1b 1a", "1e 1d"},
		{"that feed", Mute{Pattern: "1", SubscriptionID: 1}, 3, "2b", ""},
		{"tag", Mute{Pattern: "/./", Tag: "a"}, 3, "2b", ""},
		{"tag of both", Mute{Pattern: "/./", Tag: "b"}, 4, "", ""},
		{"tag of none", Mute{Pattern: "/./", Tag: "c"}, 0, "1c 2b 1b 1a", "1e 1d"},
		{"not in a feed", Mute{Pattern: "D", Inverted: true, SubscriptionID: 1}, 3, "2b", "1d"},
		{"not in a tag", Mute{Pattern: "/[AE]$/", Inverted: true, Tag: "a"}, 2, "2b 1a", "1e"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			s := newStore(t)
			threeSubscriptions(t, s)
			if _, n := mute(t, s, tt.m); n != tt.n {
				t.Errorf("%d entries became read, want %d", n, tt.n)
			}
			if got := strings.Join(titles(entries(t, s, EntryFilter{UnreadOnly: true})), " "); got != tt.left {
				t.Errorf("unread %s, want %s", got, tt.left)
			}
			changes := check(t, s, 1, at("gemini://one.example/", "1e", "1d", "1c"))
			if got := strings.Join(titles(changes.New), " "); got != tt.new {
				t.Errorf("new %s, want %s", got, tt.new)
			}
		})
	}
}

// Of several inverted mutes of a feed one match is enough. Another mute counts beside them, but a new
// inverted one marks nothing on its account.
func TestInvertedMutes(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	threeSubscriptions(t, s)
	mute(t, s, Mute{Pattern: "b"})
	if _, err := s.SetUnread(t.Context(), EntryFilter{}, true); err != nil {
		t.Fatal(err)
	}
	mute(t, s, Mute{Pattern: "a", Inverted: true, SubscriptionID: 1})
	mute(t, s, Mute{Pattern: "d", Inverted: true, Tag: "a"})
	changes := check(t, s, 1, at("gemini://one.example/", "1da", "1bd", "1e", "1d", "1c"))
	if diff := cmp.Diff([]string{"1da", "1d"}, titles(changes.New)); diff != "" {
		t.Errorf("new (-want +got):\n%s", diff)
	}
}

func TestMutes(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	threeSubscriptions(t, s)
	first, _ := mute(t, s, Mute{Pattern: "one", SubscriptionID: 1})
	second, _ := mute(t, s, Mute{Pattern: "two", Tag: "a"})
	if again, _ := mute(t, s, Mute{Pattern: "one", SubscriptionID: 1}); again != first {
		t.Errorf("the same muted again is %+v, was %+v", again, first)
	}
	list := func() []Mute {
		t.Helper()
		all, err := s.Mutes(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		return all
	}
	want := []Mute{
		{ID: 1, Pattern: "one", SubscriptionID: 1, AddedAt: start},
		{ID: 2, Pattern: "two", Tag: "a", AddedAt: start},
	}
	if diff := cmp.Diff(want, list()); diff != "" {
		t.Errorf("mutes (-want +got):\n%s", diff)
	}
	// All are removed or none.
	for _, tt := range []struct {
		ids, unknown []int64
		left         int
	}{
		{[]int64{second.ID, 99, 98}, []int64{99, 98}, 2},
		{[]int64{second.ID, second.ID}, nil, 1},
	} {
		unknown, err := s.RemoveMutes(t.Context(), tt.ids)
		if err != nil || !slices.Equal(unknown, tt.unknown) || len(list()) != tt.left {
			t.Errorf("remove %d: unknown %d, error %v, left %+v", tt.ids, unknown, err, list())
		}
	}
	// A feed takes what was muted of it along.
	if err := s.Remove(t.Context(), []int64{1}); err != nil {
		t.Fatal(err)
	}
	if left := list(); len(left) != 0 {
		t.Errorf("still muted: %+v", left)
	}
}

func TestMuteChecksPattern(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	for _, pattern := range []string{"", "/(/"} {
		if _, _, err := s.AddMute(t.Context(), Mute{Pattern: pattern}); err == nil {
			t.Errorf("pattern %q was taken", pattern)
		}
	}
	for pattern, want := range map[string]string{
		"(":                                      "",
		`/^week \d{1,3}$/`:                       "",
		"/" + strings.Repeat("covid|", 50) + "/": "",
		"/(a?){1000}(a?){1000}q/":                "pattern /(a?){1000}(a?){1000}q/ is too large: it takes 8003 steps, more than 500",
	} {
		got := ""
		if err := (Mute{Pattern: pattern}).Check(); err != nil {
			got = err.Error()
		}
		if got != want {
			t.Errorf("%s: error %q, want %q", pattern, got, want)
		}
	}
}
