package main

import (
	"database/sql"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"gemsub/feed"
	"gemsub/internal/capsule"
)

// gemsub alone on a terminal is the reader. It gives the terminal back when it is
// stopped, and when it is ended by a signal, with every mark stored.
func TestReader(t *testing.T) {
	t.Parallel()
	const alone, shared = "\x1b[?1049h", "\x1b[?1049l" // the screen of a program, and the shell's
	db, folder := pagedDatabase(t), t.TempDir()
	if err := os.Mkdir(filepath.Join(folder, "gemsub"), 0o700); err != nil {
		t.Fatal(err)
	}
	writeScript(t, filepath.Join(folder, "gemsub", "config.toml"), "[keys]\nstar = [\"*\", \"f2\"]\n")
	cmd := exec.Command("sh", "-c", `set -m; stty rows 24 cols 80; stty -g; sh -c 'echo $$ >pid; exec gemsub'; echo stopped; stty -g; fg >/dev/null; echo "ended with $?"; stty -g; echo all`)
	cmd.Dir = folder
	cmd.Env = append(os.Environ(), "GEMSUB_DB="+db, "XDG_CONFIG_HOME="+folder, "TERM=xterm", "LC_ALL=C", "NO_COLOR=")
	term := startTerminal(t, cmd)
	term.await(" help")
	term.press("j*\x1a") // ctrl-z
	_, rest, _ := strings.Cut(term.await("★"), alone)
	if strings.Contains(rest, "�") {
		t.Errorf("the screen has unknown characters:\n%q", rest)
	}
	if !strings.Contains(rest, "\x1b[38;5;30m") {
		t.Errorf("the colours are not those of commands:\n%q", rest)
	}
	term.awaitTimes(alone, 2)
	text, err := os.ReadFile(filepath.Join(folder, "pid"))
	if err != nil {
		t.Fatal(err)
	}
	pid, err := strconv.Atoi(strings.TrimSpace(string(text)))
	if err != nil {
		t.Fatal(err)
	}
	if err := syscall.Kill(pid, syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	shown := term.await("\r\nall")
	before, _, _ := strings.Cut(shown, "\r\n")
	_, stopped, _ := strings.Cut(shown, "stopped\r\n")
	_, after, _ := strings.Cut(shown, "ended with 143\r\n")
	if !strings.HasPrefix(stopped, before+"\r\n") || !strings.HasPrefix(after, before+"\r\n") || strings.Count(shown, shared) != 2 {
		t.Errorf("the terminal was set to %q, and then:\n%q", before, shown)
	}
	if starred := onScreen(t, map[string]string{"GEMSUB_DB": db, "TERM": "dumb"}, "entries", "--starred", "--count"); starred != "1\n" {
		t.Errorf("%q entries are starred", starred)
	}
}

// A program that has the reader's terminal is stopped together with the reader, and both go on
// when the shell continues them.
func TestStopsWithProgram(t *testing.T) {
	t.Parallel()
	db, folder := pagedDatabase(t), t.TempDir()
	if err := os.Mkdir(filepath.Join(folder, "gemsub"), 0o700); err != nil {
		t.Fatal(err)
	}
	writeScript(t, filepath.Join(folder, "gemsub", "config.toml"), "[keys]\nx = '!kill -TSTP 0; echo program'\n")
	cmd := exec.Command("sh", "-c", `set -m; stty rows 24 cols 80; gemsub; echo shell; fg >/dev/null; echo "ended with $?"`)
	cmd.Env = append(os.Environ(), "GEMSUB_DB="+db, "XDG_CONFIG_HOME="+folder, "TERM=xterm")
	term := startTerminal(t, cmd)
	term.await(" help")
	term.press("x")
	term.await("shell\r\nprogram\r\n")
	term.await("done: !kill")
	term.press("Q")
	term.await("ended with 0")
}

// A mark that was shown is stored, though the reader is killed the moment after. While it
// cannot be stored it is not shown.
func TestReaderKilled(t *testing.T) {
	t.Parallel()
	db := pagedDatabase(t)
	other, err := sql.Open("sqlite3", db)
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close()
	other.SetMaxOpenConns(1)
	change := func(statement string) {
		if _, err := other.ExecContext(t.Context(), statement); err != nil {
			t.Fatal(err)
		}
	}
	for _, said := range []string{"starred", "marked", "starred", "marked"} {
		cmd := gemsub(t, db)
		cmd.Env = append(cmd.Environ(), "TERM=xterm")
		term := startTerminal(t, cmd)
		before := term.await(" help")
		change("BEGIN IMMEDIATE")
		term.press(map[string]string{"starred": "s", "marked": "r"}[said])
		after := strings.TrimPrefix(term.await("toring"), before) // an s stood there
		if strings.Contains(after, said) || strings.Contains(after, "\x1b[2;22H\x1b[m") || strings.Contains(after, "\x1b[2;23H") {
			t.Errorf("before it is stored, the mark is shown:\n%q", after)
		}
		change("ROLLBACK")
		term.await(said)
		_ = cmd.Process.Kill()
		_ = cmd.Wait() // it was killed
	}
	var starred, unread int
	err = other.QueryRowContext(t.Context(), "SELECT SUM(starred), SUM(unread) FROM entry").Scan(&starred, &unread)
	if err != nil || starred != 2 || unread != pagedEntries-2 {
		t.Errorf("%d entries are starred, %d unread, %v", starred, unread, err)
	}
}

// On a dumb terminal gemsub alone reads lines, a screen at a time, and never moves the
// cursor. Ctrl-C ends it.
func TestReaderOfLines(t *testing.T) {
	t.Parallel()
	db := pagedDatabase(t)
	cmd := exec.Command("sh", "-c", `stty rows 10 cols 80; exec gemsub`)
	cmd.Env = append(os.Environ(), "GEMSUB_DB="+db, "TERM=dumb", "NO_COLOR=")
	term := startTerminal(t, cmd)
	if shown := term.await("enter for more> "); !strings.HasPrefix(shown, "? for help\r\n1, Post 30, Log, ") || strings.Count(shown, "\n") != 9 {
		t.Errorf("the first screen is %q", shown)
	}
	term.press("\r")
	term.awaitTimes("enter for more> ", 2)
	term.press("list\r")
	term.await("1, Log, ok")
	term.awaitTimes("> ", 3)
	term.press("\x03")
	if shown := term.await("interrupted"); strings.Contains(shown, "\x1b") {
		t.Errorf("the cursor moves: %q", shown)
	}
}

// Commands are completed in the reader as in a shell.
func TestReaderCompletes(t *testing.T) {
	t.Parallel()
	cmd := gemsub(t, pagedDatabase(t))
	cmd.Env = append(cmd.Environ(), "TERM=xterm")
	term := startTerminal(t, cmd)
	term.await(" help")
	term.press(":list L\t")
	term.await("\x1b[mog")
	term.press("\r")
	term.await("list Log")
}

// A key of the user runs a command of the shell that reads about the entry in its environment:
// no title becomes a part of the command. The screen comes back at once, or once the user has
// read why the command failed.
func TestReaderRunsOwnKeys(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	const title, url = "$(touch x) `touch x`'; touch x; \"\n", "gemini://example.org/$(touch%20x)"
	db := databaseOf(t, feed.Entry{ID: url, Link: url, Title: title, Updated: time.Unix(1e9, 0), Content: &feed.Content{Text: "One\n"}})
	if err := os.Mkdir(filepath.Join(folder, "gemsub"), 0o700); err != nil {
		t.Fatal(err)
	}
	writeScript(t, filepath.Join(folder, "gemsub", "config.toml"), `[keys]
w = '!cat >text; echo "$GEMSUB_URL $GEMSUB_FEED $GEMSUB_TITLE" >>kept'
x = '!echo went wrong; exit 3'
v = ":set Log --title Renamed"
`)
	cmd := exec.Command("gemsub")
	cmd.Dir = folder
	cmd.Env = append(os.Environ(), "GEMSUB_DB="+db, "XDG_CONFIG_HOME="+folder, "TERM=xterm", "SHELL=/bin/sh")
	term := startTerminal(t, cmd)
	term.await(" help")
	term.press("w")
	term.await("done: !cat")
	term.press("x")
	term.await("went wrong\r\n\r\ngemsub: echo went wrong; exit 3: exit status 3\r\n(press enter to go back to gemsub)")
	term.press("\r")
	term.await("\x1b[1mecho went wrong; exit 3: exit status 3")
	term.press("v")
	term.await("Renamed")
	kept, err := os.ReadFile(filepath.Join(folder, "kept"))
	if want := url + " Log $(touch x) `touch x`'; touch x; \" \n"; err != nil || string(kept) != want {
		t.Errorf("kept %q, %v; want %q", kept, err, want)
	}
	if text, err := os.ReadFile(filepath.Join(folder, "text")); err != nil || string(text) != "One\n" {
		t.Errorf("the post is %q, %v", text, err)
	}
	if files, err := os.ReadDir(folder); err != nil || len(files) != 3 {
		t.Errorf("in the folder are %v, %v", files, err)
	}
}

// A reader that is to update by itself says what is new without a key.
func TestReaderUpdatesAlone(t *testing.T) {
	t.Parallel()
	server, err := capsule.Start(capsule.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(server.Close)
	folder := t.TempDir()
	db := filepath.Join(folder, "gemsub.db")
	server.Page("/", "# Log\n=> 1.gmi 2026-01-01 First\n")
	if out, err := gemsub(t, db, "add", server.URL("/")).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	server.Page("/", "# Log\n=> 2.gmi 2026-01-02 Second\n=> 1.gmi 2026-01-01 First\n")
	if err := os.Mkdir(filepath.Join(folder, "gemsub"), 0o700); err != nil {
		t.Fatal(err)
	}
	writeScript(t, filepath.Join(folder, "gemsub", "config.toml"), "[reader]\nupdate = \"30m\"\n")
	cmd := gemsub(t, db)
	cmd.Env = append(cmd.Environ(), "XDG_CONFIG_HOME="+folder, "TERM=xterm", "CLOCK=48h")
	term := startTerminal(t, cmd)
	term.await("1 new entry in 1 feed, 1 feed checked")
	term.await("Second")
}

// The views of the configuration are listed in the reader.
func TestReaderListsViews(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	if err := os.Mkdir(filepath.Join(folder, "gemsub"), 0o700); err != nil {
		t.Fatal(err)
	}
	writeScript(t, filepath.Join(folder, "gemsub", "config.toml"), "[views]\nrecent = '--feed Log --limit 3'\nwrong = '--frm x'\n")
	cmd := gemsub(t, pagedDatabase(t))
	cmd.Env = append(cmd.Environ(), "XDG_CONFIG_HOME="+folder, "TERM=xterm")
	term := startTerminal(t, cmd)
	term.await("recent             3")
	term.press("Frecent\r")
	term.await("1/3")
	term.press("Fwrong\r")
	term.await("--frm")
}

// A key keeps the entry under the cursor to read later, also where its page cannot be fetched.
func TestReaderKeepsLater(t *testing.T) {
	t.Parallel()
	db := pagedDatabase(t)
	cmd := gemsub(t, db)
	cmd.Env = append(cmd.Environ(), "TERM=xterm")
	term := startTerminal(t, cmd)
	term.await(" help")
	term.press("m")
	term.await("such host")
	if starred := onScreen(t, map[string]string{"GEMSUB_DB": db, "TERM": "dumb"}, "entries", "--starred", "--count"); starred != "1\n" {
		t.Errorf("%q entries are starred", starred)
	}
}
