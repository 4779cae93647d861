package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"gemsub/feed"
	"gemsub/internal/model"
	"gemsub/store"
)

// A completingShell is how a shell is started so that it completes gemsub's words.
type completingShell struct {
	name  string
	start []string
	setup string // its commands, with the folder of the scripts in $SCRIPTS
}

var completingShells = []completingShell{
	{"bash", []string{"--noprofile", "--norc", "-i"}, `source "$SCRIPTS/bash"`},
	{"zsh", []string{"-f", "-i"}, `autoload -U compinit; compinit -D -u; source "$SCRIPTS/zsh"`},
	{"fish", []string{"--no-config", "-i"}, `source $SCRIPTS/fish`},
}

// Names that capsules and list files may bring, and how much of each is typed.
var hostileNames = []struct{ name, typed string }{
	{"Plain words", "Pl"},
	{"Nice $(touch x) `touch x` ${HOME} $HOME", "Ni"},
	{`It's '; touch x; "; touch x; '"; touch x & touch x | touch x > x`, "It"},
	{`Nice \$(touch x) \'; touch x; \"; touch x; \`, "Ni"},
	{"Nice !! !touch !?x? x!", "Ni"},
	{"Nice (touch x) {a,b} [x] ~root * ? # ^a^b^", "Ni"},
	{"Nice: a=b:c@d <(touch x)", "Ni"},
	{"Größe 日本語 🌱 $(touch x)", "Gr"},
	{"$(touch x)", ""},
	{"`touch x`", ""},
	{"# $(touch x)", ""},
	{"!!", ""},
	{"=ls", ""},
	{";touch x *", ""},
	{"\\", ""},
	{`"`, ""},
	{`"$(touch x)"; touch x; "`, ""},
	{"x'", ""},
	{`x"'$(touch x)'"\`, "x"},
	{`a\'"!touch`, ""},
	{"$'a' $\"b\" a=~root:~", ""},
	{"%q %s <<x", "%"},
}

// Whatever a feed is called, completing its name in a real shell gives that name as
// one argument and runs nothing of it, in whatever quotes the word was begun.
func TestCompletionInShells(t *testing.T) {
	t.Parallel()
	var dbs []string
	for i, name := range hostileNames {
		dbs = append(dbs, completionDatabase(t, filepath.Join(t.TempDir(), fmt.Sprintf("%d.db", i)), name.name))
	}
	for _, shell := range completingShells {
		t.Run(shell.name, func(t *testing.T) {
			t.Parallel()
			d := startShell(t, shell)
			d.press("gemsub complet\tbash\r")
			if args := d.awaitCall(); !slices.Equal(args, []string{"completion", "bash"}) {
				t.Errorf("called with %q", args)
			}
			for i, name := range hostileNames {
				for _, quote := range []string{"", `"`, "'"} {
					d.complete(dbs[i], quote+name.typed+"\t", name.name)
				}
			}
		})
	}
}

// A shell completes values from lists, files where a command takes one, and for sync folders only.
func TestCompletionOfFiles(t *testing.T) {
	t.Parallel()
	for _, shell := range completingShells {
		t.Run(shell.name, func(t *testing.T) {
			t.Parallel()
			d := startShell(t, shell)
			for _, made := range []error{os.Mkdir(filepath.Join(d.work, "shared"), 0o700), os.WriteFile(filepath.Join(d.work, "shavings"), nil, 0o600)} {
				if made != nil {
					t.Fatal(made)
				}
			}
			for keys, want := range map[string]string{
				"export ato\t": "export atom", "import --as opm\t": "import --as opml", "backup shav\t": "backup shavings",
				"check shav\t": "check shavings", "export atom -o shav\t": "export atom -o shavings", "sync sha\t": "sync shared/",
			} {
				d.press("gemsub " + keys + "\r")
				if got := strings.Join(d.awaitCall(), " "); strings.TrimSuffix(got, "/") != strings.TrimSuffix(want, "/") {
					t.Errorf("%q: called with %q, want %q", keys, got, want)
				}
			}
		})
	}
}

// Names that cannot be given as they are give way to the feed's URL: an option
// would run what its value says, a number or URL would mean another feed.
func TestCompletionGivesURL(t *testing.T) {
	t.Parallel()
	names := []string{
		"--exec=touch x", "-rf", "2", "~root", "'tis", "a\nb", "a\tb", "esc\x1b[31m", "\u202eover", "twice",
		feedURL(1), "feed1.example", feedURL(0),
	}
	m := newMistakeRunner(t)
	for i, name := range names {
		db := completionDatabase(t, filepath.Join(t.TempDir(), fmt.Sprintf("%d.db", i)), name, "other", "twice")
		complete := func(begun string) (string, int) {
			code := m.run("__complete", "--db", db, "update", begun)
			return m.stdout.String(), code
		}
		out, code := complete("gemini://feed0")
		if word, _, _ := strings.Cut(out, "\t"); code != exitOK || word != feedURL(0) {
			t.Errorf("%q: completed to %q (%d)", name, out, code)
		}
		out, code = complete("")
		for line := range strings.Lines(out) {
			if code != exitOK || strings.HasPrefix(line, name) && name != feedURL(0) && name != feedURL(1) {
				t.Errorf("completed to %q (%d)", line, code)
			}
		}
	}
}

// Where several names fit, what they have in common is completed, and nothing
// of it runs either.
func TestCompletionOfSeveral(t *testing.T) {
	t.Parallel()
	db := completionDatabase(t, filepath.Join(t.TempDir(), "several.db"), "Nice $(touch x)'s `a", "Nice $(touch x)'s `b")
	for _, shell := range completingShells {
		t.Run(shell.name, func(t *testing.T) {
			t.Parallel()
			d := startShell(t, shell)
			for _, quote := range []string{"", `"`, "'"} {
				d.complete(db, quote+"Ni\tb\t", "Nice $(touch x)'s `b")
			}
		})
	}
}

// A drivenShell is a shell that a test types into. Its gemsub completes as the real
// one and only keeps what it is called with. What the real one answered to the words
// of zsh it answers to those of fish too, whatever quotes they stood in.
type drivenShell struct {
	*terminal
	home, work, called string
}

func startShell(t *testing.T, shell completingShell) *drivenShell {
	t.Helper()
	program, err := exec.LookPath(shell.name)
	if err != nil {
		missing(t, shell.name)
	}
	dir := t.TempDir()
	scripts, bin, work := filepath.Join(dir, "scripts"), filepath.Join(dir, "bin"), filepath.Join(dir, "work")
	for _, folder := range []string{scripts, bin, work} {
		if err := os.Mkdir(folder, 0o700); err != nil {
			t.Fatal(err)
		}
	}
	script, err := exec.Command("gemsub", "completion", shell.name).Output()
	if err != nil {
		t.Fatal(err)
	}
	writeScript(t, filepath.Join(scripts, shell.name), string(script))
	writeScript(t, filepath.Join(bin, "gemsub"), recorder)
	real, err := exec.LookPath("gemsub")
	if err != nil {
		t.Fatal(err)
	}
	d := &drivenShell{home: dir, work: work, called: filepath.Join(dir, "called")}
	cmd := exec.Command(program, shell.start...)
	cmd.Dir = work
	cmd.Env = []string{
		"PATH=" + bin + ":" + os.Getenv("PATH"), "HOME=" + dir, "TERM=xterm", "LC_ALL=C.UTF-8",
		"REAL=" + real, "CALLED=" + d.called, "SCRIPTS=" + scripts, "PS1=$ ",
	}
	d.terminal = startTerminal(t, cmd)
	d.press(shell.setup + "\r")
	d.press("gemsub ready\r")
	d.awaitCall()
	return d
}

const recorder = `#!/bin/sh
case $1,$2 in
__complete,--db)
	answer=$3.$5
	[ -e "$answer" ] || { "$REAL" "$@" >"$answer.$$" && mv "$answer.$$" "$answer"; }
	exec cat "$answer" ;;
__complete*) exec "$REAL" "$@" ;;
esac
printf '%s\0' "$@" end >"$CALLED"
`

// complete types a command, whose last word the keys begin and complete, and
// looks at what gemsub is called with.
func (d *drivenShell) complete(db, keys, want string) {
	d.t.Helper()
	d.press("gemsub --db " + db + " remove " + keys + "\r")
	args := d.awaitCall()
	if len(args) != 4 || args[3] != want {
		d.t.Errorf("%q: called with %q, want %q", keys, args, want)
	}
	if files, err := os.ReadDir(d.work); err != nil || len(files) > 0 {
		d.t.Fatalf("%q: there is %v (%v): something of %q was run", keys, files, err, want)
	}
}

// awaitCall returns what gemsub is called with.
func (d *drivenShell) awaitCall() []string {
	d.t.Helper()
	var args string
	if !until(func() (whole bool) {
		data, _ := os.ReadFile(d.called) // which is not there yet, or not whole
		args, whole = strings.CutSuffix(string(data), "\x00end\x00")
		return whole
	}) {
		d.t.Fatalf("gemsub was not called; the terminal shows:\n%s", d.shown())
	}
	if err := os.Remove(d.called); err != nil {
		d.t.Fatal(err)
	}
	return strings.Split(args, "\x00")
}

// completionDatabase makes a database of feeds with these names.
func completionDatabase(t *testing.T, path string, names ...string) string {
	t.Helper()
	db, err := store.Open(t.Context(), path, time.Now)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	var checks []*store.Check
	for i, name := range names {
		checks = append(checks, &store.Check{
			Subscription: &store.Subscription{URL: feedURL(i)}, CheckedAt: time.Now(), State: model.StateOK,
			Feed: &feed.Feed{ID: feedURL(i), Title: name},
		})
	}
	if err := db.Commit(t.Context(), store.Batch{Checks: checks}); err != nil {
		t.Fatal(err)
	}
	return path
}

func feedURL(i int) string { return fmt.Sprintf("gemini://feed%d.example/", i) }
