//go:build !race

package main

import (
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"gemsub/internal/capsule"
)

// largePages is how many pages of 5 MiB TestLargePages reads, and largeMemory
// how much memory that may take: with all their bodies in it, it was twice as
// much.
const (
	largePages  = 20
	largeMemory = 140e6 // bytes
)

// A run over many capsules with a large page each does not hold their bodies.
// GEMSUB_LARGE_PAGES asks for another number of them.
func TestLargePages(t *testing.T) {
	t.Parallel()
	n := largePages
	if value, err := strconv.Atoi(os.Getenv("GEMSUB_LARGE_PAGES")); err == nil {
		n = value
	}
	s, err := capsule.Start(capsule.Options{Addr: "0.0.0.0:0"})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	s.Reply("/log.gmi", capsule.Reply{Status: 20, Meta: "text/gemini", Body: largePage(5 << 20)})
	_, port, err := net.SplitHostPort(s.Addr())
	if err != nil {
		t.Fatal(err)
	}
	var urls strings.Builder
	for i := range n {
		fmt.Fprintf(&urls, "gemini://127.0.1.%d:%s/log.gmi\n", i+1, port)
	}
	dir := t.TempDir()
	db, list, status := filepath.Join(dir, "gemsub.db"), filepath.Join(dir, "urls"), filepath.Join(dir, "status")
	if err := os.WriteFile(list, []byte(urls.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	runWithin(t, db, status, "import", list)
	runWithin(t, db, status, "set", fmt.Sprintf("1-%d", n), "--resume")
	runWithin(t, db, status, "update", "--quiet")
	if got := s.Count("/log.gmi"); got != n {
		t.Errorf("%d pages were read", got)
	}
}

// runWithin runs gemsub, and fails if that takes more memory than largeMemory.
func runWithin(t *testing.T, db, status string, args ...string) {
	t.Helper()
	cmd := gemsub(t, db, args...)
	cmd.Stderr = os.Stderr
	cmd.Env = append(cmd.Env, "STATUS="+status)
	if err := cmd.Run(); err != nil {
		t.Fatalf("%v: %v", args, err)
	}
	peak := peakIn(t, status)
	t.Logf("%v: %.0f MB", args, peak/1e6)
	if peak > largeMemory {
		t.Errorf("%v took %.0f MB", args, peak/1e6)
	}
}

// peakIn reads how much memory a process used, in bytes, from the status it left in a file.
func peakIn(t *testing.T, file string) float64 {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	_, text, _ := strings.Cut(string(data), "VmHWM:")
	var kib float64
	if _, err := fmt.Sscan(text, &kib); err != nil {
		t.Fatal(err)
	}
	return kib * 1024
}

// Posts that are as large and as costly as can be are fetched and shown in little
// memory.
func TestLargePosts(t *testing.T) {
	t.Parallel()
	s, err := capsule.Start(capsule.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	const endless = "endless"
	posts := map[string]capsule.Reply{
		endless:    {Meta: "text/gemini", Body: strings.Repeat("word ", 1<<18), Repeat: true},
		"line":     {Meta: "text/gemini", Body: strings.Repeat("word ", 1<<20)},
		"links":    {Meta: "text/gemini", Body: strings.Repeat("=> a.gmi b\n", 200_000)},
		"tags":     {Meta: "text/html", Body: "<script>x</script>" + strings.Repeat("<p><b><a href=x>", 1_000_000/4)},
		"brackets": {Meta: "text/markdown", Body: strings.Repeat("[", 5<<20)},
	}
	log := "# Log\n"
	for name, reply := range posts {
		reply.Status = 20
		s.Reply("/"+name, reply)
		log += "=> /" + name + " 2026-01-01 A post\n"
	}
	s.Page("/", log)
	dir := t.TempDir()
	db, status := filepath.Join(dir, "gemsub.db"), filepath.Join(dir, "status")
	for _, args := range [][]string{{"add", "--backlog", "all", s.URL("/")}, {"update"}} {
		runWithin(t, db, status, args...)
	}
	for name := range posts {
		if name != endless {
			runWithin(t, db, status, "show", "--width", "80", s.URL("/"+name))
		}
	}
	runWithin(t, db, status, "show", "--json", s.URL("/tags"))
	if s.Count("/line") != 1 || s.Count("/"+endless) != 1 {
		t.Error("posts were requested again")
	}
}

// largePage is a page of size bytes, a hundredth of it entries.
func largePage(size int) string {
	var page strings.Builder
	page.WriteString("# A large page\n")
	for i := range size / 100 / 60 {
		fmt.Fprintf(&page, "=> posts/%06d.gmi 2026-01-%02d What I did that day\n", i, 1+i%28)
	}
	for page.Len() < size-80 {
		page.WriteString("And then there were words, and words, and still more words to read.\n")
	}
	return page.String()
}
