package main

import (
	"github.com/urfave/cli/v2"
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
			hidden(p.unmuteCommand("unmute")),
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

// hidden is a command that help and completion do not show, under an old name.
func hidden(c *cli.Command) *cli.Command {
	c.Hidden, c.Aliases = true, nil
	return c
}

// helpCommand is listed, and read by [commandLine]: it never runs.
func helpCommand() *cli.Command {
	return &cli.Command{
		Name:      "help",
		Usage:     "show the flags, columns and examples of a command",
		ArgsUsage: "[COMMAND]",
	}
}
