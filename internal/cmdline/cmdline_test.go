package cmdline

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
)

func flags(all ...Flag) func() []Flag { return func() []Flag { return all } }

// reader is a program with a command of each kind.
var reader = Command{
	Name: "reader",
	Flags: flags(
		Flag{Names: []string{"db"}, Usage: "keep all in `FILE`", TakesValue: true},
		Flag{Names: []string{"version"}},
		Flag{Names: []string{"help", "h"}},
	),
	Commands: []Command{
		{Name: "list", Aliases: []string{"ls"}, Usage: "show feeds", Flags: flags(
			Flag{Names: []string{"all", "a"}, Usage: "all of them"},
			Flag{Names: []string{"limit", "n"}, TakesValue: true},
			Flag{Names: []string{"as"}, OldName: "format", TakesValue: true, Words: func(context.Context) []string { return []string{"table", "text\tplain", "JSON"} }},
		), Words: func(_ context.Context, args []string) []string {
			return []string{"after " + strings.Join(args, " ")}
		}},
		{Name: "mute", Usage: "mute titles", Commands: []Command{
			{Name: "add", Default: true, Flags: flags(Flag{Names: []string{"dry-run"}})},
			{Name: "remove", Aliases: []string{"rm"}},
		}},
		{Name: "raw", Hidden: true, Raw: true},
	},
}

func TestArrange(t *testing.T) {
	t.Parallel()
	for line, want := range map[string]string{
		"list x --all":           "list --all -- x",
		"list x --db f":          "--db f list -- x",
		"ls -an1 x":              "list -a -n 1 -- x",
		"list --format table x":  "list --as table -- x",
		"list --format=table x":  "list --as=table -- x",
		"list -- --all":          "list -- --all",
		"list -":                 "list -- -",
		"help list":              "list --help --",
		"list x -h":              "list -h --",
		"list --version":         "version",
		"mute rm 3":              "mute remove -- 3",
		"mute moss":              "mute add -- moss",
		"mute --dry-run moss":    "mute add --dry-run -- moss",
		"raw --no-such -- x":     "raw --no-such -- x",
		"list -n -1":             "list -n -1 --",
		"list --limit=-1 --db=f": "--db=f list --limit=-1 --",
	} {
		got, err := Arrange(reader, strings.Fields("reader "+line))
		if all := strings.Join(got.Args, " "); err != nil || all != "reader "+want {
			t.Errorf("%s: %s, %v; want %s", line, all, err, want)
		}
	}
}

// A line knows which command it runs.
func TestArrangedCommand(t *testing.T) {
	t.Parallel()
	for line, want := range map[string]string{"": "", "ls": "list", "mute rm 1": "mute", "list --help": "help", "--version": "version", "--db f": ""} {
		got, err := Arrange(reader, strings.Fields("reader "+line))
		if err != nil || got.Command != want {
			t.Errorf("%q: %q, %v; want %q", line, got.Command, err, want)
		}
	}
}

func TestArrangeUnknown(t *testing.T) {
	t.Parallel()
	for line, want := range map[string]string{
		"lsit":                        `unknown command "lsit" (see gemsub --help); did you mean list?`,
		"feeds":                       `unknown command "feeds" (see gemsub --help); did you mean list?`,
		"gemini://me:word@a.example/": `unknown command "gemini://…@a.example/" (see gemsub --help); gemsub add URL subscribes to a page, gemsub show URL shows one`,
		"mute remvoe":                 `unknown command "remvoe" after mute (one of: add, remove, rm); did you mean remove?`,
		"list --al":                   "unknown flag --al; did you mean --all?",
		"list -x":                     "unknown flag -x",
		"list --limit":                "flag --limit needs a value",
	} {
		_, err := Arrange(reader, strings.Fields("reader "+line))
		if got := withHint(err); got != want {
			t.Errorf("%s: %s, want %s", line, got, want)
		}
	}
}

func withHint(err error) string {
	if err == nil {
		return ""
	}
	if hinted, ok := errors.AsType[interface {
		error
		Hint() string
	}](err); ok {
		return err.Error() + "; " + hinted.Hint()
	}
	return err.Error()
}

func TestCandidates(t *testing.T) {
	t.Parallel()
	for line, want := range map[string][]string{
		"":                      {"list\tshow feeds", "mute\tmute titles"},
		"L":                     {"list\tshow feeds"},
		"help l":                {"list\tshow feeds"},
		"--d":                   {"--db\tkeep all in FILE"},
		"list --a":              {"--all\tall of them", "--as\t"},
		"list --as ":            {"table", "text\tplain", "JSON"},
		"list --as j":           {"JSON"},
		"list --as=table ":      {"after "},
		"ls --all 1 --limit 3 ": {"after 1"},
		"list --db ":            {},
		"mute add ":             {},
		"nonsense ":             {"list\tshow feeds", "mute\tmute titles"},
	} {
		got := Read(reader, strings.Split(line, " ")).Candidates(t.Context())
		if !slices.Equal(got, want) {
			t.Errorf("%q: %q, want %q", line, got, want)
		}
	}
	if got := Read(reader, nil).Candidates(t.Context()); len(got) != 2 {
		t.Errorf("nothing is typed: %q", got)
	}
}

func TestValue(t *testing.T) {
	t.Parallel()
	for line, want := range map[string]string{"--db f list ": "f", "--db=f list ": "f", "list --db f --all ": "f", "list ": "", "--db": ""} {
		if got := Read(reader, strings.Split(line, " ")).Value("db"); got != want {
			t.Errorf("%q: %q, want %q", line, got, want)
		}
	}
}

func TestFault(t *testing.T) {
	t.Parallel()
	for message, want := range map[string]string{
		"flag provided but not defined: -jbos":                            "unknown flag --jbos",
		"flag needs an argument: -jobs":                                   "flag needs a value: --jobs",
		"flag needs an argument: -j":                                      "flag needs a value: -j",
		`invalid value "x" for flag -jobs: parse error`:                   `invalid value "x" for --jobs`,
		`invalid value "gemini://me:word@a/" for flag -jobs: parse error`: `invalid value "gemini://…@a/" for --jobs`,
		`a " alone`: `a " alone`,
	} {
		if got := Fault(errors.New(message)); got != want {
			t.Errorf("%s: %s, want %s", message, got, want)
		}
	}
}
