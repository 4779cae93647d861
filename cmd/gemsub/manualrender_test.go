package main

import (
	"bytes"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/urfave/cli/v2"
)

// Both programs that format manual pages format ours for 80 columns, with spaces
// around brackets and each row of a table on a line.
func TestManualRendered(t *testing.T) {
	t.Parallel()
	formatters := map[string][]string{
		"groff":  {"-Kutf8", "-mdoc", "-Tutf8", "-P-cbou", "-rLL=78n"}, // as man has it
		"mandoc": {"-Tutf8", "-Owidth=80", "-Wwarning"},
	}
	for program, args := range formatters {
		for _, page := range []string{"gemsub.1", "gemsub.5", "gemsub.7"} {
			t.Run(program+" "+page, func(t *testing.T) {
				t.Parallel()
				text := rendered(t, program, append(args, filepath.Join("..", "..", "man", page))...)
				checkRendered(t, text)
				if page == "gemsub.7" {
					checkRenderedOutcomes(t, text)
				}
			})
		}
	}
}

// rendered is what a program makes of a manual page, without bold and underlined
// letters.
func rendered(t *testing.T, program string, args ...string) string {
	t.Helper()
	if _, err := exec.LookPath(program); err != nil {
		missing(t, program)
	}
	cmd := exec.Command(program, args...)
	cmd.Env = append(os.Environ(), "LC_ALL=C.UTF-8")
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil || stderr.Len() > 0 {
		t.Fatalf("%s: %v %s", program, err, &stderr)
	}
	return regexp.MustCompile(".\b").ReplaceAllString(string(out), "")
}

// missing skips a test whose program is not there; in CI that is a failure.
func missing(t *testing.T, program string) {
	t.Helper()
	if os.Getenv("CI") != "" {
		t.Fatalf("%s is not installed", program)
	}
	t.Skipf("%s is not installed", program)
}

func checkRendered(t *testing.T, text string) {
	t.Helper()
	closeBracket := regexp.MustCompile(`[^\s\[(]\[|\][^\s\]).,;:]`)
	flagNumber := regexp.MustCompile(`--[a-z]+ -[0-9]`)
	for line := range strings.Lines(text) {
		if line = strings.TrimSuffix(line, "\n"); utf8.RuneCountInString(line) > 80 {
			t.Errorf("wider than 80 columns: %s", line)
		}
		if flagNumber.MatchString(line) {
			t.Errorf("the value of a flag looks like a flag: %s", line)
		}
		if strings.Contains(line, "--") && closeBracket.MatchString(line) {
			t.Errorf("no space at a bracket: %s", line)
		}
	}
}

func checkRenderedOutcomes(t *testing.T, text string) {
	t.Helper()
	lines := map[string]bool{}
	for line := range strings.Lines(text) {
		lines[strings.Join(strings.Fields(line), " ")] = true
	}
	for _, o := range manualOutcomes(t) {
		if row := fmt.Sprint(o.outcome, " ", o.cause, " ", o.state, " ", o.asked, " ", o.told, " ", o.exit); !lines[row] {
			t.Errorf("not on a line: %s", row)
		}
	}
}

// The manual page has every command, and in its synopsis, or among the filters that
// this names, every flag.
func TestManualSynopses(t *testing.T) {
	t.Parallel()
	manual := manualText(t, "gemsub.1")
	filters := manualSection(t, "gemsub.1", ".Sh FILTERS")
	for name, flags := range visibleCommands("", appForDocs().Commands) {
		synopsis := regexp.MustCompile(`(?m)^\.It (.*, )?Cm ` + name + `( .*)?$`).FindString(manual)
		if synopsis == "" {
			t.Errorf("the manual does not have %s", name)
		}
		if strings.Contains(synopsis, "Ar FILTERS") {
			synopsis += "\n" + filters
		}
		named := strings.Fields(synopsis)
		for _, f := range flags {
			if !slices.Contains(named, "-"+f.Names()[0]) && f != cli.HelpFlag {
				t.Errorf("the synopsis of %s does not have --%s", name, f.Names()[0])
			}
		}
	}
}

// visibleCommands are commands with their flags, those of groups by both names.
func visibleCommands(group string, commands []*cli.Command) map[string][]cli.Flag {
	all := map[string][]cli.Flag{}
	for _, c := range commands {
		if !c.Hidden && len(c.Subcommands) == 0 {
			all[group+c.Name] = c.VisibleFlags()
		} else if !c.Hidden {
			maps.Copy(all, visibleCommands(c.Name+" ", c.Subcommands))
		}
	}
	return all
}
