package main

import (
	"slices"

	"github.com/urfave/cli/v2"
)

// A commandGroup is a group of commands in what gemsub --help prints.
type commandGroup struct {
	Title    string
	Commands []*cli.Command
}

// A command is made when a run needs it: to make the flags of all would take longer
// than most runs.
type command struct {
	name string
	make func() *cli.Command
}

// A group is a commandGroup before its commands are made.
type group struct {
	title    string
	commands []command
}

func (p *program) groups() []group {
	return []group{
		{"Read", []command{
			{"update", p.updateCommand},
			{"entries", p.entriesCommand},
			{"search", p.searchCommand},
			{"show", p.showCommand},
			{"next", p.nextCommand},
			{"thread", p.threadCommand},
			{"mentions", p.mentionsCommand},
			{"open", p.openCommand},
			{"read", p.readCommand},
			{"unread", p.unreadCommand},
			{"star", p.starCommand},
			{"unstar", p.unstarCommand},
			{"mute", p.muteCommand},
			{"unmute", func() *cli.Command { return hidden(p.unmuteCommand("unmute")) }},
		}},
		{"Subscribe", []command{
			{"add", p.addCommand},
			{"discover", p.discoverCommand},
			{"import", p.importCommand},
			{"list", p.listCommand},
			{"tag", p.tagCommand},
			{"rename", p.renameCommand},
			{"set", p.setCommand},
			{"remove", p.removeCommand},
			{"undo", p.undoCommand},
		}},
		{"Publish", []command{
			{"export", p.exportCommand},
			{"deliver", p.deliverCommand},
			{"check", p.checkCommand},
			{"robots", p.robotsCommand},
		}},
		{"Look after", []command{
			{"doctor", p.doctorCommand},
			{"trust", p.trustCommand},
			{"identity", p.identityCommand},
			{"backup", p.backupCommand},
			{"prune", p.pruneCommand},
			{"config", p.configCommand},
			{"completion", p.completionCommand},
			{completeName, p.completeCommand},
			{completeBashName, p.completeBashCommand},
			{"demo", p.demoCommand},
			{"help", helpCommand},
			{"version", p.versionCommand},
		}},
	}
}

// commandGroups makes the command of that name alone, and all where there is none.
func (p *program) commandGroups(name string) (made []commandGroup) {
	groups := p.groups()
	for _, g := range groups {
		if i := slices.IndexFunc(g.commands, func(c command) bool { return c.name == name }); i >= 0 {
			return []commandGroup{{g.title, []*cli.Command{g.commands[i].make()}}}
		}
	}
	for _, g := range groups {
		made = append(made, commandGroup{g.title, each(g.commands, func(c command) *cli.Command { return c.make() })})
	}
	return made
}

// hidden is a command that help and completion do not show, under an old name.
func hidden(c *cli.Command) *cli.Command {
	c.Hidden, c.Aliases = true, nil
	return c
}

// helpCommand is listed, and read by arrange: it never runs.
func helpCommand() *cli.Command {
	return &cli.Command{
		Name:      "help",
		Usage:     "show the flags, columns and examples of a command",
		ArgsUsage: "[COMMAND]",
	}
}
