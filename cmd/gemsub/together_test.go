package main

import (
	"context"
	"flag"
	"fmt"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"gemsub/internal/capsule"
	"gemsub/store"
)

var rounds = flag.Int("rounds", 2, "how often each program of TestTogether runs")

// Two updates, ten readers, one that marks and a backup at once: none of them
// fails, and readers and copies have whole feeds only.
func TestTogether(t *testing.T) {
	t.Parallel()
	servers := startCapsules(t, 4)
	db := filepath.Join(t.TempDir(), "gemsub.db")
	addAll(t, db, servers)

	commands := slices.Repeat([][]string{
		{"entries", "--all", "--template", "{{.URL}}"},
		{"list"},
	}, 5)
	commands = append(commands, []string{"update", "--force", "--wait"})
	var all sync.WaitGroup
	for i, args := range commands {
		all.Go(func() {
			for range *rounds {
				out := runQuietly(t, db, args...)
				if args[0] == "entries" {
					checkWhole(t, fmt.Sprintf("reader %d", i), strings.Fields(out))
				}
			}
		})
	}
	all.Go(func() { publishAndUpdate(t, db, servers) })
	all.Go(func() { markOften(t, db) })
	all.Go(func() { backUpOften(t, db) })
	began := time.Now()
	all.Wait()
	t.Logf("%d programs ran %d times each, in %v", len(commands)+3, *rounds, time.Since(began).Round(time.Second/10))
}

// publishAndUpdate publishes new posts before each of its updates.
func publishAndUpdate(t *testing.T, db string, servers []*capsule.Server) {
	for i := range *rounds {
		for _, server := range servers {
			serve(server, i+1)
		}
		runQuietly(t, db, "update", "--force", "--wait")
	}
}

// markOften marks entries, and so competes with the updates for writing.
func markOften(t *testing.T, db string) {
	for range *rounds {
		if out, err := gemsub(t, db, "read", "--all").CombinedOutput(); err != nil {
			t.Errorf("read --all: %v\n%s", err, out)
		}
	}
}

// backUpOften looks whether each copy is whole.
func backUpOften(t *testing.T, db string) {
	path := filepath.Join(t.TempDir(), "copy.db")
	for i := range *rounds {
		runQuietly(t, db, "backup", path)
		backup, err := store.Open(context.Background(), path, time.Now)
		if err != nil {
			t.Error(err)
			return
		}
		if err := backup.Integrity(t.Context()); err != nil {
			t.Error(err)
		}
		var urls []string
		for e, err := range backup.Entries(t.Context(), store.EntryFilter{}) {
			if err != nil {
				t.Error(err)
			}
			urls = append(urls, e.URL)
		}
		checkWhole(t, fmt.Sprintf("backup %d", i), urls)
		if err := backup.Close(); err != nil {
			t.Error(err)
		}
	}
}

// runQuietly fails the test if the program fails or writes to standard error.
func runQuietly(t *testing.T, db string, args ...string) string {
	t.Helper()
	cmd := gemsub(t, db, args...)
	var stdout, stderr strings.Builder
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	if err := cmd.Run(); err != nil || stderr.Len() > 0 {
		t.Errorf("%q: %v\n%s", args, err, stderr.String())
	}
	return stdout.String()
}

// checkWhole looks for all posts of each feed up to its newest, since a page
// of n posts has those with the numbers below n.
func checkWhole(t *testing.T, what string, urls []string) {
	t.Helper()
	posts := map[string][]int{}
	for _, post := range urls {
		page, name := path.Split(post)
		n, err := strconv.Atoi(strings.TrimSuffix(name, ".gmi"))
		if err != nil {
			t.Errorf("%s: %s: %v", what, post, err)
		}
		posts[page] = append(posts[page], n)
	}
	for page, numbers := range posts {
		slices.Sort(numbers)
		if last := numbers[len(numbers)-1]; last != len(numbers)-1 {
			t.Errorf("%s has %d posts of %s up to number %d", what, len(numbers), page, last)
		}
	}
	if len(posts) == 0 {
		t.Errorf("%s has no entries", what)
	}
}
