package main

import (
	"context"
	"strings"

	"github.com/urfave/cli/v2"

	"gemsub/internal/app"
	"gemsub/internal/demo"
	"gemsub/internal/show"
	"gemsub/internal/term"
	"gemsub/internal/view"
)

// A commandGroup is a group of commands in what gemsub --help prints.
type commandGroup struct {
	Title    string
	Commands []*cli.Command
}

func (p *program) commandGroups() []commandGroup {
	return []commandGroup{
		{Title: "Read", Commands: p.forCLI(
			updateCommand(), entriesCommand(), searchCommand(), showCommand(), nextCommand(),
			threadCommand(), mentionsCommand(), openCommand(), laterCommand(),
			markCommand("read", "mark entries as read", (*app.App).MarkUnread, false),
			markCommand("unread", "mark entries as unread", (*app.App).MarkUnread, true),
			markCommand("star", "star entries to come back to", (*app.App).MarkStarred, true),
			markCommand("unstar", "remove the star from entries", (*app.App).MarkStarred, false),
			muteCommand(), unmuteCommand(),
		)},
		{Title: "Subscribe", Commands: p.forCLI(
			addCommand(), discoverCommand(), importCommand(), listCommand(), tagCommand(),
			renameCommand(), setCommand(), removeCommand(), undoCommand(),
		)},
		{Title: "Publish", Commands: p.forCLI(
			exportCommand(), deliverCommand(), checkCommand(), robotsCommand(),
		)},
		{Title: "Look after", Commands: p.forCLI(
			doctorCommand(), trustCommand(), identityCommand(), backupCommand(), syncCommand(),
			pruneCommand(), configCommand(), completionCommand(), completeCommand(),
			completeBashCommand(), demoCommand(), helpCommand(), versionCommand(),
		)},
	}
}

// helpCommand never runs: [commandLine] reads it, and help lists it.
func helpCommand() *command {
	return &command{
		name:      "help",
		usage:     "show the flags, columns and examples of a command",
		arguments: "[COMMAND]",
	}
}

// versionFlag stands for the command.
const versionFlag = "version"

// version is the release that is built, which the Makefile has the linker write here.
var version string

func versionCommand() *command {
	return &command{
		name:  "version",
		usage: "print the version",
		flags: []cli.Flag{jsonFlag()},
		run: func(c *call) error {
			build := app.ReadBuild(version)
			if c.JSON {
				return show.Print(c.Printer, view.Builds, []app.Build{build})
			}
			return c.Out.Line(term.Plain, "%s", view.Version(build))
		},
	}
}

func demoCommand() *command {
	return &command{
		name:  "demo",
		usage: "watch add, export, update and next at work, without network",
		run:   (*call).demo,
	}
}

func (c *call) demo() error {
	return demo.Play(c.ctx, c.Out, demo.Environment{Now: c.now, Getenv: c.getenv}, c.runDemo)
}

// runDemo runs a command of the demo, and returns its exit code. Errors go to standard output too.
func (p *program) runDemo(ctx context.Context, in demo.Environment, args []string) int {
	env := p.environment
	env.stdin, env.stderr = strings.NewReader(""), p.stdout // all output becomes one transcript
	env.now, env.dial, env.getenv = in.Now, in.Dial, in.Getenv
	env.resolve = nil // no name server is asked
	return run(ctx, append([]string{"gemsub"}, args...), env)
}
