package main

import (
	"cmp"
	"context"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
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
	printed, hit := map[string]bool{}, 0
	for i := range *kills {
		for _, server := range servers {
			serve(server, i+1)
		}
		update := gemsub(t, db, "update", "--force", "--template", "{{.URL}}")
		out, err := os.Create(filepath.Join(t.TempDir(), "printed"))
		if err != nil {
			t.Fatal(err)
		}
		update.Stdout = out
		if killHeld(t, update, servers[i%capsuleCount], fmt.Sprintf("/%d/", i*feedsEach / *kills), func() {
			if i%2 == 0 && *dbDir == "" { // each second one once it has stored something, which a full disk cannot
				awaitLines(t, out.Name(), 1)
			}
		}) {
			hit++
		}
		out.Close()
		remember(t, printed, out.Name())
		checkKept(t, db, printed)
	}
	if len(printed) == 0 || hit == 0 {
		t.Fatalf("%d entries printed, %d updates killed: nothing was tested", len(printed), hit)
	}
	t.Logf("%d of %d updates were killed; %d entries were printed", hit, *kills, len(printed))
}

// killHeld runs a program, and kills it after meanwhile, while it waits for a capsule's
// answer. It reports whether the program did not end before that, as on a full disk.
func killHeld(t *testing.T, cmd *exec.Cmd, server *capsule.Server, path string, meanwhile func()) bool {
	t.Helper()
	asked, release := make(chan struct{}), make(chan struct{})
	defer close(release)
	ask := sync.OnceFunc(func() { close(asked) })
	server.Handle(path, func(string) capsule.Reply {
		ask()
		<-release
		return capsule.Reply{}
	})
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan struct{})
	go func() {
		_ = cmd.Wait() // what came of it is looked at by its caller
		close(ended)
	}()
	select {
	case <-asked:
		meanwhile()
	case <-ended:
	}
	_ = cmd.Process.Kill()
	<-ended
	return cmd.ProcessState.ExitCode() == -1
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

// remember adds the URLs of lines printed to a file, none of which was printed before.
// The last line may be incomplete.
func remember(t *testing.T, printed map[string]bool, file string) {
	t.Helper()
	out, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(out)) {
		url, isWhole := strings.CutSuffix(line, ".gmi\n")
		if !isWhole {
			continue
		}
		if url += ".gmi"; printed[url] {
			t.Errorf("%s was printed twice", url)
		}
		printed[url] = true
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
