package main

import "github.com/urfave/cli/v2"

// A commandGroup is a group of commands in what gemsub --help prints.
type commandGroup struct {
	Title    string
	declared []*command
	Commands []*cli.Command // the same for urfave/cli
}

func (p *program) commandGroups() []commandGroup {
	p.columns = map[*cli.Command]func() []string{}
	groups := []commandGroup{
		{Title: "Read", declared: []*command{
			updateCommand(),
			entriesCommand(),
			searchCommand(),
			showCommand(),
			nextCommand(),
			threadCommand(),
			mentionsCommand(),
			openCommand(),
			readCommand(),
			unreadCommand(),
			starCommand(),
			unstarCommand(),
			muteCommand(),
			unmuteCommand(),
		}},
		{Title: "Subscribe", declared: []*command{
			addCommand(),
			discoverCommand(),
			importCommand(),
			listCommand(),
			tagCommand(),
			renameCommand(),
			setCommand(),
			removeCommand(),
			undoCommand(),
		}},
		{Title: "Publish", declared: []*command{
			exportCommand(),
			deliverCommand(),
			checkCommand(),
			robotsCommand(),
		}},
		{Title: "Look after", declared: []*command{
			doctorCommand(),
			trustCommand(),
			identityCommand(),
			backupCommand(),
			syncCommand(),
			pruneCommand(),
			configCommand(),
			completionCommand(),
			completeCommand(),
			completeBashCommand(),
			demoCommand(),
			helpCommand(),
			versionCommand(),
		}},
	}
	for i, group := range groups {
		for _, c := range group.declared {
			groups[i].Commands = append(groups[i].Commands, p.forCLI(c))
		}
	}
	return groups
}

// helpCommand never runs: [commandLine] reads it, and help lists it.
func helpCommand() *command {
	return &command{
		name:      "help",
		usage:     "show the flags, columns and examples of a command",
		arguments: "[COMMAND]",
	}
}
