package main

import (
	"context"
	"flag"
	"strings"

	"github.com/urfave/cli/v2"

	"gemsub/internal/cmdline"
)

// arrange makes a command line one that urfave/cli can read: it reads no flags behind an
// argument.
func (p *program) arrange(app *cli.App, args []string) (cmdline.Line, error) {
	line, err := cmdline.Arrange(p.described(app), args)
	return line, asUsage(err)
}

// described is the program as package cmdline knows it.
func (p *program) described(app *cli.App) cmdline.Command {
	return cmdline.Command{Name: app.Name, Flags: p.describedFlags(app.Flags), Commands: p.describedCommands(app, app.Commands)}
}

func (p *program) describedCommands(app *cli.App, commands []*cli.Command) []cmdline.Command {
	return each(commands, func(c *cli.Command) cmdline.Command {
		return cmdline.Command{
			Name: c.Name, Aliases: c.Aliases, Usage: c.Usage, Hidden: c.Hidden,
			Flags: p.describedFlags(c.Flags), Commands: p.describedCommands(app, c.Subcommands),
			Default: c.Category == whenUnnamed, Raw: c.SkipFlagParsing, Words: argumentsOf(app, c),
		}
	})
}

// describedFlags waits until the flags of a command are asked for: a run needs those of
// one.
func (p *program) describedFlags(flags []cli.Flag) func() []cmdline.Flag {
	return func() []cmdline.Flag {
		return each(flags, func(f cli.Flag) cmdline.Flag {
			described := cmdline.Flag{Names: f.Names(), OldName: oldNameOf(f)}
			if d, ok := f.(cli.DocGenerationFlag); ok {
				described.Usage, described.TakesValue = d.GetUsage(), d.TakesValue()
			}
			described.Words = func(ctx context.Context) []string { return p.candidates(ctx, valuesOf(f)) }
			return described
		})
	}
}

// argumentsOf asks a command what its next argument may be, as urfave/cli does.
func argumentsOf(app *cli.App, command *cli.Command) func(context.Context, []string) []string {
	if command.BashComplete == nil {
		return nil
	}
	return func(ctx context.Context, args []string) []string {
		var out strings.Builder
		app.Writer = &out
		set := flag.NewFlagSet(command.Name, flag.ContinueOnError)
		_ = set.Parse(append([]string{"--"}, args...)) // it has no flags to mistake
		c := cli.NewContext(app, set, nil)
		c.Context = ctx
		command.BashComplete(c)
		return strings.FieldsFunc(out.String(), func(r rune) bool { return r == '\n' })
	}
}

func each[T, U any](list []T, of func(T) U) []U {
	all := make([]U, len(list))
	for i, v := range list {
		all[i] = of(v)
	}
	return all
}
