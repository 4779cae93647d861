package main

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"gemsub/internal/capsule"
	"gemsub/store"
)

var (
	kills = flag.Int("kills", 5, "how many updates TestKilled kills")
	dbDir = flag.String("db-dir", "", "where TestKilled has its database: a disk that fills up, say")
)

// An update that is killed at any moment leaves a database that opens and
// holds whatever was printed.
func TestKilled(t *testing.T) {
	t.Parallel()
	servers := startCapsules(t, capsuleCount)
	db := filepath.Join(cmp.Or(*dbDir, t.TempDir()), "gemsub.db")
	addAll(t, db, servers)
	whole := duration(t, gemsub(t, db, "update", "--force"))
	printed, hit, failed := map[string]bool{}, 0, 0
	for i := range *kills {
		for _, server := range servers {
			serve(server, i+1)
		}
		killed := gemsub(t, db, "update", "--force")
		var out bytes.Buffer
		killed.Stdout = &out
		if err := killed.Start(); err != nil {
			t.Fatal(err)
		}
		time.Sleep(whole * time.Duration(i+1) / time.Duration(*kills))
		_ = killed.Process.Kill()
		_ = killed.Wait() // what came of it is looked at here
		switch killed.ProcessState.ExitCode() {
		case -1:
			hit++
		case exitFailed:
			failed++
		}
		remember(t, printed, &out)
		checkKept(t, db, printed)
	}
	if len(printed) == 0 || hit == 0 {
		t.Fatalf("%d entries printed, %d updates killed: nothing was tested", len(printed), hit)
	}
	t.Logf("%d of %d updates were killed, %d failed before; %d entries were printed", hit, *kills, failed, len(printed))
}

// Twelve capsules with 20 feeds each: an update takes several batches.
const capsuleCount, feedsEach = 12, 20

// addAll subscribes to all feeds of the capsules; each has one post.
func addAll(t *testing.T, db string, servers []*capsule.Server) {
	t.Helper()
	add := []string{"add", "--backlog", "all"}
	for _, server := range servers {
		serve(server, 0)
		for feed := range feedsEach {
			add = append(add, server.URL(fmt.Sprintf("/%d/", feed)))
		}
	}
	if out, err := gemsub(t, db, add...).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
}

func startCapsules(t *testing.T, n int) []*capsule.Server {
	t.Helper()
	servers := make([]*capsule.Server, n)
	for i := range servers {
		server, err := capsule.Start(capsule.Options{})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(server.Close)
		servers[i] = server
	}
	return servers
}

// serve gives each feed of a capsule n posts more than it began with.
func serve(server *capsule.Server, n int) {
	for feed := range feedsEach {
		server.Page(fmt.Sprintf("/%d/", feed), page(feed, n))
	}
}

// page is a gemlog after n further posts.
func page(feed, n int) string {
	var b strings.Builder
	fmt.Fprintf(&b, "# Feed %d\n", feed)
	for i := n; i >= 0; i-- {
		date := time.Date(2025, 1, 1+i, 0, 0, 0, 0, time.UTC).Format(time.DateOnly)
		fmt.Fprintf(&b, "=> %d.gmi %s Post %d of feed %d\n", i, date, i, feed)
	}
	return b.String()
}

// gemsub is the real program: this test's binary under the name that
// testscript gave it.
func gemsub(t *testing.T, db string, args ...string) *exec.Cmd {
	t.Helper()
	cmd := exec.Command("gemsub", args...)
	cmd.Env = append(os.Environ(), "GEMSUB_DB="+db)
	return cmd
}

// duration is how long an undisturbed run takes here and now: machines differ.
func duration(t *testing.T, cmd *exec.Cmd) time.Duration {
	t.Helper()
	began := time.Now()
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	return time.Since(began)
}

// remember adds the URLs of printed lines, none of which was printed before.
// The last line may be incomplete.
func remember(t *testing.T, printed map[string]bool, out *bytes.Buffer) {
	t.Helper()
	lines := bufio.NewScanner(out)
	for lines.Scan() {
		fields := strings.Split(lines.Text(), "\t")
		if len(fields) != 5 || !strings.HasSuffix(fields[4], ".gmi") {
			continue
		}
		if printed[fields[4]] {
			t.Errorf("%s was printed twice", fields[4])
		}
		printed[fields[4]] = true
	}
}

func checkKept(t *testing.T, path string, printed map[string]bool) {
	t.Helper()
	db, err := store.Open(context.Background(), path, time.Now)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if err := db.Integrity(t.Context()); err != nil {
		t.Fatal(err)
	}
	kept := map[string]bool{}
	for e, err := range db.Entries(t.Context(), store.EntryFilter{}) {
		if err != nil {
			t.Fatal(err)
		}
		if kept[e.URL] {
			t.Errorf("%s is kept twice", e.URL)
		}
		kept[e.URL] = true
	}
	for url := range printed {
		if !kept[url] {
			t.Errorf("%s was printed and is lost", url)
		}
	}
}
