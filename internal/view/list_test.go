package view

import (
	"encoding/json"
	"net/url"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"gemsub/feed"
	"gemsub/internal/app"
	"gemsub/internal/model"
)

// Every list has the columns that it names, each key once, and a value of all fields for a
// result of which nothing is known.
func TestLists(t *testing.T) {
	t.Parallel()
	testList(t, Entries, model.Entry{})
	testList(t, Thread, ThreadLine{})
	testList(t, Mentions, model.Mention{})
	testList(t, Posts, Post{})
	testList(t, Links, Link{})
	testList(t, Feeds(app.FeedQuery{}, func(model.Subscription) time.Duration { return 0 }), model.Subscription{})
	testList(t, Tags, app.TagInfo{})
	testList(t, Mutes, model.Mute{})
	testList(t, Keys, model.PinnedKey{})
	testList(t, Identities, app.IdentityInfo{})
	testList(t, NewIdentities, app.IdentityInfo{})
	testList(t, FoundPages, app.FoundPage{})
	testList(t, NewFeeds, app.AddResult{})
	testList(t, ImportLines, model.ImportLine{})
	testList(t, Machines, model.SyncFile{})
	testList(t, Changes, model.Change{})
	testList(t, Findings, app.Finding{})
	testList(t, Settings, Setting{})
	testList(t, Robots, app.RobotsAnswer{})
	testList(t, Checks, app.PageReport{Page: feed.Page{URL: new(url.URL)}, Feed: new(feed.Feed)})
	testList(t, CheckedEntries, feed.Entry{})
	testList(t, Warnings, feed.Warning{})
}

func testList[T any](t *testing.T, l List[T], nothing T) {
	t.Helper()
	of := reflect.TypeFor[T]()
	for _, columns := range []string{l.Terminal, l.Pipe} {
		if n := len(strings.Fields(columns)); n > 0 && len(l.Table(columns == l.Terminal)) != n {
			t.Errorf("%v: some of the columns %q are not there", of, columns)
		}
	}
	var keys []string
	for _, v := range l.Row(nothing) {
		if slices.Contains(keys, v.Key) {
			t.Errorf("%v: the key %q is there twice", of, v.Key)
		}
		keys = append(keys, v.Key)
		if s, ok := v.Value.(Display); ok {
			v.Value = s.Value
		}
		if v.Value == nil || reflect.TypeOf(v.Value).Kind() != reflect.Slice {
			continue
		}
		if text, err := json.Marshal(Row{v}); err != nil || !strings.HasSuffix(string(text), ":[]}") {
			t.Errorf("%v: an empty list is %s, %v", of, text, err)
		}
	}
}
