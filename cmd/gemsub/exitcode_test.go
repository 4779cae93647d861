package main

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"gemsub/internal/app"
	"gemsub/internal/show"
)

// The same mistake has the same exit code in every command. FILE stands for a file that exists, and
// NONE for one that does not.
func TestExitCodes(t *testing.T) {
	t.Parallel()
	m := newMistakeRunner(t)
	for _, mistake := range []struct {
		name  string
		code  int
		lines string
	}{
		{"bad URL", exitUsage, `
			add https://a.example/
			check https://a.example/
			discover https://a.example/
			robots https://a.example/
			robots --file - https://a.example/
			check --base https://a.example/ -
			set 1 --url https://a.example/
			trust accept https://a.example/
			trust forget https://a.example/
			identity use me https://a.example/
			identity unuse https://a.example/
			show https://a.example/`},
		{"unknown feed", exitFailed, `
			list nosuch
			next nosuch
			update nosuch
			entries nosuch
			entries --feed nosuch
			search --feed nosuch words
			read --all --feed nosuch
			mute add words --feed nosuch
			prune --older 2y --feed nosuch
			export atom nosuch
			export opml nosuch
			tag add friends nosuch
			tag remove friends nosuch
			set nosuch --interval 6h
			remove nosuch
			identity use me nosuch
			identity unuse nosuch`},
		{"unknown entry", exitFailed, `
			open 99
			show 99
			read 99
			unread 99
			star 99
			unstar 99`},
		{"unknown number or name", exitFailed, `
			mute remove 99
			trust accept a.example
			trust forget a.example
			trust rm a.example
			mute rm 99
			tag rm friends nosuch
			identity rm nosuch
			identity use nosuch a.example/
			identity unuse a.example/
			identity remove nosuch`},
		{"bad entry", exitUsage, `
			open five
			show five
			read five
			unread five
			star five
			unstar 5-3`},
		{"bad tag", exitUsage, `
			add a.example --tag a,b
			tag add a,b 1
			tag remove a,b 1
			import FILE --tag a,b`},
		{"bad proxy", exitUsage, `
			check a.example --proxy http://127.0.0.1:8080
			add - --proxy nosuch
			entries --proxy nosuch`},
		{"bad date", exitUsage, `
			entries --since nosuch
			search --since nosuch words
			export atom --since nosuch
			list --stale nosuch
			prune --older nosuch`},
		{"bad number", exitUsage, `
			entries --limit 0
			search --limit x words
			export atom -n -1
			update --jobs 0
			add a.example --jobs 0
			update --room x`},
		{"unknown order", exitUsage, `
			--sort foo entries
			entries --sort foo
			list --sort foo`},
		{"unknown format", exitUsage, `
			add a.example --as nosuch
			check --as nosuch -
			check --format nosuch -
			import --as nosuch FILE
			import --as gemsub FILE
			export nosuch
			export gemsub
			completion nosuch`},
		{"missing file", exitFailed, `
			check NONE
			import NONE
			import --as opml NONE
			robots --file NONE a.example
			identity add me --cert NONE --key FILE
			identity add me --cert FILE --key NONE
			export atom -o NONE/a.atom
			backup NONE/a.db`},
		{"no database", exitFailed, `
			list --db NONE
			check a.example --db NONE
			discover a.example --db NONE
			robots a.example --db NONE
			show gemini://a.example/ --db NONE
			next --db NONE
			undo --db NONE
			undo --list --db NONE
			tag list --db NONE
			unread 1 --db NONE
			unstar 1 --db NONE
			entries --db NONE
			search --db NONE words
			update --db NONE
			export atom --db NONE
			export opml --db NONE
			open 1 --db NONE
			read 1 --db NONE
			read --all --db NONE
			star 1 --db NONE
			mute list --db NONE
			mute remove 1 --db NONE
			tag add friends 1 --db NONE
			set 1 --interval 6h --db NONE
			remove 1 --db NONE
			prune --older 2y --db NONE
			trust list --db NONE
			trust forget a.example --db NONE
			identity list --db NONE
			identity remove me --db NONE
			doctor --db NONE
			backup copy.db --db NONE`},
		{"missing argument", exitUsage, `
			add
			discover
			import
			remove
			set
			tag add friends
			search
			read
			unread
			star
			unstar
			open
			show
			mute add
			mute remove
			export
			check
			robots
			trust accept
			trust forget
			identity new
			identity add me
			identity use me
			identity unuse
			identity remove
			backup
			completion
			trust
			identity
			tag`},
		{"unknown command", exitUsage, `
			nosuch
			help nosuch
			trust nosuch
			identity nosuch
			tag nosuch`},
	} {
		for line := range strings.Lines(strings.TrimSpace(mistake.lines)) {
			m.check(mistake.name, strings.Fields(line), mistake.code)
		}
	}
	if _, err := os.Stat(m.names.Replace("NONE")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a mistake made a database: %v", err)
	}
	for name := range visibleCommands("", (&program{environment: m.env, Printer: &show.Printer{}}).cliApp().Commands) {
		if name != "help" {
			m.check("unknown flag", append(strings.Fields(name), "--nosuch"), exitUsage)
		}
	}
}

// gemsub asks for no input: only a command that is given "-" reads standard input.
func TestNothingIsAsked(t *testing.T) {
	t.Parallel()
	m := newMistakeRunner(t)
	asked := 0
	m.env.stdin = readerFunc(func([]byte) (int, error) { asked++; return 0, io.EOF })
	for _, line := range []string{
		"mute add y", "mute remove 1", "undo", "read --all", "unread --all", "prune --older 1d", "identity new me",
		"identity remove me", "trust forget a.example", "remove 1", "update --force", "backup NONE", "backup NONE",
		"import FILE", "doctor --reindex",
	} {
		run(t.Context(), append([]string{"gemsub"}, strings.Fields(m.names.Replace(line))...), m.env)
		if asked > 0 {
			t.Fatalf("%s reads the standard input", line)
		}
	}
	if run(t.Context(), []string{"gemsub", "import", "-"}, m.env); asked == 0 {
		t.Error("import - does not read the standard input")
	}
}

// A readerFunc is a function that reads.
type readerFunc func([]byte) (int, error)

func (f readerFunc) Read(p []byte) (int, error) { return f(p) }

// A mistakeRunner runs commands on an empty database, without network.
type mistakeRunner struct {
	t              *testing.T
	env            environment
	names          *strings.Replacer
	stdout, stderr strings.Builder
}

func newMistakeRunner(t *testing.T) *mistakeRunner {
	dir := t.TempDir()
	m := &mistakeRunner{t: t, names: strings.NewReplacer("NONE", filepath.Join(dir, "none"), "FILE", filepath.Join("..", "..", "go.mod"))}
	m.env = environment{
		stdin: strings.NewReader(""), stdout: &m.stdout, stderr: &m.stderr, environ: os.Environ,
		getenv: func(name string) string {
			return map[string]string{"GEMSUB_DB": filepath.Join(dir, "gemsub.db")}[name]
		},
		Environment: app.Environment{
			Now: func() time.Time { return time.Date(2026, 3, 10, 6, 30, 0, 0, time.UTC) },
			Dial: func(context.Context, string, string) (net.Conn, error) {
				return nil, errors.New("no network here")
			},
		},
	}
	if code := run(t.Context(), []string{"gemsub", "mute", "add", "x"}, m.env); code != exitOK {
		t.Fatalf("no database: %s", &m.stderr)
	}
	return m
}

// run runs a command and returns its exit code.
func (m *mistakeRunner) run(args ...string) int {
	m.stdout.Reset()
	m.stderr.Reset()
	return run(m.t.Context(), append([]string{"gemsub"}, args...), m.env)
}

// check runs a command, which has to write a message to standard error and nothing to
// standard output.
func (m *mistakeRunner) check(mistake string, args []string, want int) {
	m.t.Helper()
	for i := range args {
		args[i] = m.names.Replace(args[i])
	}
	got := m.run(args...)
	if got != want || m.stdout.Len() > 0 || !strings.HasPrefix(m.stderr.String(), "gemsub: ") {
		m.t.Errorf("%s: %s: exit code %d, want %d; printed %q, told %q",
			mistake, strings.Join(args, " "), got, want, &m.stdout, &m.stderr)
	}
}

// No message repeats a password in a URL, even if the URL stands in place of something else, has no
// scheme, or has a slash in the password.
func TestPasswordIsNotRepeated(t *testing.T) { // not parallel, as above
	m := newMistakeRunner(t)
	commands := []string{
		"", "add", "check", "robots", "discover", "trust accept", "identity use me", "open", "read", "star",
		"entries --feed", "update", "remove", "tag", "set --interval 6h", "set 1 --url", "export", "export atom",
		"search", "import", "show", "next --feed", "open 1 --link", "list", "undo",
	}
	for _, url := range []string{"gemini://me:secret@h/", "me:secret@h", "gemini://me:sec-secret/x@h/"} {
		hidden := false
		for _, command := range commands {
			m.run(append(strings.Fields(command), url)...)
			if said := m.stdout.String() + m.stderr.String(); strings.Contains(said, "secret") {
				t.Errorf("%s %s: %s", command, url, said)
			}
			hidden = hidden || strings.Contains(m.stderr.String(), "…@h")
		}
		if !hidden {
			t.Errorf("%s is not named without its password", url)
		}
	}
}

// A mistake in flags and arguments is found before standard input is read and a database made.
func TestMistakesComeFirst(t *testing.T) {
	t.Parallel()
	for _, line := range []string{
		"add foo:bar",
		"add - --interval 1s",
		"add - --tag a,b",
		"import - --as nosuch",
		"import - --tag a,b",
		"later foo:bar",
		"identity add a,b --cert - --key -",
		"identity add me --cert -",
	} {
		t.Run(line, func(t *testing.T) {
			t.Parallel()
			db := filepath.Join(t.TempDir(), "gemsub.db")
			code := run(t.Context(), append([]string{"gemsub", "--db", db}, strings.Fields(line)...), environment{
				Environment: app.Environment{Now: time.Now},
				stdin:       unread{t}, stdout: io.Discard, stderr: io.Discard,
				getenv: func(string) string { return "" }, environ: os.Environ,
			})
			if _, err := os.Stat(db); code != exitUsage || !errors.Is(err, fs.ErrNotExist) {
				t.Errorf("exit code %d, want %d; the database: %v", code, exitUsage, err)
			}
		})
	}
}

// unread is an input that nobody may read.
type unread struct{ t *testing.T }

func (u unread) Read([]byte) (int, error) {
	u.t.Error("standard input is read")
	return 0, io.EOF
}
