package main

import (
	"strings"

	"gemsub/internal/term"

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
			p.updateCommand(), p.entriesCommand(), p.searchCommand(), p.showCommand(), p.nextCommand(), p.openCommand(),
			p.readCommand(), p.unreadCommand(), p.starCommand(), p.unstarCommand(), p.muteCommand(), hidden(p.unmuteCommand("unmute")),
		}},
		{"Subscribe", []*cli.Command{
			p.addCommand(), p.discoverCommand(), p.importCommand(), p.listCommand(), p.tagCommand(), p.renameCommand(),
			p.setCommand(), p.removeCommand(), p.undoCommand(),
		}},
		{"Publish", []*cli.Command{p.exportCommand(), p.checkCommand(), p.robotsCommand()}},
		{"Look after", []*cli.Command{
			p.doctorCommand(), p.trustCommand(), p.identityCommand(), p.backupCommand(), p.pruneCommand(), p.configCommand(),
			p.completionCommand(), p.completeCommand(), p.completeBashCommand(), p.demoCommand(), helpCommand(), p.versionCommand(),
		}},
	}
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

// columnsHelp is the part of a command's help that names the columns of its table.
func columnsHelp(columns []string) string {
	if len(columns) == 0 {
		return ""
	}
	const indent = "\n   "
	lines := term.Wrap(strings.Join(columns, ", "), 77)
	return "\nColumns in a pipe, separated by tabs:" + indent + strings.Join(lines, indent) + "\n"
}

const appHelpTemplate = `{{.Name}} - {{.Usage}}

Usage: {{.UsageText}}

It reads pages on the Gemini protocol whose links begin with a date as feeds. It asks
each capsule's robots.txt first and keeps everything in one SQLite file.

Begin with:
   gemsub add gemini://example.org/gemlog/
   gemsub update
   gemsub entries
{{range .Metadata.groups}}
{{.Title}}:{{range .Commands}}{{if not .Hidden}}
   {{printf "%-13s" (join .Names ", ")}} {{.Usage}}{{end}}{{end}}
{{end}}
Global flags:{{range .VisibleFlags}}
   {{.}}{{end}}

gemsub help COMMAND shows the flags, columns and examples of a command.
`

const helpTemplate = `{{.HelpName}} - {{.Usage}}

Usage: {{.HelpName}}{{if .VisibleFlags}} [flags]{{end}}{{if .ArgsUsage}} {{.ArgsUsage}}{{end}}{{if .Aliases}}
Also:  {{join .Aliases ", "}}{{end}}
{{if .Subcommands}}
Commands:{{range .VisibleCommands}}
   {{.Name}}{{"\t"}}{{.Usage}}{{end}}
{{end}}{{if .VisibleFlags}}
Flags:{{range .VisibleFlags}}
   {{.}}{{end}}
{{end}}{{if .Description}}
{{.Description}}
{{end}}`
