package merge

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"gemsub/feed"
)

func TestEdited(t *testing.T) {
	k := newKeeper(t, post("b", 2, "B"), post("a", 1, "A"))
	changedAt := k.in.Feed.ChangedAt
	for _, step := range []struct {
		what    string
		a       feed.Entry
		updated int
	}{
		{"nothing", post("a", 1, "A"), 0},
		{"title", post("a", 1, "Ay"), 1},
		{"author", feed.Entry{ID: logURL + "a", Link: logURL + "a", Title: "Ay", Author: "Ann", Updated: noon.Add(day)}, 1},
		{"published", feed.Entry{ID: logURL + "a", Link: logURL + "a", Title: "Ay", Author: "Ann", Updated: noon.Add(day), Published: noon}, 1},
		{"an earlier date", post("a", 0, "Ay"), 1},
	} {
		k.wants(step.what, k.read(post("b", 2, "B"), step.a), "")
		if k.log.Updated != step.updated || k.in.Feed.ChangedAt.Equal(changedAt) != (step.updated == 0) {
			t.Errorf("%s: %+v", step.what, k.log)
		}
		if len(k.log.Decisions) != step.updated || step.updated > 0 && k.log.Decisions[0].Action != Edit {
			t.Errorf("%s: decided %+v", step.what, k.log.Decisions)
		}
		k.in.Now = k.in.Now.Add(time.Hour)
		changedAt = k.in.Feed.ChangedAt
	}
	// A new entry of the same day changes the ranks of the others, which does not count as an update.
	k.read(post("b", 2, "B"), post("c", 2, "C"), post("a", 0, "Ay"))
	k.wants("updated, edited", fmt.Sprint(k.log.Updated, len(k.log.Decisions)), "0 2")
	k.wants("ranks", fmt.Sprint(k.entry("a").Rank, k.entry("b").Rank, k.entry("c").Rank), "0 1 0")
	k.wants("published", fmt.Sprint(k.entry("a").Published), "0")
}

// The page's own title, subtitle, author and language are stored. A new one counts as a change.
func TestFeed(t *testing.T) {
	k := newKeeper(t, post("a", 1, "A"))
	for i, change := range []func(*feed.Feed){
		func(f *feed.Feed) { f.Title = "T" }, func(f *feed.Feed) { f.Subtitle = "S" },
		func(f *feed.Feed) { f.Author = "A" }, func(f *feed.Feed) { f.Lang = "de" },
	} {
		k.in.Now = k.in.Now.Add(time.Hour)
		page := *k.in.Page
		change(&page)
		k.in.Page = &page
		if k.read(post("a", 1, "A")); !k.in.Feed.ChangedAt.Equal(k.in.Now) {
			t.Errorf("change %d is none", i)
		}
	}
	f := k.in.Feed
	k.wants("kept", f.FeedTitle+f.Subtitle+f.Author+f.Lang, "TSAde")
	k.in.Page.Updated = k.in.Now.Add(99 * day)
	k.in.Now = k.in.Now.Add(time.Hour)
	k.read(post("b", 3, "B"), post("c", 1, "C"))
	k.wants("date far ahead", fmt.Sprint(k.in.Feed.FeedUpdated.Equal(k.in.Now), k.in.Feed.Rhythm), "true 48h0m0s")
}

func TestRecognised(t *testing.T) {
	k := newKeeper(t, post("a", 1, "A"))
	seen := k.entry("a").FirstSeen
	if k.read(post("a", 9, "A")); k.entry("a").FirstSeen != seen {
		t.Error("a later date changed when it was first seen")
	}
	k.edit(k.entry("a").Ref, func(e *Kept) { e.Starred, e.Unread, e.Marks = true, false, MarkedByPerson })
	before := k.entry("a").Entry
	k.read(post("2026/a", 9, "A"))
	after := k.entry("2026/a").Entry
	if after.ID != before.ID || after.FirstSeen != seen || !after.Starred || after.Unread || after.Marks != before.Marks {
		t.Errorf("in another folder %+v, before %+v", after, before)
	}
}

func TestCut(t *testing.T) {
	k := newKeeper(t, post("c", 3, "C"), post("b", 2, "B"), post("a", 1, "A"))
	k.in.Cut = true
	k.wants("told", k.read(post("d", 4, "D"), post("c", 3, "Sea")), "D")
	k.wants("kept", k.titles(), "A! B! Sea! D!")
}

func TestTitle(t *testing.T) {
	made := post("a", 1, "a")
	made.Provisional = true
	k := newKeeper(t, made)
	k.edit("a", func(e *Kept) { e.Title, e.Provisional = "The heron", false })
	k.read(made)
	k.wants("after the post gave one", k.titles(), "The heron!")
	k.read(post("a", 1, "Label"))
	k.read(made)
	k.wants("after the label gave one", k.titles(), "Label!")
	k = newKeeper(t, made)
	made.Title = "ay"
	k.read(made)
	k.wants("another provisional one", k.titles(), "ay!")
	if !k.in.Kept[0].Provisional {
		t.Error("the title is not provisional")
	}
	k.read(post("a", 1, "ay"))
	k.wants("the label confirms it", fmt.Sprint(k.in.Kept[0].Provisional, k.log.Updated), "false 0")
}

// texts returns the titles and texts of the kept entries, the newest first.
func (k *keeper) sections() string {
	var all []string
	for _, e := range k.in.Kept {
		all = append(all, strings.TrimPrefix(e.Ref, tinyURL+"#")+" "+e.Title+":"+strings.TrimSpace(k.texts[e.ID]))
	}
	slices.Sort(all)
	return strings.Join(all, "|")
}

func TestSections(t *testing.T) {
	k := newTinylog(t, section("d", 4, "D", "1"), section("c", 3, "C", "1"), section("b", 2, "B", "1"), section("a", 1, "A", "1"))
	k.edit(tinyURL+"#b", func(e *Kept) { e.Starred = true })
	edited := []feed.Entry{section("e", 5, "E", "1"), section("d", 4, "D", "2"), section("c", 3, "Sea", "2"), section("b", 2, "Bee", "2"), section("a", 1, "A", "# A")}
	k.in.Cut = true
	k.read(edited...)
	k.wants("of a page that was cut off", k.sections(), "a A:1|b B:1|c C:1|d D:1|e E:1")
	k.in.Cut = false
	k.read(edited...)
	k.wants("of a whole page", k.sections(), "a A:1|b B:1|c Sea:2|d D:2|e E:1")
	k.read(section("d", 4, "D", "# D\n2"))
	k.wants("a heading and a line", k.sections(), "a A:1|b B:1|c Sea:2|d D:# D\n2|e E:1")
	k.in.Cut = true
	k.read(section("b", 2, "Bee", "1"), section("e", 5, "Eve", "1"))
	k.wants("the title alone", k.sections(), "a A:1|b Bee:1|c Sea:2|d D:# D\n2|e Eve:1")
	for _, e := range k.in.Kept {
		if !e.Section {
			t.Errorf("%s is no section", e.Title)
		}
	}

	// Two headings of one minute that exchange their ids.
	k = newTinylog(t, section("10(2)", 10, "Second", "two"), section("10", 10, "First", "one"))
	k.read(section("10(2)", 10, "First", "one"), section("10", 10, "Second", "two"))
	k.wants("exchanged", k.sections(), "10 First:one|10(2) Second:two")
	k.read(section("10(2)", 10, "Second", "2"), section("10", 10, "First", "1"))
	k.wants("edited below the titles", k.sections(), "10 First:1|10(2) Second:2")

	// A text that was removed does not come back; a text that was never stored comes.
	k.edit(tinyURL+"#10", func(e *Kept) { e.HasPost, e.Removed = false, true })
	k.edit(tinyURL+"#10(2)", func(e *Kept) { e.HasPost = false })
	k.read(section("10(2)", 10, "Second", "3"), section("10", 10, "First", "3"))
	k.wants("removed, and never stored", k.sections(), "10 First:1|10(2) Second:3")
	// A whole page that was fetched becomes the section.
	k.edit(tinyURL+"#10(2)", func(e *Kept) { e.Carried = false })
	k.read(section("10(2)", 10, "Second", "4"))
	k.wants("fetched", k.sections(), "10 First:1|10(2) Second:4")
	// The link of a heading's list is no section.
	k.read(at(logURL+"x", post("x", 1, "X")), at("urn:x#y", post("y", 1, "Y")))
	if k.entry(logURL+"x").Section || k.entry("urn:x#y").Section {
		t.Error("a link is a section")
	}
}

func TestTexts(t *testing.T) {
	carried := func(link, title, text string) feed.Entry {
		e := at(link, post("", 1, title))
		e.Content = &feed.Content{Text: text, MediaType: "text/html"}
		return e
	}
	own, others, near := logURL+"a", "gemini://else.example/b", "gemini://example.org/c"
	k := newKeeper(t, carried(own, "A", "one"), carried(others, "B", "forged"), carried(near, "C", "of the author"))
	text := func() string { return strings.TrimSpace(k.texts[k.entry(own).ID]) }
	k.wants("kept", text(), "one")
	k.wants("texts", fmt.Sprint(len(k.texts)), "1")
	k.read(carried(own, "A", "one"), carried(others, "B", "forged"), carried(near, "C", "of the author"))
	k.wants("the same again", fmt.Sprint(len(k.log.Decisions)), "0")
	k.read(carried(own, "A", "two"), carried(others, "B", "forged"), carried(near, "C", "of the author"))
	k.wants("edited", text(), "two")
	k.wants("decided", fmt.Sprintf("%s %d %v", k.log.Decisions[0].Action, k.log.Updated, k.told), "edit 0 []")
	k.read(carried(own, "A", ""))
	k.wants("empty", text(), "two")
	plain := carried(own, "A", "two")
	plain.Content.MediaType = "text/plain"
	k.read(plain)
	k.wants("another type", k.entry(own).PostType, "text/plain")
	k.edit(own, func(e *Kept) { e.PostURL = "gemini://old.example/" })
	k.read(plain)
	k.wants("read elsewhere", k.entry(own).PostURL, own)
	k.edit(own, func(e *Kept) { e.Starred = true })
	k.read(carried(own, "A", "three"))
	k.wants("starred", text(), "two")
	k.edit(own, func(e *Kept) { e.Starred, e.Carried = false, false })
	k.read(carried(own, "A", "three"))
	k.wants("fetched", text(), "two")
	later := carried(own, "A", "four")
	later.Updated = noon.Add(5 * day)
	k.read(later)
	k.wants("reported again", text(), "four")
	k.edit(own, func(e *Kept) { e.HasPost, e.Removed = false, true })
	k.read(carried(own, "A", "five"))
	k.wants("removed", text(), "four")
	k = newKeeper(t)
	k.in.KeepsPosts = false
	k.read(carried(own, "A", "one"))
	k.wants("none wanted", fmt.Sprint(len(k.texts)), "0")
}

func TestOtherAuthor(t *testing.T) {
	withLink := func(link string) feed.Entry {
		e := at(link, post("", 1, "A"))
		e.ID = "urn:a"
		return e
	}
	near := len(logURL)
	k := newKeeper(t, withLink(logURL+"a"))
	for _, step := range []struct {
		link     string
		nearness int
		relinked bool
	}{
		{logURL + "b", near, false},
		{"gemini://example.org/b", sameAuthor, false},
		{"gemini://ann.example/b", NeverNear, true},
		{logURL + "b", NeverNear, true},
		{logURL + "c", NeverNear, false},
	} {
		k.read(withLink(step.link))
		if d := k.log.Decisions[0]; d.Entry.Nearness != step.nearness || d.Relinked != step.relinked {
			t.Errorf("%s: %+v", step.link, d)
		}
	}
	k = newKeeper(t, withLink(logURL+"a"))
	k.in.Feed.URL = "gemini://new.example/"
	k.read(withLink("gemini://new.example/a"))
	if d := k.log.Decisions[0]; d.Entry.Nearness != NeverNear || d.Relinked {
		t.Errorf("moved: %+v", d)
	}
}

func TestRoom(t *testing.T) {
	k := newKeeper(t)
	k.read(many(0, 5000)...)
	for i := range 3 {
		k.in.Now = k.in.Now.Add(2 * day)
		k.read(many(i+1, 5000)...) // the newest 100 unread
	}
	if len(k.in.Kept) != maxKept || k.log.Decisions[len(k.log.Decisions)-1].Action == Drop {
		t.Fatalf("%d kept", len(k.in.Kept))
	}
	k.edit("1-4999", func(e *Kept) { e.Starred = true })
	k.edit("1-4998", func(e *Kept) { e.RenewedAt, e.Updated = noon.Unix(), noon.AddDate(9, 0, 0).Unix() }) // sorted by a later time
	page := append([]feed.Entry{post("new", 9, "new"), post("other", 9, "other")}, many(3, 10)...)
	k.read(page...)
	var dropped []string
	for _, d := range k.log.Decisions {
		if d.Action == Drop {
			dropped = append(dropped, d.Entry.Title)
		}
	}
	k.wants("dropped", strings.Join(dropped, " "), "2-4999 3-4999") // the oldest read ones, by date and number
	k.wants("kept", fmt.Sprint(len(k.in.Kept), k.entry("new") != nil, k.entry("0-4999") != nil, k.entry("1-4999") != nil), fmt.Sprint(maxKept, true, true, true))
}

// If all are unread, the oldest go; if all are listed or starred, none.
func TestRoomForBytes(t *testing.T) {
	long := func(round, n int) []feed.Entry {
		all := many(round, n)
		for i := range all {
			all[i].Link += "?" + strings.Repeat("x", 2000)
			all[i].ID = "tag:" + all[i].Link
		}
		return all
	}
	k := newKeeper(t)
	k.read(long(0, 2500)...)
	for i := range k.in.Kept {
		k.in.Kept[i].Starred = k.in.Kept[i].Title == "0-2499"
	}
	k.in.Now = k.in.Now.Add(day)
	k.read(long(1, 2700)...)
	bytes := 0
	for _, e := range k.in.Kept {
		bytes += e.size()
	}
	oldest := k.in.Kept[0].Title + " " + k.in.Kept[1].Title
	if bytes > maxKeptBytes || bytes < maxKeptBytes-5000 || !k.in.Kept[0].Starred || k.in.Kept[1].Title == "0-2498" {
		t.Errorf("%d bytes of %d entries, the oldest are %s", bytes, len(k.in.Kept), oldest)
	}
	e := Entry{Ref: "abc", URL: "abc", Title: "de"}
	if other := (Entry{Ref: "abc", URL: "f", Title: "de"}); e.size() != 5 || other.size() != 6 {
		t.Errorf("sizes are %d and %d", e.size(), other.size())
	}
}

// Row "repeated". If a second entry has the link of a kept one, the kept entry is repeated too, even
// if the page no longer lists it.
func TestRepeated(t *testing.T) {
	t.Parallel()
	repeated := func(k *keeper) (refs string) {
		for _, e := range k.in.Kept {
			if e.Repeated {
				refs += lastElement(e.Ref) + " "
			}
		}
		return refs
	}
	k := newKeeper(t, post("a", 1, "A"), post("b", 2, "B"))
	c := post("c", 3, "C")
	c.Link = logURL + "a"
	k.read(c, post("b", 2, "B"))
	if got := repeated(k); got != "a c " {
		t.Errorf("%q are repeated", got)
	}
	c.Link = logURL + "other"
	k.read(c, post("b", 2, "B"))
	if got := repeated(k); got != "" {
		t.Errorf("%q are repeated after the link changed", got)
	}
}
