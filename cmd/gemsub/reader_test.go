package main

import (
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"gemsub/internal/app"
	"gemsub/internal/lines"
	"gemsub/internal/model"
	"gemsub/internal/show"
	"gemsub/internal/term"
	"gemsub/internal/tui"
	"gemsub/store"
)

// The manual page has the reader's table of keys.
func TestManualKeys(t *testing.T) {
	t.Parallel()
	section := manualSection(t, "gemsub.1", ".Sh FULL-SCREEN READER")
	section = strings.ReplaceAll(section, `\&`, "")
	for _, a := range tui.Actions() {
		help := strings.ToUpper(a.Help[:1]) + a.Help[1:] + "."
		item := ".It Cm " + a.Name + " : No " + strings.Join(a.Keys, " ") + "\n" + help + "\n"
		if !strings.Contains(section, item) {
			t.Errorf("the manual lacks\n%s", item)
		}
		section = strings.Replace(section, item, "", 1)
	}
	if strings.Contains(section, "\n.It ") {
		t.Errorf("the manual has keys that are none:\n%s", section)
	}
}

// The manual page has the help of the reader of lines.
func TestManualLines(t *testing.T) {
	t.Parallel()
	if !strings.Contains(manualText(t, "gemsub.1"), "\n.Bd -literal -offset indent\n"+lines.Help+".Ed\n") {
		t.Errorf("the manual lacks\n%s", lines.Help)
	}
}

// bareProgram is a program without settings, a terminal or a home.
func bareProgram() *program {
	return &program{
		environment: environment{Environment: app.Environment{Now: time.Now}, getenv: func(string) string { return "" }},
		Printer:     show.NewPrinter(new(term.Output), new(term.Output), time.Now),
	}
}

// What a command line that is completed names as database is not that of later commands.
func TestCompletedDatabase(t *testing.T) {
	t.Parallel()
	p := bareProgram()
	p.globals = map[string]global{"db": {value: "mine.db"}}
	for _, line := range []string{"--db other.db set ", "--db=other.db list --tag "} {
		if p.completed(t.Context(), line); p.globals["db"].value != "mine.db" {
			t.Errorf("after %q was completed, the database is %s", line, p.globals["db"].value)
		}
	}
}

// A word that is quoted is not completed: what replaces it brings its own quotes.
func TestCompletedQuotes(t *testing.T) {
	t.Parallel()
	p := bareProgram()
	for line, want := range map[string]bool{"unst": true, `"unst`: false, `'unst`: false, `"unst"`: false, `\unst`: false} {
		if got := p.completed(t.Context(), line); (len(got) > 0) != want {
			t.Errorf("%s becomes %q", line, got)
		}
	}
}

// An update in the reader has the settings of [update], and a view those of [entries].
func TestSettingsInReader(t *testing.T) {
	t.Parallel()
	home := t.TempDir()
	if err := os.Mkdir(filepath.Join(home, "gemsub"), 0o700); err != nil {
		t.Fatal(err)
	}
	const settings = `
		my = ["gemini://mine.example/"]
		[update]
		tag = "news"
		wait = true
		posts = "none"
		jobs = 3
		agent = ["archiver"]
		exec = "true"
		room = "3MiB"
		[entries]
		limit = 7
		[views]
		friends = "--tag friends"`
	writeScript(t, filepath.Join(home, "gemsub", "config.toml"), settings)
	p := &program{
		environment: environment{
			getenv:  func(name string) string { return map[string]string{"XDG_CONFIG_HOME": home}[name] },
			environ: os.Environ, Environment: app.Environment{Now: time.Now},
		},
		Printer: show.NewPrinter(term.NewOutput(io.Discard, false), term.NewOutput(io.Discard, false), time.Now),
	}
	if _, err := p.parse(nil); err != nil {
		t.Fatal(err)
	}
	if views := p.called.readerOptions().Views(); len(views) != 1 || views["friends"].Err != nil || views["friends"].Tag != "friends" || views["friends"].Limit != 7 {
		t.Errorf("views are %+v", views)
	}
	o, err := p.called.readerOptions().Update(t.Context(), "")
	if err != nil {
		t.Fatal(err)
	}
	if o.Tag != "news" || !o.Wait || o.Posts != model.PostsNone || o.Jobs != 3 || !slices.Equal(o.Agents, []string{"archiver"}) ||
		!slices.Equal(o.Mine, []string{"gemini://mine.example/"}) || o.Room != (store.PostRoom{Feed: 20 << 20, All: 3 << 20}) ||
		o.Hook == nil {
		t.Errorf("got %+v", o)
	}
}

func writeScript(t *testing.T, name, text string) {
	t.Helper()
	if err := os.WriteFile(name, []byte(text), 0o700); err != nil {
		t.Fatal(err)
	}
}
