package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"gemsub/internal/capsule"
	"gemsub/store"
)

// Four capsules with twenty feeds each. Their posts take long enough for several commits.
const (
	postCapsules = 4
	postFeeds    = 20
	postDelay    = 20 * time.Millisecond
)

// An update that is killed while it fetches posts keeps each whole or not at all, and
// none that is kept is fetched again.
func TestKilledPosts(t *testing.T) {
	t.Parallel()
	servers := startCapsules(t, postCapsules)
	db := filepath.Join(t.TempDir(), "gemsub.db")
	add := []string{"add", "--backlog", "none"}
	for _, server := range servers {
		servePosts(server, 0)
		for feed := range postFeeds {
			add = append(add, server.URL(fmt.Sprintf("/%d/", feed)))
		}
	}
	if out, err := gemsub(t, db, add...).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	for _, server := range servers {
		servePosts(server, 1)
	}
	if out, err := gemsub(t, db, "update", "--force").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	k := keptPosts{t: t, path: db, requests: map[string]int{}}
	k.check(servers)
	printed, between := map[string]bool{}, 0
	for i := range *kills {
		for _, server := range servers {
			servePosts(server, i+2)
		}
		update := gemsub(t, db, "update", "--force")
		out, err := os.Create(filepath.Join(t.TempDir(), "printed"))
		if err != nil {
			t.Fatal(err)
		}
		update.Stdout = out
		before, stored := len(k.requests), k.stored()
		if !killHeld(t, update, servers[i%postCapsules], fmt.Sprintf("/%d/%d.gmi", i*postFeeds / *kills, i+2), func() {
			if i%2 == 0 && !until(func() bool { return k.stored() > stored }) { // each second one once it has stored a post
				t.Error("no post is stored")
			}
		}) {
			t.Error("an update ended before it was killed")
		}
		out.Close()
		remember(t, printed, out.Name())
		checkKept(t, db, printed)
		if n := k.check(servers) - before; 0 < n && n < postCapsules*postFeeds {
			between++
		}
	}
	if between == 0 {
		t.Fatalf("%d updates were killed, none between posts: nothing was tested", *kills)
	}
	if out, err := gemsub(t, db, "update", "--force").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	t.Logf("%d updates were killed, %d between posts; %d posts are kept", *kills, between, k.check(servers))
}

// servePosts gives each feed of a capsule n posts more than it began with, and texts to
// all of them.
func servePosts(server *capsule.Server, n int) {
	for feed := range postFeeds {
		server.Page(fmt.Sprintf("/%d/", feed), page(feed, n))
		for i := range n + 1 {
			path := fmt.Sprintf("/%d/%d.gmi", feed, i)
			server.Reply(path, capsule.Reply{Status: 20, Meta: "text/gemini", Body: postText(path), Delay: postDelay})
		}
	}
}

// postText is the text of a post, which ends with what it begins with.
func postText(path string) string {
	return path + "\n" + strings.Repeat("Words.\n", 1000) + path + "\n"
}

// keptPosts compares the posts in a database with those that were served.
type keptPosts struct {
	t        *testing.T
	path     string         // of the database
	requests map[string]int // for each post when it was first seen to be kept
}

// stored returns how many posts are kept, also while an update runs.
func (k *keptPosts) stored() (n int) {
	k.t.Helper()
	db, err := store.Open(context.Background(), k.path, time.Now)
	if err != nil {
		k.t.Fatal(err)
	}
	defer db.Close()
	feeds, err := db.Subscriptions(k.t.Context(), store.SubscriptionFilter{})
	if err != nil {
		k.t.Fatal(err)
	}
	for _, feed := range feeds {
		n += feed.KeptPosts
	}
	return n
}

// check looks at all posts, marks the entries of those that are kept as read, so that
// more are fetched, and returns how many are kept.
func (k *keptPosts) check(servers []*capsule.Server) int {
	k.t.Helper()
	db, err := store.Open(context.Background(), k.path, time.Now)
	if err != nil {
		k.t.Fatal(err)
	}
	defer db.Close()
	counts := map[string]int{}
	for _, server := range servers {
		for _, r := range server.Requests() {
			counts[r.URL]++
		}
	}
	var read store.EntryFilter
	for e, err := range db.Entries(k.t.Context(), store.EntryFilter{WithKept: true}) {
		if err != nil {
			k.t.Fatal(err)
		}
		if !e.Kept {
			continue
		}
		read.IDs = append(read.IDs, store.Range{First: e.ID, Last: e.ID})
		k.checkPost(db, e, counts[e.URL])
	}
	if _, err := db.SetUnread(k.t.Context(), read, false); err != nil {
		k.t.Fatal(err)
	}
	return len(k.requests)
}

// checkPost looks at one post that is kept, and how often it was requested so far.
func (k *keptPosts) checkPost(db *store.Store, e store.Entry, requests int) {
	k.t.Helper()
	post, _, err := db.Post(k.t.Context(), e.ID)
	if err != nil {
		k.t.Fatal(err)
	}
	if _, path, _ := strings.Cut(strings.TrimPrefix(e.URL, "gemini://"), "/"); post.Text != postText("/"+path) {
		k.t.Errorf("%s is kept as %d bytes: %.80q", e.URL, len(post.Text), post.Text)
	}
	before, known := k.requests[e.URL]
	if known && requests != before {
		k.t.Errorf("%s was kept after %d requests, and now there are %d", e.URL, before, requests)
	}
	k.requests[e.URL] = requests
}
