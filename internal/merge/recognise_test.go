package merge

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"gemsub/feed"
)

func TestKnownByRef(t *testing.T) {
	k := newKeeper(t, post("b", 2, "B"), post("a", 1, "A"))
	k.wants("told", k.read(post("c", 3, "C"), post("b", 2, "B"), post("a", 1, "A")), "C")
	other := at("gemini://else.example/", post("b", 2, "Bee"))
	other.ID = logURL + "b"
	k.wants("another link and title", k.read(post("c", 3, "C"), other), "")
	k.wants("kept", k.titles(), "A! Bee! C!")
	k.wants("twice on a page", k.read(post("d", 4, "D"), post("d", 4, "Again")), "D")
	k.wants("kept", k.titles(), "A! Bee! C! D!")
}

// withoutID makes entries without ids, as feed.Read does: the link becomes the id of an entry if no
// other entry has this link.
func withoutID(titles ...string) []feed.Entry {
	var all []feed.Entry
	for _, title := range titles {
		e := undated("all", title)
		e.WithoutID = true
		if len(titles) > 1 {
			e.ID += "#" + title
		}
		all = append(all, e)
	}
	return all
}

func TestKnownByLink(t *testing.T) {
	k := newKeeper(t, withoutID("a")...)
	for _, step := range []struct {
		page []feed.Entry
		told string
		kept int
	}{
		{withoutID("b"), "", 1},            // its title was edited
		{withoutID("c", "b"), "c", 2},      // another entry has its link now
		{withoutID("c", "b"), "", 2},       // both are known by their titles
		{withoutID("b", "d"), "d", 3},      //
		{withoutID("c"), "", 3},            // the others have left the page
		{withoutID("e"), "e", 4},           // it could be any of the three
		{withoutID("e"), "", 4},            //
		{withoutID("e", "e", "f"), "f", 5}, // the second e has the id of the first
	} {
		told := k.read(step.page...)
		k.wants(step.page[0].Title, told, step.told)
		if len(k.in.Kept) != step.kept {
			t.Errorf("%s: %d kept, want %d", step.page[0].Title, len(k.in.Kept), step.kept)
		}
	}
	// Two of one title are two entries.
	k = newKeeper(t)
	two := withoutID("x", "x")
	two[1].ID += "2"
	k.read(two...)
	k.wants("two of one title", k.read(two...), "")
	if len(k.in.Kept) != 2 || len(k.log.Decisions) > 0 {
		t.Errorf("two of one title: kept %d, decided %+v", len(k.in.Kept), k.log.Decisions)
	}
	// An entry without id does not become a kept entry whose id the page lists too.
	k = newKeeper(t, post("a", 1, "A"))
	other := post("a", 2, "A")
	other.ID, other.WithoutID = logURL+"a#A", true
	k.wants("with and without id", k.read(other, post("a", 1, "A")), "A")
	// Of two kept entries with link and title, the older one is meant.
	k = newKeeper(t, withoutID("x", "y")...)
	k.edit("all#y", func(e *Kept) { e.Title = "x" })
	k.in.Kept[0], k.in.Kept[1] = k.in.Kept[1], k.in.Kept[0]
	x := withoutID("x", "z")
	k.wants("two of one title", k.read(x[0]), "")
	if r := k.log.Decisions; len(r) > 0 && r[0].Entry.ID != 1 {
		t.Errorf("decided %+v", r)
	}
}

// logOf makes posts, newest first, a day apart, titled by their order.
func logOf(paths ...string) []feed.Entry {
	var all []feed.Entry
	for i, path := range paths {
		all = append(all, post(path, -i, fmt.Sprint("T", i)))
	}
	return all
}

func TestReorganised(t *testing.T) {
	twice := logOf("b", "x/b")
	twice[1].Title, twice[1].Updated = twice[0].Title, twice[0].Updated
	for _, tt := range []struct {
		name          string
		before, after []feed.Entry
		cut           bool
		told          string
	}{
		{"into folders by year", logOf("c", "b", "a"), logOf("2026/c", "2026/b", "2025/a"), false, ""},
		{"one into a folder", logOf("b", "a"), logOf("b", "old/a"), false, ""},
		{"with a slash", logOf("b", "a"), logOf("b", "old/a/"), false, ""},
		{"other names, three at once", logOf("c", "b", "a"), logOf("c.html", "b.html", "a.html"), false, ""},
		{"other names, two at once", logOf("b", "a"), logOf("b.html", "a.html"), false, "T0 T1"},
		{"of a page that was cut off", logOf("b", "a"), logOf("2026/b"), true, "T0"},
		{"without dates", []feed.Entry{undated("a", "A")}, []feed.Entry{undated("2026/a", "A")}, false, "A"},
		{"with another title", logOf("a"), []feed.Entry{post("2026/a", 0, "other")}, false, "other"},
		{"with another date", logOf("a"), []feed.Entry{post("2026/a", 1, "T0")}, false, "T0"},
		{"to another author", logOf("a"), []feed.Entry{at("gemini://x.example/a", post("a", 0, "T0"))}, false, "T0"},
		{"beside the old one", logOf("b"), twice, false, "T0"},
		{"two unknown ones", logOf("b"), []feed.Entry{at(logURL+"y/b", twice[0]), twice[1]}, false, "T0 T0"},
		{"two kept ones", twice, logOf("z/b"), false, "T0"},
		{"two kept ones, of which one stays", twice, []feed.Entry{twice[0], at(logURL+"z/b", twice[1])}, false, "T0"},
	} {
		k := newKeeper(t, tt.before...)
		k.in.Cut = tt.cut
		k.edit(tt.before[0].ID, func(e *Kept) { e.Starred = true })
		k.wants(tt.name, k.read(tt.after...), tt.told)
		k.wants(tt.name+", again", k.read(tt.after...), "")
		want := len(tt.before)
		for _, d := range k.log.Decisions {
			t.Errorf("%s, again: %+v", tt.name, d)
		}
		if tt.told != "" {
			want += len(strings.Fields(tt.told))
		}
		if len(k.in.Kept) != want {
			t.Errorf("%s: %d kept, want %d", tt.name, len(k.in.Kept), want)
		}
		if tt.told == "" && !k.in.Kept[len(k.in.Kept)-1].Starred {
			t.Errorf("%s: the star is lost", tt.name)
		}
	}
	// Three entries must change together, whatever their number of candidates.
	k := newKeeper(t, logOf("c", "b", "a")...)
	k.read(logOf("c.html", "b.html", "a.html")...)
	for _, d := range k.log.Decisions {
		if d.Action != Edit {
			t.Errorf("decided %+v", d)
		}
	}
}

// A page with as many entries as are read may have more.
func TestReorganisedLongPage(t *testing.T) {
	k := newKeeper(t, logOf("a")...)
	long := append(many(1, feed.MaxEntries-1), post("2026/a", 0, "T0"))
	k.read(long...)
	if k.entry("a") == nil {
		t.Error("the entry was taken for another")
	}
	k = newKeeper(t, logOf("a")...)
	k.read(long[1:]...)
	if k.entry("a") != nil {
		t.Error("the entry was not recognised")
	}
}

// Titles that were made from links are not compared.
func TestReorganisedProvisional(t *testing.T) {
	made := func(path string, day int, title string) feed.Entry {
		e := post(path, day, title)
		e.Provisional = true
		return e
	}
	k := newKeeper(t, made("1/b.gmi", 2, "b"), made("1/a.gmi", 1, "a"))
	k.edit("1/b.gmi", func(e *Kept) { e.Title, e.Provisional = "The heron", false })
	k.wants("other folder", k.read(made("2/b.gmi", 2, "b"), made("2/a.gmi", 1, "ay")), "")
	k.wants("kept", k.titles(), "ay! The heron!")
	k.wants("other name", k.read(made("2/c.gmi", 2, "b"), made("2/a.gmi", 1, "a")), "b")
	k.wants("with a title", k.read(made("2/c.gmi", 2, "b"), post("3/a.gmi", 1, "An ant")), "")
	k.wants("kept", k.titles(), "An ant! The heron! b!")
}

func TestMoved(t *testing.T) {
	const to = "gemini://new.example/"
	third := at("gemini://third.example/x", post("", 0, "A"))
	for _, tt := range []struct {
		name          string
		before, after []feed.Entry
		told          string
		isKnown       bool // the last entry of the page is a kept one
	}{
		{"equal title and date", []feed.Entry{post("a", 0, "A")}, []feed.Entry{at(to+"x/y", post("", 0, "A"))}, "", true},
		{"links of a third", []feed.Entry{post("a", 0, "A")}, []feed.Entry{third}, "", true},
		{"another title", []feed.Entry{post("a", 0, "A")}, []feed.Entry{at(to+"a", post("", 0, "B"))}, "", false},
		{"an earlier date", []feed.Entry{post("a", 0, "A")}, []feed.Entry{at(to+"a", post("", -1, "A"))}, "", false},
		{"a later date", []feed.Entry{post("a", 0, "A")}, []feed.Entry{at(to+"a", post("", 1, "A"))}, "A", false},
		{"later than all", []feed.Entry{post("a", 0, "A")}, []feed.Entry{at(to+"c", post("", 2, "C")), at(to+"a", post("", 0, "A"))}, "C", true},
		{"undated and unknown", []feed.Entry{post("a", 0, "A")}, []feed.Entry{at(to+"b", undated("", "B"))}, "", false},
		{"without dates", []feed.Entry{undated("a", "A")}, []feed.Entry{at(to+"a", undated("", "A"))}, "", true},
		{"no longer dated", []feed.Entry{post("a", 0, "A")}, []feed.Entry{at(to+"a", undated("", "A"))}, "", true},
		{"now dated", []feed.Entry{undated("a", "A")}, []feed.Entry{at(to+"a", post("", 0, "A"))}, "", false},
		{"once with its date and once without", []feed.Entry{post("a", 0, "A")}, []feed.Entry{at(to+"b", undated("", "A")), at(to+"a", post("", 0, "A"))}, "", true},
		{"two kept ones", []feed.Entry{post("a", 0, "A"), post("b", 0, "A")}, []feed.Entry{at(to+"a", post("", 0, "A"))}, "", false},
		{"one of two is listed", []feed.Entry{post("a", 0, "A"), third}, []feed.Entry{third, at(to+"a", post("", 0, "A"))}, "", true},
		{"the kept one is listed", []feed.Entry{third}, []feed.Entry{third, at(to+"a", post("", 0, "A"))}, "", false},
	} {
		for _, cut := range []bool{false, true} {
			k := newKeeper(t, tt.before...)
			k.in.Feed.URL, k.in.Cut = to, cut
			k.wants(tt.name, k.read(tt.after...), tt.told)
			isKnown := k.entry(tt.after[len(tt.after)-1].ID).ID <= int64(len(tt.before))
			if isKnown != tt.isKnown {
				t.Errorf("%s, cut %t: known %t", tt.name, cut, isKnown)
			}
			k.wants(tt.name+" again", k.read(tt.after...), "")
		}
	}
	// The move ends once the page was read whole there.
	k := newKeeper(t, post("a", 0, "A"))
	k.in.Cut, k.in.ReadAt = true, to
	k.wants("cut at the new URL", k.read(at(to+"b", post("", -1, "B"))), "")
	k.in.Feed.URL, k.in.ReadAt, k.in.Cut = to, "", false
	k.wants("whole", k.read(at(to+"c", post("", -1, "C"))), "")
	k.wants("later", k.read(at(to+"d", post("", -1, "D"))), "D")
	k.wants("kept", k.titles(), "A! B C D!")
}

func TestPruned(t *testing.T) {
	prune := func(k *keeper, until int) {
		k.in.Kept = k.in.Kept[1:]
		k.in.Feed.PrunedUntil = noon.Add(time.Duration(until) * day)
	}
	for _, tt := range []struct {
		name string
		page []feed.Entry
		told string
	}{
		{"same page", []feed.Entry{post("b", 2, "B"), post("a", 1, "A")}, ""},
		{"new post of that day", []feed.Entry{post("b", 2, "B"), post("c", 1, "C")}, ""},
		{"new post of the next day", []feed.Entry{post("c", 2, "C"), post("b", 2, "B")}, "C"},
		{"later date", []feed.Entry{post("a", 5, "A"), post("b", 2, "B")}, "A"},
		{"no date", []feed.Entry{post("b", 2, "B"), undated("a", "A")}, "A"},
		{"known one with an earlier date", []feed.Entry{post("b", 0, "Bee")}, ""},
		{"reorganised", []feed.Entry{post("2026/b", 2, "B"), post("2026/a", 1, "A")}, ""},
	} {
		k := newKeeper(t, post("b", 2, "B"), post("a", 1, "A"))
		prune(k, 1)
		k.wants(tt.name, k.read(tt.page...), tt.told)
		if want := 1 + len(tt.told); len(k.in.Kept) != want {
			t.Errorf("%s: %d kept, want %d", tt.name, len(k.in.Kept), want)
		}
		if tt.name == "same page" && (k.log.Decisions[0].Action != LeaveOut || k.log.Decisions[0].Listed != 1) {
			t.Errorf("decided %+v", k.log.Decisions)
		}
	}
	k := newKeeper(t, post("c", 3, "C"), post("b", 2, "B"), post("a", 1, "A"))
	prune(k, 2)
	k.wants("reorganised before it counts", k.read(post("2026/c", 3, "C"), post("2026/b", 2, "B")), "")
	k.wants("kept", k.titles(), "B! C!")
}

func TestGone(t *testing.T) {
	k := newKeeper(t, post("b", 2, "B"), post("a", 1, "A"))
	k.wants("told", k.read(), "")
	k.wants("kept", k.titles(), "A! B!")
	k.wants("back again", k.read(post("a", 1, "A")), "")
}
