package main

import (
	"context"
	"strings"

	"github.com/urfave/cli/v2"

	"gemsub/internal/app"
	"gemsub/internal/show"
	"gemsub/internal/view"
)

// A commandGroup is a group of commands in what gemsub --help prints.
type commandGroup struct {
	Title    string
	Commands []*cli.Command
}

func (p *program) commandGroups() []commandGroup {
	return []commandGroup{
		{"Read", []*cli.Command{
			p.updateCommand(),
			p.entriesCommand(),
			p.searchCommand(),
			p.showCommand(),
			p.nextCommand(),
			p.threadCommand(),
			p.mentionsCommand(),
			p.openCommand(),
			p.readCommand(),
			p.unreadCommand(),
			p.starCommand(),
			p.unstarCommand(),
			p.muteCommand(),
			p.unmuteCommand(),
		}},
		{"Subscribe", []*cli.Command{
			p.addCommand(),
			p.discoverCommand(),
			p.importCommand(),
			p.listCommand(),
			p.tagCommand(),
			p.renameCommand(),
			p.setCommand(),
			p.removeCommand(),
			p.undoCommand(),
		}},
		{"Publish", []*cli.Command{
			p.exportCommand(),
			p.deliverCommand(),
			p.checkCommand(),
			p.robotsCommand(),
		}},
		{"Look after", []*cli.Command{
			p.doctorCommand(),
			p.trustCommand(),
			p.identityCommand(),
			p.backupCommand(),
			p.syncCommand(),
			p.pruneCommand(),
			p.configCommand(),
			p.completionCommand(),
			p.completeCommand(),
			p.completeBashCommand(),
			p.demoCommand(),
			helpCommand(),
			p.versionCommand(),
		}},
	}
}

// unmuteCommand is mute remove, under its name in 0.1.0.
func (p *program) unmuteCommand() *cli.Command {
	return &cli.Command{Name: "unmute", Hidden: true, ArgsUsage: "NUMBER…", Action: p.unmute}
}

// subcommand is a command of a group. Its name has an alias behind a bar.
func subcommand(name, arguments, usage string, action cli.ActionFunc, flags ...cli.Flag) *cli.Command {
	names := strings.Split(name, "|")
	return &cli.Command{Name: names[0], Aliases: names[1:], ArgsUsage: arguments, Usage: usage, Action: action, Flags: flags}
}

// helpCommand never runs: [commandLine] reads it, and help lists it.
func helpCommand() *cli.Command {
	return &cli.Command{
		Name:      "help",
		Usage:     "show the flags, columns and examples of a command",
		ArgsUsage: "[COMMAND]",
	}
}

// listed returns the action of a command that lists all of one kind. none is its message
// on a terminal if there are none.
func listed[T any](p *program, none string, all func(*app.App, context.Context) ([]T, error), l view.List[T]) cli.ActionFunc {
	return func(c *cli.Context) error {
		return p.with(c, func(a *app.App) error {
			list, err := all(a, c.Context)
			if err != nil {
				return err
			}
			if len(list) == 0 && p.Err.IsTerminal() {
				p.Say("%s", none)
			}
			return p.paged(c.Context, func() error { return show.Print(p.Printer, l, list) })
		})
	}
}
