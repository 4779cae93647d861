package store

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"testing"

	"github.com/google/go-cmp/cmp"

	"gemsub/feed"
	"gemsub/internal/scratch"
)

// crashEnv names the database that this test binary, started by
// [TestKill], writes to instead of running tests.
const crashEnv = "GEMSUB_STORE_CRASH_DB"

func TestMain(m *testing.M) {
	if path := os.Getenv(crashEnv); path != "" {
		if err := commitForever(path); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
	}
	scratch.InMemory()
	m.Run()
}

// commitForever adds subscriptions of 20 entries one by one, and prints the
// number of each once it is committed.
func commitForever(path string) error {
	ctx := context.Background()
	s, err := Open(ctx, path, clock)
	if err != nil {
		return err
	}
	if _, err := s.LockUpdate(ctx, false); err != nil {
		return err
	}
	for i := 1; ; i++ {
		url := fmt.Sprintf("gemini://capsule-%d.example/", i)
		page := bigPage(url, 20)
		for i := range page.Entries {
			page.Entries[i].Content = &feed.Content{Text: "apples\n", MediaType: "text/plain"}
		}
		c := &Check{Subscription: &Subscription{URL: url}, CheckedAt: start, State: StateOK, Feed: page}
		err := s.Commit(ctx, withLinks(Batch{Checks: []*Check{c}}))
		if err != nil {
			return err
		}
		fmt.Println(i)
	}
}

// TestKill kills a process that is committing. All that the process printed is stored, nothing is
// stored in part, and the index has all words.
func TestKill(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "gemsub.db")
	cmd := exec.CommandContext(t.Context(), os.Args[0])
	cmd.Env = append(os.Environ(), crashEnv+"="+path)
	cmd.Stderr = os.Stderr
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	printed := 0
	for lines := bufio.NewScanner(out); lines.Scan(); {
		if printed, err = strconv.Atoi(lines.Text()); err != nil {
			t.Fatal(err)
		}
		if printed == 25 {
			if err := cmd.Process.Kill(); err != nil {
				t.Fatal(err)
			}
		}
	}
	cmd.Wait() // killed

	s := open(t, path)
	list := subscriptions(t, s, SubscriptionFilter{})
	if len(list) < max(printed, 25) {
		t.Errorf("%d subscriptions, %d were printed", len(list), printed)
	}
	for _, sub := range list {
		if sub.Entries != 20 {
			t.Errorf("%s has %d entries", sub.URL, sub.Entries)
		}
	}
	if err := s.Integrity(t.Context()); err != nil { // the index of words included
		t.Error(err)
	}
	if n := found(t, s, "apples"); n != 20*len(list) {
		t.Errorf("%d posts of %d found", n, 20*len(list))
	}
	before := indexedWords(t, s)
	if err := s.Reindex(t.Context()); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(indexedWords(t, s), before); diff != "" {
		t.Errorf("words (-rebuilt +indexed):\n%s", diff)
	}
	if err := lock(t, s, false)(); err != nil { // died with its process
		t.Error(err)
	}
}
