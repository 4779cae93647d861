package main

import (
	"bytes"
	"context"
	"fmt"
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
	whole := duration(t, gemsub(t, db, "update", "--force"))
	k := keptPosts{t: t, path: db, requests: map[string]int{}}
	k.check(servers)
	printed, hit, between := map[string]bool{}, 0, 0
	for i := 0; i < *kills || between == 0 && i < 5**kills; i++ {
		for _, server := range servers {
			servePosts(server, i+2)
		}
		killed := gemsub(t, db, "update", "--force")
		var out bytes.Buffer
		killed.Stdout = &out
		if err := killed.Start(); err != nil {
			t.Fatal(err)
		}
		time.Sleep(whole * time.Duration(2*(i%*kills)+*kills) / time.Duration(3**kills)) // in the last two thirds
		_ = killed.Process.Kill()
		_ = killed.Wait() // what came of it is looked at here
		if killed.ProcessState.ExitCode() == -1 {
			hit++
		}
		remember(t, printed, &out)
		checkKept(t, db, printed)
		before := len(k.requests)
		switch n := k.check(servers) - before; {
		case n == 0: // too early: the machine has become slower
			whole += whole / 4
		case n < postCapsules*postFeeds:
			between++
		default:
			whole -= whole / 4
		}
	}
	if hit == 0 || between == 0 {
		t.Fatalf("%d updates were killed, %d of them between posts: nothing was tested", hit, between)
	}
	if out, err := gemsub(t, db, "update", "--force").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	t.Logf("%d of %d updates were killed, %d between posts; %d posts are kept", hit, *kills, between, k.check(servers))
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
