package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/urfave/cli/v2"

	"gemsub/internal/show"
)

// noSelectors are texts that name no feed and no entry: a range is two numbers with a hyphen between
// them, and nothing else.
func noSelectors() []string {
	return []string{
		"x-2", "log-2", "1-2-3", "1-x", "1-", "-2", "--2", "+1", "1 -2", "0x1", "１", "", " ", "all", "-",
		"99999999999999999999", "99999999999999999999-2", "18446744073709551617", "0", "0-0",
	}
}

// No command that takes a FEED or an ENTRY does anything with a text that only looks like one.
func TestNoSelector(t *testing.T) {
	t.Parallel()
	m := newMistakeRunner(t)
	list := filepath.Join(t.TempDir(), "feeds.txt")
	if err := os.WriteFile(list, []byte("gemini://127.0.0.1/a/ Log\ngemini://127.0.0.1/b/ Other\ngemini://127.0.0.1/c/ Third\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, line := range []string{"import --as urls " + list, "tag add t 1", "identity new me", "later gemini://127.0.0.1/1 gemini://127.0.0.1/2"} {
		m.run(strings.Fields(line)...)
	}
	state := func() (all string) {
		for _, line := range []string{"list --json", "entries --all --json", "tag list --json", "identity list --json", "mute list"} {
			if code := m.run(strings.Fields(line)...); code != exitOK {
				t.Fatalf("%s: exit code %d: %s", line, code, &m.stderr)
			}
			all += m.stdout.String()
		}
		return all
	}
	before := state()
	if strings.Count(before, "127.0.0.1") < 5 {
		t.Fatalf("feeds and entries are missing:\n%s", before)
	}
	lines := selectorLines(t, m)
	for _, text := range noSelectors() {
		for _, line := range lines {
			args := strings.Fields(line)
			for i := range args {
				args[i] = strings.ReplaceAll(args[i], "SELECTOR", text)
			}
			if code := m.run(args...); code != exitFailed && code != exitUsage || m.stdout.Len() > 0 {
				t.Errorf("%q: exit code %d, printed %q, told %q", args, code, &m.stdout, &m.stderr)
			}
		}
		if after := state(); after != before {
			t.Fatalf("%q changed\n%s to\n%s", text, before, after)
		}
	}
}

// selectorLines returns a command line for each place where a command takes a FEED or an ENTRY.
func selectorLines(t *testing.T, m *mistakeRunner) (lines []string) {
	t.Helper()
	words := map[string]string{ // of other arguments, and of flags that a command needs
		"TAG": "t", "IDENTITY": "me", "DIR": filepath.Join(t.TempDir(), "mail"), "ADDRESS": "a@b.example", "PATTERN": "x", "WORDS…": "x",
	}
	flags := map[string]string{"set": "--interval 6h", "prune": "--older 1d"}
	var walk func(group string, commands []*cli.Command)
	walk = func(group string, commands []*cli.Command) {
		for _, c := range commands {
			name := group + c.Name
			walk(name+" ", c.Subcommands)
			line, takes := name+" "+flags[name], false
			for _, arg := range strings.Fields(c.ArgsUsage) {
				word := strings.Trim(arg, "[]")
				switch {
				case strings.HasPrefix(word, "FEED"), strings.HasPrefix(word, "ENTRY"):
					takes = true
				case strings.Contains(word, "atom|"):
					line += " atom"
				default:
					line += " " + words[word]
				}
			}
			if takes && name != "robots" { // which takes any host
				lines = append(lines, line+" -- SELECTOR")
			}
			if slices.ContainsFunc(c.Flags, func(f cli.Flag) bool { return f.Names()[0] == "feed" }) {
				lines = append(lines, line+" --feed=SELECTOR")
			}
		}
	}
	walk("", (&program{environment: m.env, Printer: &show.Printer{}}).cliApp().Commands)
	if len(lines) < 30 {
		t.Fatalf("commands are missing among %q", lines)
	}
	return lines
}
