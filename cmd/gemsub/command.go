package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"gemsub/internal/app"
	"gemsub/internal/config"
	"gemsub/internal/shell"
	"gemsub/internal/show"
	"gemsub/internal/view"
	"gemsub/internal/words"
)

// A command is a command of gemsub, or a group of commands such as tag. Its help, completion,
// database and network follow from what is declared here.
type command struct {
	name        string
	aliases     []string
	usage       string // in a few words
	arguments   string // [X] may be left out, X… repeated
	description string // a part of a group has the group's, with its own examples
	flags       []cli.Flag
	hidden      bool       // from help and completion
	raw         bool       // all words after it are arguments, also those that look like flags
	parts       []*command // the commands of a group, which has no run itself
	needs       databaseNeed
	network     bool            // it makes requests
	columns     func() []string // of its table in a pipe
	run         runner
}

// A runner reads flags and arguments, reports mistakes by fail, and returns the work that is done once
// the database is open.
type runner func(*call) (work func() error)

// A databaseNeed says which database a command needs.
type databaseNeed int

const (
	openDatabase   databaseNeed = iota // the database; an empty one if there is none in the usual place
	createDatabase                     // the database, which is made if there is none, for what the user adds
	noDatabase                         // none; requests show and check what a database that is there says of capsules
)

// A call is a command with its flags and arguments, ready to run.
type call struct {
	*program
	*command // needs and network may change by flags and arguments
	ctx      context.Context
	name     string       // of the command or its group; "" for the reader
	flags    *cli.Context // flags and arguments
	err      error        // the first mistake in flags and arguments, see fail
	app      *app.App     // nil until the database is open
}

// forCLI returns commands as urfave/cli takes them.
func (p *program) forCLI(commands ...*command) (all []*cli.Command) {
	for _, c := range commands {
		for _, part := range c.parts {
			part.description = withExamples(c.description, "gemsub "+c.name+" "+part.name)
		}
		cmd := &cli.Command{
			Name: c.name, Aliases: c.aliases, Usage: c.usage, ArgsUsage: c.arguments, Description: c.description, Flags: c.flags, Hidden: c.hidden,
			SkipFlagParsing:    c.raw,
			HideHelp:           true,
			CustomHelpTemplate: show.HelpTemplate,
			OnUsageError:       onUsageError,
			Action:             p.toCall(c),
			Subcommands:        p.forCLI(c.parts...),
		}
		if c.columns != nil {
			cmd.UsageText = strings.Join(c.columns(), ", ")
		}
		all = append(all, cmd)
	}
	return all
}

// withExamples returns a description with only those of its examples that begin with a command.
func withExamples(description, command string) string {
	text, examples, _ := strings.Cut(description, "Examples:\n")
	return text + "Examples:\n" + strings.Join(slices.DeleteFunc(strings.Split(examples, "\n"), func(line string) bool {
		return !strings.HasPrefix(line, "  "+command+" ") && line != "  "+command
	}), "\n")
}

// toCall returns the action of a command for urfave/cli: it keeps the call, and runs nothing.
func (p *program) toCall(c *command) cli.ActionFunc {
	return func(flags *cli.Context) error {
		p.JSON = flags.Bool("json")
		p.called = &call{program: p, command: c, flags: flags}
		return nil
	}
}

// execute runs the command. It fails at once if the command makes requests and none can be made.
func (c *call) execute(ctx context.Context) error {
	if err := c.wrongSetting(); err != nil {
		return err
	}
	if c.network {
		_, c.err = c.requests()
	}
	c.ctx = ctx
	work := c.run(c)
	if err := c.openDatabase(); err != nil {
		return err
	}
	if c.app != nil {
		defer c.app.Close()
	}
	if slices.ContainsFunc(c.flags.Command.Flags, isFilter) {
		if err := c.app.CheckTag(c.ctx, c.flags.String("tag")); err != nil {
			return err
		}
	}
	return work()
}

// openDatabase opens the database that the command needs, if any. It fails if flags or arguments
// have a mistake.
func (c *call) openDatabase() error {
	if c.err != nil || c.needs == noDatabase && !c.network {
		return c.err
	}
	path, err := c.databasePath()
	switch c.needs {
	case openDatabase:
		path, err = c.keptDatabase()
	case noDatabase:
		err = nil // without a path there is none
	}
	if err != nil {
		return err
	}
	open := app.OpenAny
	if c.needs == createDatabase {
		open = app.Open
	}
	c.app, err = open(c.ctx, path, c.appEnvironment())
	return err
}

// unchecked returns the run of a command in whose flags and arguments no mistake is looked for.
func unchecked(do func(*call) error) runner {
	return func(c *call) func() error { return func() error { return do(c) } }
}

// spareDatabase says that the command needs no database if its arguments are URLs.
func (c *call) spareDatabase() {
	if !slices.ContainsFunc(c.arguments(), func(place string) bool { return !strings.ContainsAny(place, ":/") }) {
		c.needs = noDatabase
	}
}

func (c *call) arguments() []string { return c.flags.Args().Slice() }

// listing returns the run of a command that lists all of one kind.
func listing[T any](all func(*app.App, context.Context) ([]T, error), l view.List[T]) runner {
	return unchecked(func(c *call) error { return printAll(c, all, l) })
}

// printAll prints all results of one kind: all finds them, and l says how they look.
func printAll[T any](c *call, all func(*app.App, context.Context) ([]T, error), l view.List[T]) error {
	found, err := all(c.app, c.ctx)
	if err != nil {
		return err
	}
	return c.paged(func() error { return show.Print(c.Printer, l, found) })
}

// databasePath returns the path in --db, otherwise in $GEMSUB_DB, otherwise in the
// configuration, otherwise gemsub/gemsub.db in the user's data folder (XDG Base Directory
// Specification).
func (p *program) databasePath() (string, error) {
	switch db := p.globals["db"]; {
	case db.value != "":
		return db.value, nil
	case db.origin == fromCommandLine:
		return "", usagef("--db needs a file name")
	}
	return config.DatabasePath(p.getenv)
}

// keptDatabase is databasePath for commands that do not create a database. A file that the user
// named must exist. If there is none in the usual place, nothing is stored yet: this is no
// error.
func (p *program) keptDatabase() (string, error) {
	path, err := p.databasePath()
	if err == nil && p.globals["db"].value != "" {
		err = mustExist(path)
	}
	return path, err
}

// mustExist returns an error if there is no database at path.
func mustExist(path string) error {
	if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
		return words.WithHint(fmt.Errorf("there is no database at %s", path), fmt.Sprintf("gemsub --db %s add URL creates it", shell.Quote(path)))
	}
	return nil
}

// appEnvironment returns the environment for package app. With a name server or proxy that
// cannot be used, all requests fail; commands that make requests report it at the start.
func (p *program) appEnvironment() app.Environment {
	env, _ := p.requests()
	return env
}

// requests is appEnvironment, with an error if no request can be made.
func (p *program) requests() (env app.Environment, err error) {
	env = p.Environment
	env.Order = app.EntryOrder(p.globals["sort"].value)
	if p.Err.IsTerminal() {
		env.OnWait = p.Progress.Begin
	}
	err = cmp.Or(env.UseDNS(p.getenv("GEMSUB_DNS")), env.UseProxy(p.globals["proxy"].value))
	return env, err
}

// input reads the files that arguments and flags name; "-" is standard input.
func (p *program) input() app.Input { return app.Input{Stdin: p.stdin} }
