package main

import (
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"gemsub/feed"
	"gemsub/internal/app"
	"gemsub/internal/model"
	"gemsub/store"
)

// pagedEntries is how many entries a list has that is longer than the screen.
const pagedEntries = 30

// The pager gets what is longer than the screen, and no pager loses any of it.
func TestPager(t *testing.T) {
	t.Parallel()
	db := pagedDatabase(t)
	home := t.TempDir()
	writeScript(t, filepath.Join(home, "my pager"), "#!/bin/sh\necho \"-- $1 $LESS --\"\ncat\n")
	mine := fmt.Sprintf("%q 'a  b'", filepath.Join(home, "my pager"))
	tests := []struct {
		name   string
		env    map[string]string
		config string
		args   []string
		begins string // what the terminal shows first
		lines  int    // of entries
		says   string
	}{
		{"longer", map[string]string{"GEMSUB_PAGER": mine}, "", []string{"entries"}, "-- a  b FRX --", 30, ""},
		{"shorter", map[string]string{"GEMSUB_PAGER": mine}, "", []string{"entries", "-n", "8"}, "#  DATE", 8, ""},
		{"LESS", map[string]string{"GEMSUB_PAGER": mine, "LESS": "S"}, "", []string{"entries"}, "-- a  b S --", 30, ""},
		{"PAGER", map[string]string{"PAGER": mine}, "", []string{"entries"}, "-- a  b FRX --", 30, ""},
		{"GEMSUB_PAGER first", map[string]string{"PAGER": "false", "GEMSUB_PAGER": mine}, "", []string{"entries"}, "-- a  b FRX --", 30, ""},
		{"configuration", map[string]string{"PAGER": mine}, `pager = ""`, []string{"entries"}, " #  DATE", 30, ""},
		{"--pager", map[string]string{"GEMSUB_PAGER": "false"}, "", []string{"entries", "--pager", mine}, "-- a  b FRX --", 30, ""},
		{"--no-pager", map[string]string{"GEMSUB_PAGER": mine}, "", []string{"entries", "--no-pager"}, " #  DATE", 30, ""},
		{"cat", map[string]string{"GEMSUB_PAGER": "cat"}, "", []string{"entries"}, " #  DATE", 30, ""},
		{"JSON", map[string]string{"GEMSUB_PAGER": mine}, "", []string{"entries", "--json", "-n", "5"}, "-- a  b FRX --", 5, ""},
		{"search", map[string]string{"GEMSUB_PAGER": mine}, "", []string{"search", "post"}, "-- a  b FRX --", 30, ""},
		{"quits early", map[string]string{"GEMSUB_PAGER": "head -n 4"}, "", []string{"entries"}, " #  DATE", 3, ""},
		{"limit", map[string]string{"GEMSUB_PAGER": mine}, "", []string{"entries", "-n", "20"}, "-- a  b FRX --", 20, "gemsub: 20 of 30 shown; --limit all shows all\n"},
		{"limit of a search", nil, "[search]\nlimit = 2", []string{"search", "post"}, "#  DATE", 2, "gemsub: 2 of 30 shown; --limit all shows all\n"},
		{"limit that hides nothing", nil, "", []string{"entries", "--no-pager", "-n", "30"}, " #  DATE", 30, "Post 1\n"},
		{"missing", map[string]string{"GEMSUB_PAGER": "no-such-pager"}, "", []string{"entries"}, " #  DATE", 30, "gemsub: pager no-such-pager: "},
		{"fails", map[string]string{"GEMSUB_PAGER": "false"}, "", []string{"entries"}, " #  DATE", 30, "gemsub: pager false: exit status 1"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			folder := t.TempDir()
			if err := os.Mkdir(filepath.Join(folder, "gemsub"), 0o700); err != nil {
				t.Fatal(err)
			}
			writeScript(t, filepath.Join(folder, "gemsub", "config.toml"), test.config)
			env := map[string]string{"GEMSUB_DB": db, "XDG_CONFIG_HOME": folder, "NO_COLOR": "1", "TERM": "xterm"}
			for name, value := range test.env {
				env[name] = value
			}
			shown := onScreen(t, env, test.args...)
			if !strings.HasPrefix(shown, test.begins) || strings.Count(shown, "Post") != test.lines || !strings.Contains(shown, test.says) {
				t.Errorf("shown:\n%s", shown)
			}
		})
	}
}

// onScreen runs gemsub on a terminal of 10 lines and returns what that shows.
func onScreen(t *testing.T, env map[string]string, args ...string) string {
	t.Helper()
	master, slave := openPty(t)
	defer master.Close()
	resize(t, slave, 10, 80)
	var shown []byte
	read := make(chan struct{})
	go func() {
		defer close(read)
		shown, _ = io.ReadAll(master) // ends with an error when the other end is closed
	}()
	var environ []string
	for name, value := range env {
		environ = append(environ, name+"="+value)
	}
	code := run(t.Context(), append([]string{"gemsub"}, args...), environment{
		stdin: strings.NewReader(""), stdout: slave, stderr: slave,
		getenv:      func(name string) string { return env[name] },
		environ:     func() []string { return append(environ, "PATH="+os.Getenv("PATH")) },
		Environment: app.Environment{Now: time.Now},
	})
	slave.Close()
	<-read
	if code != exitOK {
		t.Errorf("%q: exit code %d", args, code)
	}
	return strings.ReplaceAll(string(shown), "\r\n", "\n")
}

// resize sets the size that a terminal reports.
func resize(t *testing.T, slave *os.File, lines, columns uint16) {
	t.Helper()
	size := [4]uint16{lines, columns}
	if err := ioctl(slave.Fd(), syscall.TIOCSWINSZ, &size); err != nil {
		t.Fatal(err)
	}
}

// Ctrl-C is for the pager: gemsub waits for it, and leaves the terminal as it was.
func TestPagerInterrupted(t *testing.T) {
	t.Parallel()
	if _, err := exec.LookPath("less"); err != nil {
		missing(t, "less")
	}
	cmd := exec.Command("sh", "-c", `trap : INT; stty rows 10 cols 80; stty -g; gemsub entries; echo "ended with $?"; stty -g; echo all`)
	cmd.Env = append(os.Environ(), "GEMSUB_DB="+pagedDatabase(t), "HOME="+t.TempDir(), "TERM=xterm", "PAGER=", "GEMSUB_PAGER=", "LESS=")
	term := startTerminal(t, cmd)
	term.await("Post 25")
	term.press("\x03\x03")
	term.pressUntil("G", "Post 1\x1b") // less drops what was pressed before it was interrupted
	term.press("q")
	before, rest, _ := strings.Cut(term.await("\r\nall"), "\r\n")
	if !strings.Contains(rest, "ended with 0\r\n"+before+"\r\n") {
		t.Errorf("the terminal was set to %q, and then:\n%s", before, rest)
	}
}

// pressUntil presses keys, again and again until text is shown.
func (term *terminal) pressUntil(keys, text string) {
	term.t.Helper()
	for range 200 {
		if strings.Contains(term.shown(), text) {
			return
		}
		term.press(keys)
		time.Sleep(50 * time.Millisecond)
	}
	term.await(text)
}

// await waits until text was printed, and returns all that was.
func (term *terminal) await(text string) string {
	term.t.Helper()
	return term.awaitTimes(text, 1)
}

// awaitTimes waits until a text was printed so many times, and returns all that was.
func (term *terminal) awaitTimes(text string, times int) (shown string) {
	term.t.Helper()
	if !until(func() bool {
		shown = term.shown()
		return strings.Count(shown, text) >= times
	}) {
		term.t.Fatalf("the terminal does not show %q %d times:\n%q", text, times, shown)
	}
	return shown
}

func pagedDatabase(t *testing.T) string {
	t.Helper()
	var entries []feed.Entry
	for i := range pagedEntries {
		link := fmt.Sprintf("gemini://example.org/%d.gmi", i)
		entries = append(entries, feed.Entry{ID: link, Link: link, Title: fmt.Sprintf("Post %d", i+1), Updated: time.Unix(1e9+int64(i)*86400, 0)})
	}
	return databaseOf(t, entries...)
}

// databaseOf makes a database with a feed of these entries, and returns its path.
func databaseOf(t *testing.T, entries ...feed.Entry) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "gemsub.db")
	db, err := store.Open(t.Context(), path, time.Now)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	f := &feed.Feed{ID: "gemini://example.org/", Title: "Log", Entries: entries}
	check := &store.Check{Subscription: &store.Subscription{URL: f.ID, Backlog: new(-1)}, CheckedAt: time.Now(), State: model.StateOK, Format: "gemtext", Feed: f}
	if err := db.Commit(t.Context(), store.Batch{Checks: []*store.Check{check}}); err != nil {
		t.Fatal(err)
	}
	return path
}
