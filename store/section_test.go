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

// tinylog is a page of messages, each "key title: text".
func tinylog(messages ...string) *feed.Feed {
	f := &feed.Feed{ID: tinyURL, Title: "Tiny", Updated: noon, Format: feed.Headings}
	for i, m := range messages {
		key, rest, _ := strings.Cut(m, " ")
		title, _, _ := strings.Cut(rest, ":")
		f.Entries = append(f.Entries, feed.Entry{
			ID: tinyURL + "#" + key, Link: tinyURL, Title: title, Updated: noon.Add(-time.Duration(i) * time.Hour),
			Content: &feed.Content{Text: rest + "\n", MediaType: "text/gemini"},
		})
	}
	return f
}

// follows subscribes to a tinylog, of which one message arrives unread.
func followTiny(t *testing.T, s *Store, f *feed.Feed) int64 {
	t.Helper()
	return commit(t, s, Check{New: &NewSubscription{URL: tinyURL, Unread: 1}, CheckedAt: start, State: StateOK, Format: "headings", Feed: f})[0].SubscriptionID
}

// sections returns the refs of the entries of a feed with their texts.
func sections(t *testing.T, s *Store, id int64) string {
	t.Helper()
	var all []string
	for _, e := range entries(t, s, EntryFilter{Subscriptions: []int64{id}, WithKept: true}) {
		p, kept, err := s.Post(t.Context(), e.ID)
		if err != nil || kept != e.Kept {
			t.Errorf("entry %s: kept %t, but listed as %t, %v", e.AtomID, kept, e.Kept, err)
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

// Every section that is read is kept, and none is requested. It is the text of its entry
// alone: not that of other entries with the link of its page, nor is theirs its text.
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

// A kept text changes where the message is edited, but not where it may be another message:
// the title has changed too, or the page was cut off. A starred one never changes.
func TestSectionChanges(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	id := followTiny(t, s, tinylog("d D: 1", "c C: 1", "b B: 1", "a A: 1"))
	fine(t)(s.SetStarred(t.Context(), EntryFilter{IDs: []Range{{2, 2}}}, true)) // b
	edited := tinylog("e E: 1", "d D: 2", "c Sea: 2", "b B: 2", "a A")
	commit(t, s, Check{SubscriptionID: id, CheckedAt: start.Add(day), State: StateOK, Cut: true, Feed: edited})
	wantSections(t, s, id, "e E: 1", "d D: 1", "c C: 1", "b B: 1", "a A: 1")
	commit(t, s, Check{SubscriptionID: id, CheckedAt: start.Add(2 * day), State: StateOK, Feed: tinylog("e E: 1", "d D: 2", "c Sea: 3", "b B: 2", "a A: 2")})
	wantSections(t, s, id, "e E: 1", "d D: 2", "c C: 1", "b B: 1", "a A: 2")
	commit(t, s, Check{SubscriptionID: id, CheckedAt: start.Add(3 * day), State: StateOK, Feed: tinylog("d D: 2", "a A: 3")})
	wantSections(t, s, id, "e E: 1", "d D: 2", "a A: 3", "c C: 1", "b B: 1")
	checkWords(t, s, "the edits")
}

// A title that changes alone is that of the same message, which can be edited later.
func TestSectionTitles(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	f := tinylog("a A: 1")
	id := followTiny(t, s, f)
	for _, title := range []string{"B", "B"} {
		f.Entries[0].Title = title
		check(t, s, id, f)
		f.Entries[0].Content = &feed.Content{Text: "A: 2\n", MediaType: "text/gemini"}
	}
	wantSections(t, s, id, "a A: 2")
}

// When the older of two messages of one minute leaves the page, the newer one gets its key,
// and no text goes over.
func TestSectionsOfOneMinute(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	id := followTiny(t, s, tinylog("10:30(2) Second: two", "10:30 First: one"))
	check(t, s, id, tinylog("10:30 Second: two"))
	check(t, s, id, tinylog("10:31 Third: three", "10:30 Second: two"))
	wantSections(t, s, id, "10:31 Third: three", "10:30(2) Second: two", "10:30 First: one")
}

// A text that was removed for want of room stays away; one that was never had is kept when
// its page is read again.
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
		f    MentionFilter
		want string
	}{
		{MentionFilter{}, "3 [gemini://me.example/2] 1 [gemini://me.example/1]"},
		{MentionFilter{Entries: []int64{3}, KeptSince: start.Add(time.Minute)}, "3 [gemini://me.example/2]"},
	} {
		tt.f.Under = []string{"gemini://me.example/"}
		all, _, err := s.Mentions(t.Context(), tt.f)
		var got []string
		for _, m := range all {
			got = append(got, fmt.Sprint(m.ID, m.Links))
		}
		if strings.Join(got, " ") != tt.want || err != nil {
			t.Errorf("%+v: %q, %v; want %q", tt.f, got, err, tt.want)
		}
	}
}
