package show

import (
	"slices"
	"strings"

	"gemsub/internal/model"
	"gemsub/internal/term"
)

// AppHelpTemplate is the text of gemsub --help, for urfave/cli.
const AppHelpTemplate = `{{.Name}} - {{.Usage}}

Usage: {{.UsageText}}

It follows pages whose links begin with a date, Gopher menus (phlogs), and Atom, RSS and
JSON feeds. It asks each host's robots.txt first, and keeps everything in one SQLite
file (gemsub config --all names it).

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

The manual: man gemsub. Settings and columns: man 5 gemsub. Rules, and what admins can
write: man 7 gemsub.
`

// HelpTemplate is the text of a command's help, for urfave/cli. A command has the columns of
// its table as UsageText.
const HelpTemplate = `{{.HelpName}} - {{.Usage}}

Usage: {{.HelpName}}{{if .Subcommands}} COMMAND{{end}}{{if .VisibleFlags}} [flags]{{end}}{{if .ArgsUsage}} {{.ArgsUsage}}{{end}}{{if .Aliases}}
Also:  {{join .Aliases ", "}}{{end}}
{{if .Subcommands}}
Commands:{{range .VisibleCommands}}
   {{.Name}}{{"\t"}}{{.Usage}}{{end}}
{{end}}{{if .Description}}
{{.Description}}
{{end}}{{if .VisibleFlags}}
Flags:{{range .VisibleFlags}}
   {{.}}{{end}}
{{end}}{{if .UsageText}}
Columns in a pipe, separated by tabs:
   {{.UsageText}}
{{end}}`

// UpdateHelp is what the help of update says beside its flags.
const UpdateHelp = `Each feed has an interval, from an hour to a day, by how often it has entries; gemsub
set FEED --interval fixes it. A named feed is checked now, and with --force all are.
robots.txt, a Crawl-delay and a 44 (slow down) are obeyed all the same.

--exec runs CMD with the entry in the environment (GEMSUB_TITLE, GEMSUB_URL, GEMSUB_FEED
and others) and as JSON on standard input. A title may begin with a hyphen: put "--"
before it.

Examples:
  gemsub update
  gemsub update --force --jobs 64
  gemsub update "urban gardening"
  gemsub update --template '{{.Feed}}: {{.Title}}'
  gemsub update --exec 'notify-send -- "$GEMSUB_FEED" "$GEMSUB_TITLE"'`

// EntriesHelp is what the help of entries says beside its flags.
const EntriesHelp = `On a terminal, ↓ marks entries whose post is kept for reading offline, and ↔ posts that
answer another one or are answered (see gemsub thread).

A DATE is a day such as 2026-01-31, yesterday or monday, or a time before now: 12h, 7d,
2w, 3mo, 1y. A template is Go's text/template over the fields ID, Feed, FeedID,
FeedURL, URL, Title, Updated, Published, FirstSeen, Unread, Starred, Kept, Tags and, of
a search, Snippet; {{.Updated | date "2006-01-02"}} formats a time.

Examples:
  gemsub entries
  gemsub entries "urban gardening" --all --limit 20
  gemsub entries --since 7d --json
  gemsub entries --starred
  gemsub entries --count
  gemsub entries --template '{{.Updated | date "2006-01-02"}} {{.Title}}'`

// The words that completion offers, each with a description behind a tab if it has one.

// FeedWords are the words that select feeds: their names or, where a name is not its
// feed's own, or could mean an option, their URLs.
func FeedWords(subs []model.Subscription, own map[string]bool) []string {
	return typable(subs, func(s model.Subscription) []string {
		if name := s.Name(); own[name] && isWord(name) {
			return []string{described(name, s.URL)}
		}
		return []string{described(s.URL, s.Name())}
	})
}

// TagWords are the tags that any feed has.
func TagWords(subs []model.Subscription) []string {
	return typable(subs, func(s model.Subscription) []string { return s.Tags })
}

func described(word, description string) string { return word + "\t" + term.Safe(description) }

// typable returns the candidates of all, sorted, without those that cannot be given as an
// argument.
func typable[T any](all []T, of func(T) []string) (candidates []string) {
	for _, v := range all {
		candidates = append(candidates, of(v)...)
	}
	slices.Sort(candidates)
	return slices.DeleteFunc(slices.Compact(candidates), func(candidate string) bool {
		word, _, _ := strings.Cut(candidate, "\t")
		return !isWord(word)
	})
}

// isWord reports a text that can be given as an argument: it is no option, no home
// folder (fish does not quote a tilde), begins with no quote (which bash does not write
// behind another), and all of it can be seen.
func isWord(s string) bool {
	return s != "" && !strings.ContainsRune("-~'", rune(s[0])) && s == term.Safe(s)
}
