package main

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/urfave/cli/v2"
)

// lineApp is a program with a command of each kind.
func lineApp() *cli.App {
	return &cli.App{
		Flags: []cli.Flag{
			&cli.StringFlag{Name: "db", Usage: "keep all in `FILE`"},
			&cli.BoolFlag{Name: versionFlag},
			cli.HelpFlag,
		},
		Commands: []*cli.Command{
			{Name: "add", Usage: "subscribe", ArgsUsage: "URL…", Flags: []cli.Flag{
				&cli.BoolFlag{Name: "all", Aliases: []string{"a"}, Usage: "all of them"},
				&cli.StringFlag{Name: "limit", Aliases: []string{"n"}},
				&cli.StringFlag{Name: "as", Usage: "read as `text|gemtext`"},
			}},
			{Name: "list", Aliases: []string{"ls"}, Usage: "show feeds", ArgsUsage: "[FEED] [TITLE]"},
			{Name: "mute", Usage: "mute titles", Subcommands: []*cli.Command{
				{Name: "add", ArgsUsage: "PATTERN"},
				{Name: "remove", Aliases: []string{"rm"}, ArgsUsage: "NUMBER…"},
			}},
			{Name: "raw", Hidden: true, SkipFlagParsing: true},
		},
	}
}

func arrange(words string) (string, error) {
	arranged, err := readLine(lineApp(), strings.Fields(words)).arranged()
	return strings.Join(arranged, " "), err
}

func TestArranged(t *testing.T) {
	t.Parallel()
	for words, want := range map[string]string{
		"":                     "",
		"--db f":               "--db=f",
		"add x --all":          "add --all -- x",
		"add x --db f":         "--db=f add -- x",
		"add -an1 x":           "add --all --limit=1 -- x",
		"add -n -1 x":          "add --limit=-1 -- x",
		"add x -n=2 --db=f":    "--db=f add --limit=2 -- x",
		"add --all=false x":    "add --all=false -- x",
		"add -- --all":         "add -- --all",
		"add -":                "add -- -",
		"ls":                   "list --",
		"help list":            "list --help",
		"help":                 "--help",
		"list x -h":            "list --help",
		"mute help rm":         "mute remove --help",
		"list --version":       "version",
		"mute rm 3":            "mute remove -- 3",
		"--db f raw --no -- x": "--db=f raw --no -- x",
	} {
		got, err := arrange(words)
		if want = strings.TrimSpace("gemsub " + want); err != nil || got != want {
			t.Errorf("%s: %s, %v; want %s", words, got, err, want)
		}
	}
}

// A line knows which command it runs.
func TestLineName(t *testing.T) {
	t.Parallel()
	for words, want := range map[string]string{"": "", "ls": "list", "mute rm 1": "mute", "list --help": "help", "--version": "version", "--db f": ""} {
		if got := readLine(lineApp(), strings.Fields(words)).name(); got != want {
			t.Errorf("%q: %q, want %q", words, got, want)
		}
	}
}

func TestMistakesOfLine(t *testing.T) {
	t.Parallel()
	for words, want := range map[string]string{
		"lsit":                        `unknown command "lsit" (see gemsub --help); did you mean list?`,
		"feeds":                       `unknown command "feeds" (see gemsub --help); did you mean list?`,
		"lsit --nope":                 `unknown command "lsit" (see gemsub --help); did you mean list?`,
		"gemini://me:word@a.example/": `unknown command "gemini://…@a.example/" (see gemsub --help); gemsub add URL subscribes to a page, gemsub show URL shows one`,
		"mute remvoe":                 `unknown command "remvoe" after mute (one of: add, remove); did you mean remove?`,
		"mute":                        "mute needs one of: add, remove",
		"add --al":                    "unknown flag --al; did you mean --all?",
		"list --count":                "unknown flag --count",
		"add --format text":           "unknown flag --format; did you mean --as?",
		"list --oldest":               "unknown flag --oldest; did you mean --reverse?",
		"mute new":                    `unknown command "new" after mute (one of: add, remove)`,
		"add -x":                      "unknown flag -x",
		"add -ax":                     "unknown flag -x",
		"add --limit":                 "flag --limit needs a value",
		"add -an":                     "flag --limit needs a value",
		"add":                         "missing argument (usage: gemsub add URL…); gemsub help add shows flags and examples",
		"mute add":                    "missing argument (usage: gemsub mute add PATTERN); gemsub help mute add shows flags and examples",
		"mute add a b":                "too many arguments (usage: gemsub mute add PATTERN); gemsub help mute add shows flags and examples",
		"list a b c":                  "too many arguments (usage: gemsub list [FEED] [TITLE]); gemsub help list shows flags and examples",
	} {
		_, err := arrange(words)
		got := ""
		if err != nil {
			got = err.Error()
		}
		if hinted, ok := errors.AsType[interface {
			error
			Hint() string
		}](err); ok && hinted.Hint() != "" {
			got += "; " + hinted.Hint()
		}
		if got != want {
			t.Errorf("%s: %s, want %s", words, got, want)
		}
	}
}

func TestCandidates(t *testing.T) {
	t.Parallel()
	p := bareProgram()
	for words, want := range map[string][]string{
		"":              {"add\tsubscribe", "list\tshow feeds", "mute\tmute titles"},
		"help ":         {"add\tsubscribe", "list\tshow feeds", "mute\tmute titles"},
		"nonsense ":     {"add\tsubscribe", "list\tshow feeds", "mute\tmute titles"},
		"--db f --":     {"--db\tkeep all in FILE", "--version\t", "--help\tshow help"},
		"add -a -":      {"--all\tall of them", "--limit\t", "--as\tread as text|gemtext", "--db\tkeep all in FILE", "--version\t", "--help\tshow help"},
		"add --as ":     {"text", "gemtext"},
		"add --as x y ": nil,
		"list --db ":    nil,
		"mute add ":     nil,
	} {
		typed := strings.Split(words, " ")
		last := len(typed) - 1
		got := p.candidates(t.Context(), readLine(lineApp(), typed[:last]), typed[last])
		if !slices.Equal(got, want) {
			t.Errorf("%q: %q, want %q", words, got, want)
		}
	}
}

// What the flag package says of a value is told without the value: it may be a password.
func TestOnUsageError(t *testing.T) {
	t.Parallel()
	for message, want := range map[string]string{
		`invalid value "x" for flag -width: parse error`:         `invalid value for --width`,
		`invalid value "9e9" for flag -jobs: value out of range`: `invalid value for --jobs: value out of range`,
		`invalid boolean value "x" for -all: parse error`:        `invalid value for --all`,
	} {
		if err := onUsageError(nil, errors.New(message), false); err.Error() != want {
			t.Errorf("%s: %v, want %s", message, err, want)
		}
	}
}
