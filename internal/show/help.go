package show

import (
	"strings"

	"gemsub/internal/term"
)

// ColumnsHelp is the part of a command's help that names the columns of its table.
func ColumnsHelp(columns []string) string {
	if len(columns) == 0 {
		return ""
	}
	const indent = "\n   "
	lines := term.Wrap(strings.Join(columns, ", "), 77)
	return "\nColumns in a pipe, separated by tabs:" + indent + strings.Join(lines, indent) + "\n"
}

// AppHelpTemplate is the text of gemsub --help, for urfave/cli.
const AppHelpTemplate = `{{.Name}} - {{.Usage}}

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

// HelpTemplate is the text of a command's help, for urfave/cli.
const HelpTemplate = `{{.HelpName}} - {{.Usage}}

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
