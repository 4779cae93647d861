package merge

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"gemsub/feed"
)

func TestNew(t *testing.T) {
	k := newKeeper(t, days(1)...)
	k.wants("with and without a date", k.read(post("b", 2, "B"), undated("u", "U"), post("a", 1, "a")), "B U")
	k.wants("once", k.read(post("b", 2, "B"), undated("u", "U"), post("a", 1, "a")), "")
}

func TestMarks(t *testing.T) {
	ref := func(name string) string { return logURL + name }
	date := func(days int) int64 { return noon.Add(time.Duration(days) * day).Unix() }
	k := newKeeper(t, post("z", 0, "Z"))
	k.edit("z", func(e *Kept) { e.Unread = false })
	k.in.Marks = []Mark{
		{Ref: ref("a"), IsSet: true, Date: date(1)}, // read there
		{Ref: ref("b"), IsSet: true, Date: date(1)}, // an earlier version was read there
		{Ref: ref("c")}, // marked unread there
		{Ref: ref("d"), IsStar: true, IsSet: true},
		{Ref: ref("e"), IsStar: true},
		{Ref: ref("z"), IsStar: true, IsSet: true}, // of kept entries sync itself sets marks
		{Ref: ref("none"), IsSet: true},
		{Ref: "gemini://example.org/%7e", IsSet: true, Date: date(9)},
	}
	k.in.IsMuted = func(title string) bool { return title == "C" }
	tilde := post("f", 1, "F")
	tilde.ID = "gemini://EXAMPLE.org/~" // an Atom id that a mark named as if it were a link
	k.in.Marks[7].Ref = "gemini://example.org/~"
	told := k.read(post("e", 2, "E"), post("d", 2, "D"), post("c", 2, "C"), post("b", 2, "B"), post("a", 1, "A"), tilde, post("z", 0, "Z"))
	k.wants("told", told, "E D B")
	k.wants("kept", k.titles(), "Z F A B! C! D! E!")
	for _, e := range k.in.Kept {
		if e.Starred != (e.Title == "D") {
			t.Errorf("%s: starred %t", e.Title, e.Starred)
		}
	}
	k.in.Marks = []Mark{{Ref: ref("a"), IsSet: true, Date: date(5)}, {Ref: ref("z")}}
	k.wants("a later date that was read there", k.read(post("a", 5, "A"), post("b", 2, "B"), post("z", 0, "Z")), "")
	k.wants("a date after that", k.read(post("a", 6, "A"), post("b", 2, "B"), post("z", 0, "Z")), "A")
}

func TestMuted(t *testing.T) {
	k := newKeeper(t, post("a", 1, "A"))
	k.in.IsMuted = func(title string) bool { return strings.HasPrefix(title, "x") }
	k.wants("told", k.read(post("c", 3, "xc"), post("b", 2, "b"), post("a", 1, "A")), "b")
	k.wants("kept", k.titles(), "A! b! xc")
	k.wants("later date", k.read(post("c", 9, "xc"), post("b", 2, "b"), post("a", 1, "A")), "")
}

func TestUndatedLinks(t *testing.T) {
	links := &feed.Feed{Format: feed.Links}
	k := newKeeper(t)
	k.in.Page = links
	k.wants("first page", k.read(post("a", 1, "A"), undated("b", "About")), "A")
	k.wants("later", k.read(post("a", 1, "A"), undated("c", "C"), undated("b", "About")), "C")
	k = newKeeper(t)
	k.in.Page = links
	k.wants("without any date", k.read(undated("b", "B"), undated("a", "A")), "B A")
	k.wants("its date is when it was seen", fmt.Sprint(k.in.Kept[0].Updated == k.in.Now.Unix()), "true")
	k.in.Now = k.in.Now.Add(day)
	k.wants("and stays", k.read(undated("b", "B"), undated("a", "A")), "")
	if len(k.log.Decisions) > 0 {
		t.Errorf("decided %+v", k.log.Decisions)
	}
	k = newKeeper(t)
	k.wants("of another format", k.read(post("a", 1, "A"), undated("b", "B")), "A B")
}

func TestFirstPage(t *testing.T) {
	for backlog, want := range map[int]string{-1: "c b a", 0: "", 2: "c b", 9: "c b a"} {
		k := newKeeper(t)
		k.in.Feed.Backlog = &backlog
		k.wants(fmt.Sprint(backlog), k.read(post("c", 3, "c"), post("b", 2, "b"), post("a", 1, "a")), want)
		if k.in.Feed.Backlog != nil || k.log.Added != 3 {
			t.Errorf("%d: %+v", backlog, k.log)
		}
		k.wants("second page", k.read(post("d", 4, "d"), post("c", 3, "c"), post("0", -9, "0")), "d 0")
	}
	k := newKeeper(t)
	if k.read(many(0, 500)...); len(k.told) != 500 || k.log.Suppressed != 0 {
		t.Errorf("%d told of a first page of 500", len(k.told))
	}
}

func TestNewVersion(t *testing.T) {
	upgrade := func(k *keeper) *keeper {
		k.in.Feed.Digest = "0.abc"
		return k
	}
	k := upgrade(newKeeper(t, days(3, 2, 1)...))
	k.wants("links", k.read(post("d", 4, "d"), post("e", 3, "e"), post("a", 9, "a"), undated("f", "f")), "d")
	k.in.Feed.Digest = feed.ReaderVersion + ".abc"
	k.wants("the same version", k.read(post("g", 3, "g")), "g")
	k = upgrade(newTinylog(t, section("a", 0, "A", "a")))
	k.wants("headings", k.read(section("c", 24*60+1, "C", "c"), section("b", 24*60, "B", "b")), "C")
	k = upgrade(newKeeper(t))
	k.in.Feed.Backlog, k.in.Feed.CheckedAt = nil, noon
	k.wants("without entries", k.read(post("b", 1, "B"), post("a", 0, "A")), "B")
}

func TestChangeOfKind(t *testing.T) {
	journal := func(heading int, format string) *keeper {
		k := newKeeper(t)
		k.in.Page.NewestHeading = noon.Add(time.Duration(heading) * day)
		k.in.Feed.URL = tinyURL
		k.read(post("a", 10, "A"))
		k.in.Feed.Format, k.in.Feed.Digest = format, feed.ReaderVersion+".x"
		k.in.Page = &feed.Feed{Format: feed.Headings}
		return k
	}
	heading := func(title string, days int) feed.Entry { return section(title, days*24*60, title, title) }
	headings := []feed.Entry{heading("Fog", 22), heading("Wind", 21), heading("Sun", 20), heading("Old", 5)}
	k := journal(20, "gemtext")
	k.wants("to headings", k.read(headings...), "Fog Wind")
	k.in.Feed.Format = "headings"
	k.wants("then", k.read(append([]feed.Entry{heading("Hail", 3)}, headings...)...), "Hail")
	k.in.Page = &feed.Feed{Format: feed.Gemtext, NewestHeading: noon.Add(30 * day)}
	k.wants("and back", k.read(post("b", 2, "B"), post("a", 10, "A")), "")
	k.wants("the other kind stays", k.titles(), "A! Old Sun Wind! Fog! Hail! B")

	k = journal(20, "headings") // a person said --as headings
	k.in.Feed.Digest = ""
	k.wants("by a person", k.read(headings...), "Fog Wind")
	k = journal(20, "gemtext")
	k.in.Feed.NewestHeading = time.Time{}
	k.wants("without a stored date", k.read(headings...), "Fog Wind Sun")
	k = journal(20, "gemtext")
	k.in.Feed.NewestHeading, k.in.Feed.Digest, k.in.Feed.CheckedAt = time.Time{}, "0.abc", noon.Add(21*day)
	k.wants("by a new version, without a stored date", k.read(headings...), "Fog")
	k = journal(20, "gemtext")
	k.in.Feed.URL, k.in.Feed.ReadURL = tinyURL, logURL
	k.wants("while it moves", k.read(headings...), "Fog Wind")
	k = journal(1, "gemtext")
	k.in.Feed.URL, k.in.Feed.ReadURL = tinyURL, logURL
	k.wants("while it moves, with newer links", k.read(headings...), "Fog Wind Sun")
	k = journal(20, "gemtext")
	k.wants("with an undated one", k.read(headings[0], undated("x", "X")), "Fog")

	k = journal(20, "atom")
	k.wants("from a feed", k.read(headings...), "Fog Wind Sun Old")
	k = journal(20, "headings")
	k.in.Page.Format = feed.Atom
	k.wants("to a feed", k.read(post("b", 1, "B")), "B")
	k = journal(20, "gemtext") // nothing was kept
	k.in.Kept = nil
	k.wants("without entries", k.read(headings[2:]...), "Sun Old")
	// A heading is not taken for a link with its title and date.
	k = journal(1, "gemtext")
	k.wants("the same title", k.read(heading("A", 10)), "A")
	if len(k.in.Kept) != 2 {
		t.Errorf("kept %+v", k.in.Kept)
	}
	// A page without headings forgets the date, unless it was cut off. A date far ahead counts as
	// the time of the check.
	k = journal(20, "gemtext")
	k.in.Cut = true
	k.read()
	if k.in.Feed.NewestHeading.IsZero() {
		t.Error("a cut page made the date forgotten")
	}
	k.in.Page = &feed.Feed{NewestHeading: noon.AddDate(0, 0, 21)}
	if k.read(); !k.in.Feed.NewestHeading.Equal(noon.AddDate(0, 0, 21)) {
		t.Error("a cut page with a newer heading does not count")
	}
	k.in.Cut, k.in.Page = false, &feed.Feed{NewestHeading: noon.AddDate(9, 0, 0)}
	if k.read(); !k.in.Feed.NewestHeading.Equal(k.in.Now) {
		t.Errorf("a date far ahead is kept as %v", k.in.Feed.NewestHeading)
	}
	k.in.Page = &feed.Feed{}
	if k.read(); !k.in.Feed.NewestHeading.IsZero() {
		t.Error("the date stays")
	}
}

func TestRedated(t *testing.T) {
	type reading struct {
		after time.Duration // the first page was read
		days  []int
		told  string
	}
	for _, tt := range []struct {
		name     string
		first    []int
		readings []reading
	}{
		{"one of three", []int{3, 2, 1}, []reading{{day, []int{9, 2, 1}, "a"}}},
		{"one of two", []int{2, 1}, []reading{{day, []int{9, 1}, "a"}}},
		{"the only one", []int{1}, []reading{{day, []int{9}, "a"}}},
		{"half of the page", []int{4, 3, 2, 1}, []reading{{day, []int{9, 8, 2, 1}, "a b"}}},
		{"back", []int{3, 2, 1}, []reading{{day, []int{0, 2, 1}, ""}}},
		{"once a week", []int{3, 2, 1}, []reading{
			{day, []int{9, 2, 1}, "a"},
			{2 * day, []int{10, 2, 1}, ""},
			{8*day - time.Second, []int{11, 2, 1}, ""},
			{8 * day, []int{12, 2, 1}, "a"},
			{9 * day, []int{13, 2, 1}, ""}, // the last time counts, not the first
		}},
		{"another one within the week", []int{3, 2, 1}, []reading{{day, []int{9, 2, 1}, "a"}, {2 * day, []int{9, 10, 1}, "b"}}},
		{"a clock a week ahead, then the right one", []int{3, 2, 1}, []reading{{8 * day, []int{9, 2, 1}, "a"}, {day, []int{10, 2, 1}, ""}}},
		{"a clock far ahead, then the right one", []int{3, 2, 1}, []reading{{9 * day, []int{9, 2, 1}, "a"}, {day, []int{10, 2, 1}, "a"}}},
	} {
		k := newKeeper(t, days(tt.first...)...)
		start := k.in.Now
		for i, r := range tt.readings {
			k.edit("a", func(e *Kept) { e.Unread, e.Marks = false, MarkedByPerson|UnsentRead|UnsentStar })
			k.in.Now = start.Add(r.after)
			k.wants(fmt.Sprint(tt.name, ", reading ", i), k.read(days(r.days...)...), r.told)
			if k.log.Updated == 0 || k.log.Suppressed > 0 {
				t.Errorf("%s: %+v", tt.name, k.log)
			}
			want := MarkedByPerson | UnsentRead | UnsentStar
			if r.told != "" && r.told[0] == 'a' {
				want = UnsentStar
			}
			if e := k.entry("a"); e.Marks != want || e.Unread != (want == UnsentStar) {
				t.Errorf("%s: %+v", tt.name, e)
			}
		}
	}
}

func TestDatesMoved(t *testing.T) {
	for _, tt := range []struct {
		name string
		page []feed.Entry
		told string
	}{
		{"three of five", []feed.Entry{post("a", 9, "a"), post("b", 8, "b"), post("c", 7, "c"), post("d", 2, "d"), post("e", 1, "e")}, ""},
		{"three of five, and one above", []feed.Entry{post("new", 10, "new"), post("a", 9, "a"), post("b", 8, "b"), post("c", 7, "c"), post("d", 2, "d")}, "new"},
		{"three of five, and one below", []feed.Entry{post("a", 9, "a"), post("b", 8, "b"), post("c", 7, "c"), post("new", 6, "new"), post("d", 2, "d")}, ""},
		{"four of five, and one above", []feed.Entry{post("new", 10, "new"), post("a", 9, "a"), post("b", 8, "b"), post("c", 7, "c"), post("d", 6, "d"), post("e", 1, "e")}, "new"},
		{"three of six", []feed.Entry{post("new", 10, "new"), post("a", 9, "a"), post("b", 8, "b"), post("c", 7, "c"), post("d", 2, "d"), post("e", 1, "e")}, "new a b c"},
		{"two of five", []feed.Entry{post("new", 10, "new"), post("a", 9, "a"), post("b", 8, "b"), post("c", 3, "c"), post("d", 2, "d"), post("e", 1, "e")}, "new a b"},
		{"one of one", []feed.Entry{post("a", 9, "a")}, "a"},
	} {
		k := newKeeper(t, days(5, 4, 3, 2, 1)...)
		k.wants(tt.name, k.read(tt.page...), tt.told)
	}
}

func TestFlood(t *testing.T) {
	type reading struct {
		after         time.Duration
		entries, told int
	}
	for name, readings := range map[string][]reading{
		"as many as may be":       {{day, 100, 100}},
		"one too many":            {{day, 101, 100}},
		"within one second":       {{day, 290, 100}, {day, 20, 10}},
		"in parts":                {{day, 100, 100}, {day + time.Hour, 100, 100}, {day + 2*time.Hour, 90, 90}, {day + 3*time.Hour, 20, 10}, {day + 4*time.Hour, 5, 0}},
		"what was not told":       {{day, 250, 100}, {day + time.Hour, 60, 50}, {day + 2*time.Hour, 1, 0}},
		"within a day":            {{day, 1000, 100}, {2*day - time.Second, 1, 0}},
		"after a day":             {{day, 1000, 100}, {2 * day, 1000, 100}, {3 * day, 3, 3}},
		"a clock that was ahead":  {{30 * day, 1000, 100}, {day, 3, 3}},
		"the first page is apart": {{time.Hour, 120, 100}, {2 * time.Hour, 300, 100}},
	} {
		k := newKeeper(t, many(99, 300)...)
		start := k.in.Now.Add(-2 * day)
		for i, r := range readings {
			k.in.Now = start.Add(r.after)
			page := many(i, r.entries)
			k.read(page...)
			if len(k.told) != r.told || k.log.Suppressed != r.entries-r.told || k.log.Added != r.entries {
				t.Errorf("%s, reading %d: %d told, %d suppressed, %d added; want %d told", name, i, len(k.told), k.log.Suppressed, k.log.Added, r.told)
			}
			for j, title := range k.told {
				if title != page[j].Title {
					t.Fatalf("%s: %s is told as number %d", name, title, j)
				}
			}
		}
	}
}
