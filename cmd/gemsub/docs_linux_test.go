package main

import (
	"flag"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
)

var rewrite = flag.Bool("update", false, "rewrite the output that README.md shows")

// CHANGELOG.md begins with the release that is built, or names the next one.
func TestVersionIsInChangelog(t *testing.T) {
	t.Parallel()
	data, err := os.ReadFile(filepath.Join("..", "..", "CHANGELOG.md"))
	if err != nil {
		t.Fatal(err)
	}
	begins := "## [" + version + "] - "
	if next, found := strings.CutSuffix(version, "-dev"); found {
		begins = "## [Unreleased]\n\nThe next version is " + next + ".\n"
	}
	if _, section, _ := strings.Cut(string(data), "\n## "); !strings.HasPrefix("## "+section, begins) {
		t.Errorf("the first section of CHANGELOG.md does not begin with %q", begins)
	}
}

// README.md shows what its commands print on a terminal 80 columns wide, one after
// another, at capsules in this process. A command that fails has to show why. Of what it
// shows, … stands for any characters.
func TestReadme(t *testing.T) {
	t.Parallel()
	name := filepath.Join("..", "..", "README.md")
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSuffix(string(data), "\n"), "\n")
	w := newDocsWorld(t)
	written := strings.Join(w.follow(lines), "\n") + "\n"
	for command := range w.events {
		t.Errorf("no command begins with %s any more", command)
	}
	if *rewrite {
		if err := os.WriteFile(name, []byte(written), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// follow runs the commands in a text, and returns the text with what they print.
func (w *docsWorld) follow(lines []string) (out []string) {
	w.Helper()
	for len(lines) > 0 {
		line := lines[0]
		lines = lines[1:]
		out = append(out, line)
		command, ok := strings.CutPrefix(line, "    $ ")
		if !ok {
			w.inline(line)
			continue
		}
		n := shownLines(lines)
		out = append(out, w.compare(command, lines[:n])...)
		lines = lines[n:]
	}
	return out
}

// shownLines is how many lines of a code block follow a command: those of its output.
func shownLines(lines []string) (n int) {
	for n < len(lines) && strings.HasPrefix(lines[n], "    ") && !strings.HasPrefix(lines[n], "    $ ") {
		n++
	}
	return n
}

// The commands of the manual pages work, and so does the configuration file.
func TestManualCommands(t *testing.T) {
	t.Parallel()
	w := newDocsWorld(t)
	w.must("gemsub add gemini://example.org/gemlog/")
	w.must("gemsub add example.net/log/ --tag friends")
	n := 0
	for _, page := range []string{"gemsub.1", "gemsub.5", "gemsub.7"} {
		data, err := os.ReadFile(filepath.Join("..", "..", "man", page))
		if err != nil {
			t.Fatal(err)
		}
		for _, match := range literal().FindAllStringSubmatch(string(data), -1) {
			n += w.example(match[1])
		}
	}
	if n < 10 {
		t.Errorf("the manual pages have only %d commands", n)
	}
}

// example runs the commands of an example in a manual page, or tries the configuration
// file that it is. It returns how many commands there are.
func (w *docsWorld) example(text string) (n int) {
	w.Helper()
	if strings.Contains(text, "\n[") {
		writeScript(w.T, filepath.Join(w.home, ".config", "gemsub", "config.toml"), text)
		w.must("gemsub config")
	}
	for line := range strings.Lines(text) {
		if line = roff.Replace(strings.TrimSpace(line)); isCommand().MatchString(line) {
			w.must(cron().ReplaceAllString(line, "$1"))
			n++
		}
	}
	return n
}

var (
	literal   = pattern(`(?s)\n\.Bd -literal.*?\n(.*?)\n\.Ed`)
	isCommand = pattern(`\bgemsub [a-z]`)
	cron      = pattern(`^ *[0-9*]+(?: [0-9*]+){4} \S*/(gemsub .*)`)
	roff      = strings.NewReplacer(`\(dq`, `"`, `\(aq`, `'`, `\e`, `\`, `\&`, ``, `\-`, `-`)
)

// pattern compiles an expression when it is needed: these tests are in the program that
// scripts start as gemsub, whose start is measured.
func pattern(expression string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(expression) })
}

// compare runs a command line of README.md and compares what it prints with what is
// shown, if anything is. It returns what README.md is to show.
func (w *docsWorld) compare(line string, shown []string) []string {
	w.Helper()
	if elsewhere[line] != "" {
		return shown
	}
	if len(shown) == 0 {
		w.must(line)
		return nil
	}
	out, _ := w.run(line) // what goes wrong is shown
	var got []string
	for text := range strings.Lines(out) {
		got = append(got, "    "+strings.TrimRight(text, " \n"))
	}
	want := regexp.QuoteMeta(strings.Join(shown, "\n"))
	if regexp.MustCompile("^" + strings.ReplaceAll(want, "…", ".*") + "$").MatchString(strings.Join(got, "\n")) {
		return shown
	}
	if !*rewrite {
		w.Errorf("%s printed\n%s\nand README.md shows\n%s\n(go test -run TestReadme -update writes README.md)", line, strings.Join(got, "\n"), strings.Join(shown, "\n"))
	}
	return got
}

var (
	code        = pattern("`([^`]+)`")
	placeholder = pattern(`\b[A-Z]{2,}\b|…|\[|\||\b[A-Z]\b`)
)

// inline runs the commands within a line of text. If a command leaves a word to the reader, inline
// checks only its commands and flags.
func (w *docsWorld) inline(line string) {
	w.Helper()
	if strings.HasPrefix(line, "    ") {
		if match := cron().FindStringSubmatch(line); match != nil {
			w.must(match[1])
		} else if isCommand().MatchString(line) {
			w.Errorf("%q: put \"$ \" before a command", line)
		}
		return
	}
	for _, match := range code().FindAllStringSubmatch(line, -1) {
		switch command := match[1]; {
		case !strings.Contains(command, "gemsub ") || elsewhere[command] != "":
		case placeholder().MatchString(command):
			if err := parseExample(strings.NewReplacer("[", "", "]", "", "…", "").Replace(command)); err != nil {
				w.Errorf("%s: %v", command, err)
			}
		default:
			w.must(command)
		}
	}
}
