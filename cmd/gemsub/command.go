package main

import (
	"context"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"gemsub/internal/app"
	"gemsub/internal/show"
	"gemsub/internal/view"
)

// A command is one of gemsub's, or a group of them such as tag. Its help, completion,
// database and network follow from what is declared here.
type command struct {
	name, alias string
	usage       string // in a few words
	arguments   string // [X] may be left out, X… repeated
	description string // of a part: that of its group
	flags       []cli.Flag
	hidden      bool       // from help and completion
	raw         bool       // all words behind it are arguments
	parts       []*command // of a group, which has no run
	needs       database
	network     bool            // it makes requests
	columns     func() []string // of its table in a pipe
	run         func(*call) error
}

// A database says which database a command needs.
type database int

const (
	noDatabase     database = iota
	anyDatabase             // an empty one will do if there is none
	urlsOrDatabase          // anyDatabase if all arguments are URLs, else keptDatabase
	keptDatabase            // the same, but a file that the user named has to exist
	newDatabase             // it is made if there is none
)

// A call is one run of a command.
type call struct {
	*program
	ctx   context.Context
	flags *cli.Context // and arguments
	needs database
	err   error    // the first mistake in flags and arguments, see fail
	app   *app.App // has the database, once that is open
	close func()
}

// forCLI returns a command as urfave/cli takes it.
func (p *program) forCLI(c *command) *cli.Command {
	cmd := &cli.Command{
		Name: c.name, Usage: c.usage, ArgsUsage: c.arguments, Description: c.description, Flags: c.flags, Hidden: c.hidden,
		SkipFlagParsing:    c.raw,
		HideHelpCommand:    true,
		CustomHelpTemplate: show.HelpTemplate,
		OnUsageError:       onUsageError,
		Action:             func(flags *cli.Context) error { return p.call(c, flags) },
	}
	if c.columns != nil {
		p.columns[cmd] = c.columns
	}
	if c.alias != "" {
		cmd.Aliases = []string{c.alias}
	}
	for _, part := range c.parts {
		part.description = c.description
		cmd.Subcommands = append(cmd.Subcommands, p.forCLI(part))
	}
	return cmd
}

// call runs a command.
func (p *program) call(cmd *command, flags *cli.Context) error {
	if cmd.network {
		if _, err := p.network(); err != nil {
			return err
		}
	}
	p.JSON = flags.Bool("json")
	c := &call{program: p, ctx: flags.Context, flags: flags, needs: cmd.needs, close: func() {}}
	defer func() { c.close() }()
	return cmd.run(c)
}

// openDatabase opens the database that the flags and the environment name, unless there was
// a mistake. If the filter --tag is given, a feed has to have that tag.
func (c *call) openDatabase() error {
	if c.err != nil || c.needs == noDatabase {
		return c.err
	}
	isWord := func(place string) bool { return !strings.ContainsAny(place, ":/") }
	find := c.databasePath
	if c.needs == keptDatabase || c.needs == urlsOrDatabase && slices.ContainsFunc(c.flags.Args().Slice(), isWord) {
		find = c.keptDatabase
	}
	path, err := find()
	if err != nil {
		return err
	}
	var release func()
	if c.needs == newDatabase {
		c.app, err = app.Open(c.ctx, path, c.appEnvironment())
		release = func() { c.app.Close() }
	} else {
		c.app, release, err = app.OpenAny(c.ctx, path, c.appEnvironment())
	}
	if err != nil {
		return err
	}
	c.close = release
	if !slices.ContainsFunc(c.flags.Command.Flags, isFilter) {
		return nil
	}
	tag := c.flags.String("tag")
	unknown, err := c.app.Untagged(c.ctx, tag)
	if unknown {
		return app.UnknownTagError(tag)
	}
	return err
}

// withOptions returns the run of a command with options: read takes them from flags and
// arguments, and do does the work once the database is open. A mistake that read finds is
// for fail.
func withOptions[T any](read func(*call) T, do func(*call, T) error) func(*call) error {
	return func(c *call) error {
		o := read(c)
		if err := c.openDatabase(); err != nil {
			return err
		}
		return do(c, o)
	}
}

// arguments are the options of commands without flags.
func (c *call) arguments() []string { return c.flags.Args().Slice() }

// listing returns the run of a command that lists all of one kind.
func listing[T any](none string, all func(*app.App, context.Context) ([]T, error), l view.List[T]) func(*call) error {
	return withOptions((*call).arguments, func(c *call, _ []string) error { return list(c, none, all, l) })
}

// list lists all of one kind. none is its message on a terminal if there are none.
func list[T any](c *call, none string, all func(*app.App, context.Context) ([]T, error), l view.List[T]) error {
	found, err := all(c.app, c.ctx)
	if err != nil {
		return err
	}
	if len(found) == 0 && c.Err.IsTerminal() {
		c.Say("%s", none)
	}
	return c.paged(func() error { return show.Print(c.Printer, l, found) })
}
