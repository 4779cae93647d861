package merge

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"gemsub/feed"
	"gemsub/internal/model"
)

const (
	logURL  = "gemini://example.org/log/"
	tinyURL = "gemini://example.org/tiny.gmi"
)

var noon = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)

const day = 24 * time.Hour

// A keeper keeps the entries of one feed as the store does, and carries out decisions.
type keeper struct {
	t     testing.TB
	in    Input // for the next page
	texts map[int64]string
	last  int64 // the number of the newest entry
	told  []string
	log   Result
}

// newKeeper follows a page that was read once, with these entries, and reported them all.
func newKeeper(t testing.TB, entries ...feed.Entry) *keeper {
	t.Helper()
	k := &keeper{t: t, texts: map[int64]string{}}
	k.in = Input{
		Feed: Feed{Subscription: model.Subscription{ID: 1, URL: logURL, Backlog: new(-1), AddedAt: noon}},
		Page: &feed.Feed{Format: feed.Gemtext}, KeepsPosts: true, Now: noon.AddDate(0, 1, 0),
		Text: func(id int64) string { return k.texts[id] }, IsMuted: func(string) bool { return false },
	}
	if entries != nil {
		k.read(entries...)
		k.in.Now = k.in.Now.Add(2 * day)
	}
	return k
}

// read reads a page with these entries, and returns the titles of reported entries, newest first.
func (k *keeper) read(entries ...feed.Entry) string {
	k.t.Helper()
	page := *k.in.Page
	page.Entries = entries
	k.in.Page = &page
	before := copyOf(k.in)
	r := Decide(k.in)
	after := k.in
	before.Text, after.Text, before.IsMuted, after.IsMuted = nil, nil, nil, nil
	if !reflect.DeepEqual(before, after) {
		k.t.Fatalf("Decide changed its input from %+v to %+v", before, after)
	}
	k.apply(r)
	return strings.Join(k.told, " ")
}

func copyOf(in Input) Input {
	page := *in.Page
	page.Entries = slices.Clone(page.Entries)
	in.Page, in.Kept, in.Marks = &page, copyOfKept(in.Kept), slices.Clone(in.Marks)
	return in
}

func copyOfKept(all []*Kept) []*Kept {
	all = slices.Clone(all)
	for i, k := range all {
		all[i] = new(*k)
	}
	return all
}

// apply carries out decisions.
func (k *keeper) apply(r Result) {
	k.t.Helper()
	k.told, k.log = nil, r
	kept, dropped := copyOfKept(k.in.Kept), map[int64]bool{}
	byID := make(map[int64]int, len(kept))
	for i := range kept {
		byID[kept[i].ID] = i
	}
	for _, d := range r.Decisions {
		i := byID[d.Entry.ID]
		switch d.Action {
		case LeaveOut:
			continue
		case Drop:
			dropped[d.Entry.ID] = true
			continue
		case Insert:
			k.last++
			i = len(kept)
			kept = append(kept, &Kept{Entry: d.Entry})
			kept[i].ID = k.last
		case Edit:
			kept[i].Entry = d.Entry
		}
		if d.Post != nil {
			kept[i].HasPost, kept[i].Carried, kept[i].PostURL, kept[i].PostType = true, true, d.Post.URL, d.Post.MediaType
			k.texts[kept[i].ID] = d.Post.Text
		}
		if d.Reported {
			k.told = append(k.told, d.Entry.Title)
		}
	}
	slices.Reverse(k.told)
	kept = slices.DeleteFunc(kept, func(e *Kept) bool { return dropped[e.ID] })
	k.in.Kept, k.in.Feed = kept, r.Feed
}

// entry returns the kept entry with a ref below the page's URL, nil for none.
func (k *keeper) entry(name string) *Kept {
	for _, e := range k.in.Kept {
		if e.Ref == name || e.Ref == k.in.Feed.URL+name {
			return e
		}
	}
	return nil
}

// edit changes a kept entry as a person or another part of gemsub would.
func (k *keeper) edit(name string, change func(*Kept)) {
	k.t.Helper()
	k.in.Kept = copyOfKept(k.in.Kept)
	change(k.entry(name))
}

// titles returns the titles of the kept entries, as they came; unread ones with a !.
func (k *keeper) titles() string {
	var all []string
	for _, e := range k.in.Kept {
		all = append(all, e.Title+map[bool]string{true: "!"}[e.Unread])
	}
	return strings.Join(all, " ")
}

// wants fails the test if got is not want.
func (k *keeper) wants(what, got, want string) {
	k.t.Helper()
	if got != want {
		k.t.Errorf("%s: got %q, want %q", what, got, want)
	}
}

// post makes an entry of the page with a link below it, dated days after noon.
func post(name string, days int, title string) feed.Entry {
	return feed.Entry{ID: logURL + name, Link: logURL + name, Title: title, Updated: noon.Add(time.Duration(days) * day)}
}

// undated is post without a date.
func undated(name, title string) feed.Entry {
	e := post(name, 0, title)
	e.Updated = time.Time{}
	return e
}

// at gives an entry another link, which is its id too.
func at(link string, e feed.Entry) feed.Entry {
	e.ID, e.Link = link, link
	return e
}

// section makes a heading of a page with a text.
func section(name string, minutes int, title, text string) feed.Entry {
	return feed.Entry{
		ID: tinyURL + "#" + name, Link: tinyURL, Title: title, Updated: noon.Add(time.Duration(minutes) * time.Minute),
		Content: &feed.Content{Text: text, MediaType: "text/gemini"},
	}
}

// newTinylog follows a page of headings.
func newTinylog(t testing.TB, entries ...feed.Entry) *keeper {
	k := newKeeper(t)
	k.in.Feed.URL, k.in.Feed.Format, k.in.Page = tinyURL, "headings", &feed.Feed{Format: feed.Headings}
	k.read(entries...)
	return k
}

// days makes posts a, b, c and so on, each dated by one of days.
func days(days ...int) []feed.Entry {
	var all []feed.Entry
	for i, d := range days {
		name := string(rune('a' + i))
		all = append(all, post(name, d, name))
	}
	return all
}

// many makes n posts of different days, the newest first, with names that no other round has.
func many(round, n int) []feed.Entry {
	var all []feed.Entry
	for i := range n {
		name := fmt.Sprint(round, "-", i)
		all = append(all, post(name, -i, name))
	}
	return all
}
