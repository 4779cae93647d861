package store

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"gemsub/feed"
	"gemsub/internal/model"
)

const tinyURL = "gemini://example.org/tiny.gmi"

// tinylog returns a page of messages, each given as "key title: text". Their times are those of
// their keys without numbers.
func tinylog(messages ...string) *feed.Feed {
	f := &feed.Feed{ID: tinyURL, Title: "Tiny", Updated: noon, Format: feed.Headings}
	for _, m := range messages {
		key, rest, _ := strings.Cut(m, " ")
		title, _, _ := strings.Cut(rest, ":")
		at := noon
		for _, c := range strings.TrimSuffix(key, "(2)") {
			at = at.Add(time.Duration(c) * time.Minute)
		}
		f.Entries = append(f.Entries, feed.Entry{
			ID: tinyURL + "#" + key, Link: tinyURL, Title: title, Updated: at,
			Content: &feed.Content{Text: rest + "\n", MediaType: "text/gemini"},
		})
	}
	return f
}

// followTiny subscribes to a tinylog; one message arrives unread.
func followTiny(t *testing.T, s *Store, f *feed.Feed) int64 {
	t.Helper()
	return commit(t, s, Check{Subscription: &Subscription{URL: tinyURL, Backlog: new(1)}, CheckedAt: start, State: StateOK, Format: "headings", Feed: f})[0].SubscriptionID
}

// sections returns the refs of the entries of a feed with their texts, which begin with the
// titles of the entries.
func sections(t *testing.T, s *Store, id int64) string {
	t.Helper()
	var all []string
	for _, e := range entries(t, s, EntryFilter{Subscriptions: []int64{id}, WithKept: true}) {
		p, kept, err := s.Post(t.Context(), e.ID)
		if err != nil || kept != e.Kept {
			t.Errorf("entry %s: kept %t, but listed as %t, %v", e.AtomID, kept, e.Kept, err)
		}
		if title, _, _ := strings.Cut(p.Text, ":"); kept && title != e.Title {
			t.Errorf("entry %s is titled %q, and its text is %q", e.AtomID, e.Title, p.Text)
		}
		_, key, _ := strings.Cut(e.AtomID, "#")
		all = append(all, key+" "+strings.TrimSpace(p.Text))
	}
	return strings.Join(all, "\n")
}

func wantSections(t *testing.T, s *Store, id int64, want ...string) {
	t.Helper()
	if diff := cmp.Diff(strings.Join(want, "\n"), sections(t, s, id)); diff != "" {
		t.Errorf("texts (-want +got):\n%s", diff)
	}
}

// Every section that is read is kept, and none is requested. Its text belongs to its entry alone:
// other entries with the link of the page do not show it, and it does not show theirs.
func TestSections(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	tiny := followTiny(t, s, tinylog("c C: new", "b B: old", "a A: older"))
	all := []string{"c C: new", "b B: old", "a A: older"}
	wantSections(t, s, tiny, all...)
	if got := wanted(t, s, start); len(got) > 0 {
		t.Errorf("%q are wanted", got)
	}
	links := follow(t, s, "gemini://example.org/links.gmi", linkedAs(tinyURL, tinyURL, 1, "A tinylog"))
	if got := sections(t, s, links); strings.TrimSpace(got) != "" {
		t.Errorf("a link to the page shows %q", got)
	}
	if got := wanted(t, s, start); !cmp.Equal(got, []string{"A tinylog"}) {
		t.Errorf("%q are wanted, not the page", got)
	}
	linking := entries(t, s, EntryFilter{Subscriptions: []int64{links}})[0].ID
	savePosts(t, s, model.PostResult{EntryID: linking, Post: &Post{URL: tinyURL, MediaType: "text/gemini", Text: "The page\n"}})
	wantSections(t, s, tiny, all...)
	if p := keptPost(t, s, linking); p.Text != "The page\n" {
		t.Errorf("a link to the page shows %q", p.Text)
	}
	fine(t)(s.db.ExecContext(t.Context(), `DELETE FROM post WHERE from_feed`))
	wantSections(t, s, tiny, "c ", "b ", "a ")
}

// If a message is edited, its kept text and title change, but not if the page was cut off or the
// text is empty now. The text of a starred message never changes.
func TestSectionChanges(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	id := followTiny(t, s, tinylog("d D: 1", "c C: 1", "b B: 1", "a A: 1"))
	fine(t)(s.SetStarred(t.Context(), EntryFilter{IDs: []Range{{2, 2}}}, true)) // b
	edited := tinylog("e E: 1", "d D: 2", "c Sea: 2", "b Bee: 2", "a A")
	commit(t, s, Check{Subscription: byID(id), CheckedAt: start.Add(day), State: StateOK, Cut: true, Feed: edited})
	wantSections(t, s, id, "e E: 1", "d D: 1", "c C: 1", "b B: 1", "a A: 1")
	check(t, s, id, tinylog("e E: 1", "d D: 2", "c Sea: 3", "b Bee: 2", "a A: 2"))
	wantSections(t, s, id, "e E: 1", "d D: 2", "c Sea: 3", "b B: 1", "a A: 2")
	emptied := tinylog("d D", "a # 9:30")
	emptied.Entries[0].Content.Text = "# 9:31 D\n"
	check(t, s, id, emptied)
	wantSections(t, s, id, "e E: 1", "d D: 2", "c Sea: 3", "b B: 1", "a A: 2")
	check(t, s, id, tinylog("d D: 2", "a A: 3"))
	wantSections(t, s, id, "e E: 1", "d D: 2", "c Sea: 3", "b B: 1", "a A: 3")
	checkWords(t, s, "the edits")
}

// If only the title of a message changes, it is still the same message.
func TestSectionTitles(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	f := tinylog("b B: 1", "a A: 1")
	id := followTiny(t, s, f)
	fine(t)(s.SetStarred(t.Context(), EntryFilter{IDs: []Range{{2, 2}}}, true)) // b
	for i := range f.Entries {
		f.Entries[i].Title += "!"
	}
	commit(t, s, Check{Subscription: byID(id), CheckedAt: start.Add(day), State: StateOK, Cut: true, Feed: f})
	for _, e := range entries(t, s, EntryFilter{}) {
		if !strings.HasSuffix(e.Title, "!") {
			t.Errorf("the title is %q", e.Title)
		}
	}
}

// If the older of two messages of one minute leaves the page, the newer one gets its key, but
// neither text nor title. Such a message can be edited below its title.
func TestSectionsOfOneMinute(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	id := followTiny(t, s, tinylog("10:30(2) Second: two", "10:30 First: one"))
	check(t, s, id, tinylog("10:30 Second: two"))
	check(t, s, id, tinylog("10:31 Third: three", "10:30 Second: two"))
	wantSections(t, s, id, "10:31 Third: three", "10:30(2) Second: two", "10:30 First: one")
	check(t, s, id, tinylog("10:30(2) Second: 2", "10:30 First: 1"))
	wantSections(t, s, id, "10:31 Third: three", "10:30(2) Second: 2", "10:30 First: 1")
}

// If two messages of one minute change places, both keep their titles and texts.
func TestSectionsExchanged(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	id := followTiny(t, s, tinylog("10:30(2) Second: two", "10:30 First: one"))
	for _, isStarred := range []bool{false, true} {
		fine(t)(s.SetStarred(t.Context(), EntryFilter{IDs: []Range{{1, 1}}}, isStarred))
		check(t, s, id, tinylog("10:30(2) First: one", "10:30 Second: two"))
		wantSections(t, s, id, "10:30(2) Second: two", "10:30 First: one")
	}
	// Where one gets another key when a new one comes, none is lost.
	check(t, s, id, tinylog("10:31 Third: three"))
	for range 2 {
		check(t, s, id, tinylog("10:31(2) Third: three", "10:31 Fourth: four"))
		wantSections(t, s, id, "10:31(2) Third: three", "10:31 Fourth: four", "10:30(2) Second: two", "10:30 First: one")
	}
}

// A text that was removed for lack of room stays away. A text that was never stored is stored when
// the page is read again.
func TestSectionsWithinRoom(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	f := tinylog("c C: 1", "b B: 1", "a A: 1")
	id := followTiny(t, s, f)
	if n, err := s.LimitPosts(t.Context(), PostRoom{Feed: 5, All: 50}); n != 2 || err != nil {
		t.Errorf("%d removed, %v", n, err)
	}
	check(t, s, id, f)
	wantSections(t, s, id, "c C: 1", "b ", "a ")
	fine(t)(s.db.ExecContext(t.Context(), `DELETE FROM wanted_post`))
	check(t, s, id, f)
	wantSections(t, s, id, "c C: 1", "b B: 1", "a A: 1")
}

// A whole page, which earlier versions kept as the text of each section, becomes the section.
func TestSectionInPlaceOfPage(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	f := tinylog("b B: 1", "a A: 1")
	bare := tinylog("b B", "a A")
	for i := range bare.Entries {
		bare.Entries[i].Content = nil
	}
	id := followTiny(t, s, bare)
	for e := range int64(2) {
		savePosts(t, s, model.PostResult{EntryID: e + 1, Post: &Post{URL: tinyURL, MediaType: "text/gemini", Text: fmt.Sprint(f.Entries)}})
	}
	check(t, s, id, f)
	wantSections(t, s, id, "b B: 1", "a A: 1")
}

// A section that links to a page is named as a mention itself, also one that is new.
func TestMentionsInSections(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	id := followTiny(t, s, tinylog("b B: nothing", "a A: old\n=> gemini://me.example/1"))
	check(t, s, id, tinylog("c C: new\n=> gemini://me.example/2", "b B: nothing", "a A: old\n=> gemini://me.example/1"))
	for _, tt := range []struct {
		entries []int64
		want    string
	}{
		{nil, "3 [gemini://me.example/2] 1 [gemini://me.example/1]"},
		{[]int64{3}, "3 [gemini://me.example/2]"},
	} {
		all, _, err := s.Mentions(t.Context(), []string{"gemini://me.example/"}, tt.entries...)
		var got []string
		for _, m := range all {
			got = append(got, fmt.Sprint(m.ID, m.Links))
		}
		if strings.Join(got, " ") != tt.want || err != nil {
			t.Errorf("of %v: %q, %v; want %q", tt.entries, got, err, tt.want)
		}
	}
}
