package main

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/urfave/cli/v2"
)

// gemsub(5) names the columns that --help does.
func TestManualColumns(t *testing.T) {
	t.Parallel()
	got := map[string]string{}
	for item := range strings.SplitSeq(manualSection(t, "gemsub.5", ".Sh COLUMNS"), "\n.It ") {
		commands, columns, _ := strings.Cut(strings.ReplaceAll(item, "\n.El\n", "\n"), "\n")
		columns, _, _ = strings.Cut(columns, "\n.")
		for command := range strings.SplitSeq(commands, ", ") {
			name, _, _ := strings.Cut(command, " --")
			got[name] = strings.Join(strings.Fields(columns), " ")
		}
	}
	compare := func(command, want string) {
		if got[command] != want {
			t.Errorf("%s: the manual has %q, --help %q", command, got[command], want)
		}
	}
	for _, group := range new(program).commandGroups() {
		for _, c := range group.Commands {
			compare(c.Name, c.UsageText)
			for _, part := range c.Subcommands {
				compare(c.Name+" "+part.Name, part.UsageText)
			}
		}
	}
}

// gemsub(5) has the keys of every command with --json.
func TestManualJSON(t *testing.T) {
	t.Parallel()
	var got, want []string
	for line := range strings.Lines(manualSection(t, "gemsub.5", ".Sh JSON")) {
		if commands, ok := strings.CutPrefix(strings.TrimSpace(line), ".It "); ok {
			for command := range strings.SplitSeq(commands, ", ") {
				name, _, _ := strings.Cut(command, " --")
				got = append(got, name)
			}
		}
	}
	for command, flags := range visibleCommands("", appForDocs().Commands) {
		if slices.ContainsFunc(flags, func(f cli.Flag) bool { return f.Names()[0] == "json" }) {
			want = append(want, command)
		}
	}
	slices.Sort(got)
	slices.Sort(want)
	compareToManual(t, want, slices.Compact(got))
}

// manualSection is the part of a manual page under a heading.
func manualSection(t *testing.T, page, heading string) string {
	t.Helper()
	_, section, _ := strings.Cut(manualText(t, page), "\n"+heading+"\n")
	section, _, _ = strings.Cut(section, "\n.Sh ")
	return section
}

func manualText(t *testing.T, page string) string {
	t.Helper()
	manual, err := os.ReadFile(filepath.Join("..", "..", "man", page))
	if err != nil {
		t.Fatal(err)
	}
	return string(manual)
}

// gemsub(7) lists the codes of all warnings.
func TestManualWarnings(t *testing.T) {
	t.Parallel()
	source, err := os.ReadFile(filepath.Join("..", "..", "feed", "lint.go"))
	if err != nil {
		t.Fatal(err)
	}
	var want, got []string
	for _, match := range regexp.MustCompile(`(?m)^\tCode\w+ += "(.+?)"`).FindAllStringSubmatch(string(source), -1) {
		want = append(want, match[1])
	}
	for line := range strings.Lines(manualSection(t, "gemsub.7", ".Sh WARNINGS")) {
		if code, ok := strings.CutPrefix(line, ".It "); ok {
			got = append(got, strings.TrimSpace(code))
		}
	}
	slices.Sort(want)
	slices.Sort(got)
	compareToManual(t, want, got)
}

func compareToManual(t *testing.T, want, got []string) {
	t.Helper()
	if len(want) < 10 || !slices.Equal(want, got) {
		t.Errorf("the program has\n%s\nand the manual page\n%s", strings.Join(want, "\n"), strings.Join(got, "\n"))
	}
}
