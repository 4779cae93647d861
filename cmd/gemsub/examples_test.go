package main

import (
	"slices"
	"strings"
	"testing"

	"github.com/urfave/cli/v2"

	"gemsub/internal/shell"
	"gemsub/internal/show"
)

// The examples of --help use only commands and flags that exist. A verb of a group has its own ones.
func TestHelpExamples(t *testing.T) {
	t.Parallel()
	if parseExample("gemsub list --no-such-flag") == nil || parseExample("gemsub no-such-command") == nil {
		t.Fatal("nothing is an error")
	}
	for _, c := range appForDocs().Commands {
		_, examples, _ := strings.Cut(strings.ReplaceAll(c.Description, "Example: ", "Examples:\n"), "Examples:\n")
		for line := range strings.Lines(examples) {
			if err := parseExample(strings.TrimSpace(line)); err != nil {
				t.Errorf("gemsub help %s: %s: %v", c.Name, line, err)
			}
		}
		for _, verb := range c.Subcommands {
			if !strings.Contains(verb.Description, "Examples:\n  gemsub "+c.Name+" "+verb.Name) {
				t.Errorf("gemsub help %s %s has no example", c.Name, verb.Name)
			}
		}
	}
}

// parseExample reads the gemsub command in a line for a shell as gemsub does, without
// running it.
func parseExample(line string) error {
	words, err := shell.Split(strings.NewReplacer("<(", "", ")", "").Replace(line))
	if err != nil {
		return err
	}
	if i := slices.Index(words, "gemsub"); i >= 0 {
		words = words[i:]
	}
	if i := slices.IndexFunc(words, func(word string) bool { return slices.Contains([]string{"|", "<", ">"}, word) }); i >= 0 {
		words = words[:i]
	}
	_, err = readLine(appForDocs(), words[1:]).arranged()
	return err
}

// appForDocs returns an app with all commands and flags, which must not be run.
func appForDocs() *cli.App {
	p := &program{environment: environment{getenv: func(string) string { return "" }}, Printer: &show.Printer{}}
	return p.cliApp()
}
