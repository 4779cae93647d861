package show

import (
	"slices"
	"strings"

	"gemsub/internal/model"
	"gemsub/internal/words"
)

// AppHelpTemplate is the text of gemsub --help, for urfave/cli.
const AppHelpTemplate = `{{.Name}} - {{.Usage}}

Usage: {{.UsageText}}

gemsub alone opens the full-screen reader, with --plain a reader of lines.
{{range .Metadata.groups}}
{{.Title}}:{{if .Brief}}{{range $i, $c := .Commands}}{{if not .Hidden}}{{if $i}},{{end}} {{.Name}}{{end}}{{end}}{{else}}{{range .Commands}}
   {{printf "%-13s" (join .Names ", ")}} {{.Usage}}{{end}}{{end}}
{{end}}
Global flags:{{range .VisibleFlags}}
   {{.}}{{end}}

gemsub help COMMAND shows its flags, columns and examples. Manual: man gemsub;
settings and columns: man 5 gemsub; for authors and admins: man 7 gemsub.
`

// HelpTemplate is the text of a command's help, for urfave/cli. UsageText has the columns of a
// command's table.
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

// The words that completion offers, each with a description behind a tab if it has one.

// FeedWords returns the words that select feeds: their own names or, if a feed has none or it looks
// like an option, their URLs.
func FeedWords(subs []model.Subscription, own map[int64]string) (candidates []string) {
	for _, s := range subs {
		word, description := s.URL, s.Name()
		if isWord(own[s.ID]) {
			word, description = description, word
		}
		candidates = append(candidates, word+"\t"+words.Safe(description))
	}
	return typable(candidates)
}

// TagWords returns the tags that feeds have.
func TagWords(subs []model.Subscription) (candidates []string) {
	for _, s := range subs {
		candidates = append(candidates, s.Tags...)
	}
	return typable(candidates)
}

// typable returns the candidates that can be given as an argument, sorted, each once.
func typable(candidates []string) []string {
	slices.Sort(candidates)
	return slices.DeleteFunc(slices.Compact(candidates), func(candidate string) bool {
		word, _, _ := strings.Cut(candidate, "\t")
		return !isWord(word)
	})
}

// isWord reports whether a text can be given as an argument: it is no option and no home folder
// (fish does not quote a tilde), does not begin with a quote (bash does not write it behind
// another), and has only visible characters.
func isWord(s string) bool {
	return s != "" && !strings.ContainsRune("-~'", rune(s[0])) && s == words.Safe(s)
}
