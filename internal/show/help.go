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

gemsub alone, on a terminal, opens the full-screen reader; ? shows its keys.
gemsub --plain reads line by line: for screen readers, braille and scripts.
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

Usage: {{.HelpName}}{{if .Subcommands}} COMMAND{{end}}{{if .VisibleFlags}} [flags]{{end}}{{if .ArgsUsage}} {{.ArgsUsage}}{{end}}{{if .Aliases}}
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

// UpdateHelp is what the help of update says beside its flags.
const UpdateHelp = `How often a feed is due, from every hour to once a day, follows from how often
it has entries; gemsub set FEED --interval fixes it. A feed that is named is
checked now, and so is every feed with --force, but never against robots.txt, a
Crawl-delay or a capsule that asked to slow down.

What the command of --exec prints goes to standard error, or with --quiet to standard
output. It finds the entry in the environment, GEMSUB_TITLE, GEMSUB_URL,
GEMSUB_FEED and so on, and as JSON on its standard input. A title may begin with
a hyphen: "--" keeps a program from taking it for an option. With --my, commands run
after the posts were fetched, and GEMSUB_MENTIONS has the links to you. One that takes
longer than a minute, or than update.exec-timeout in config.toml, is ended, with all
that it started. Entries that it was not run for, because the update was interrupted,
say, are handed to it by the next update with --exec.

Examples:
  gemsub update
  gemsub update --force --jobs 64
  gemsub update "urban gardening"
  gemsub update --json | jq -r .url
  gemsub update --exec 'notify-send -- "$GEMSUB_FEED" "$GEMSUB_TITLE"'`

// EntriesHelp is what the help of entries says beside its flags.
const EntriesHelp = `On a terminal a ↓ marks entries whose post is kept, to be read offline, and a ↔ those
that answer another post or are answered: see gemsub thread.

A DATE is a day such as 2026-01-31, yesterday or monday, a time as in JSON, or a time
before now: 12h, 7d, 2w, 3mo, 1y. A template is Go's text/template over the fields ID, Feed, FeedID,
FeedURL, URL, Title, Updated, Published, FirstSeen, Unread, Starred, Kept, Tags and, of
a search, Snippet; {{.Updated | date "2006-01-02"}} formats a time.

Examples:
  gemsub entries
  gemsub entries "urban gardening" --all --limit 20
  gemsub entries --since 7d --json
  gemsub entries --starred
  gemsub entries --count
  gemsub entries --template '{{.Updated | date "2006-01-02"}} {{.Title}}'`
