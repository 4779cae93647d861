package main

import (
	"context"
	"embed"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"gemsub/internal/app"
	"gemsub/internal/exchange"
	"gemsub/internal/model"
	"gemsub/internal/shell"
	"gemsub/internal/show"
	"gemsub/internal/words"
)

//go:embed completion
var completionScripts embed.FS

func completionCommand() *command {
	return &command{
		name:      "completion",
		usage:     "print a completion script for a shell",
		arguments: "bash|zsh|fish",
		description: `It completes commands, flags and the names of your feeds.

Examples:
  source <(gemsub completion bash)
  gemsub completion zsh > "${fpath[1]}/_gemsub"
  gemsub completion fish > ~/.config/fish/completions/gemsub.fish`,
		run: func(c *call) error {
			shell := c.flags.Args().First()
			script, err := completionScripts.ReadFile("completion/gemsub." + shell)
			if err != nil {
				return asUsage(words.UnknownValue("shell", shell, literals(c.flags.Command.ArgsUsage)))
			}
			_, err = c.Out.Write(script)
			return err
		},
	}
}

// What the completion scripts call.
const (
	completeName     = "__complete"
	completeBashName = "__complete-bash"
)

// completeCommand is what the scripts call with the words of the command line
// up to the cursor. It prints a candidate and its description a line.
func completeCommand() *command {
	return &command{name: completeName, hidden: true, raw: true, run: func(c *call) error {
		return c.printLines(c.complete(c.ctx, c.flags.Args().Slice()))
	}}
}

// completeBashCommand is what the script for bash calls: with the command line up to the
// cursor, and that part of its last word which bash replaces. It prints what may take that
// part's place, a line each.
func completeBashCommand() *command {
	return &command{name: completeBashName, hidden: true, raw: true, run: func(c *call) error {
		line, replaced := c.flags.Args().Get(0), c.flags.Args().Get(1)
		before := shell.Typed(strings.TrimSuffix(line, replaced))
		kept := before[len(before)-1]
		var rests []string
		for _, candidate := range c.complete(c.ctx, shell.Typed(line)[1:]) {
			word, _, _ := strings.Cut(candidate, "\t")
			if rest, ok := strings.CutPrefix(word, kept); ok {
				rests = append(rests, rest)
			}
		}
		return c.printLines(rests)
	}}
}

func (p *program) printLines(lines []string) error {
	_, err := io.WriteString(p.Out, strings.Join(append(lines, ""), "\n"))
	return err
}

// complete returns what the last of the words typed may become, with descriptions behind
// tabs.
func (p *program) complete(ctx context.Context, typed []string) []string {
	if len(typed) == 0 {
		typed = []string{""}
	}
	last := len(typed) - 1
	line := readLine(p.app(), typed[:last])
	for _, word := range line.global {
		if db, ok := strings.CutPrefix(word, "--db="); ok {
			p.globals["db"] = global{db, fromCommandLine}
		}
	}
	return slices.DeleteFunc(p.candidates(ctx, line, typed[last]), func(candidate string) bool {
		return !strings.HasPrefix(strings.ToLower(candidate), strings.ToLower(typed[last]))
	})
}

// candidates returns what may stand behind a line, where a word begins so.
func (p *program) candidates(ctx context.Context, l *commandLine, begun string) (all []string) {
	switch {
	case l.waiting != nil:
		all = p.valuesOf(ctx, placeholderOf(l.waiting))
	case strings.HasPrefix(begun, "-"):
		for _, f := range l.flags {
			if f := f.(described); f.IsVisible() {
				all = append(all, "--"+f.Names()[0]+"\t"+strings.ReplaceAll(f.GetUsage(), "`", ""))
			}
		}
	case len(l.commands) > 0:
		for _, c := range l.commands {
			if !c.Hidden {
				all = append(all, c.Name+"\t"+c.Usage)
			}
		}
	case l.command != nil:
		names := append(strings.Fields(l.command.ArgsUsage), "")
		all = p.valuesOf(ctx, names[min(len(l.args), max(len(names)-2, 0))])
	}
	return all
}

// placeholderOf is what help calls the value of a flag.
func placeholderOf(f cli.Flag) string {
	_, after, _ := strings.Cut(f.(described).GetUsage(), "`")
	name, _, _ := strings.Cut(after, "`")
	return name
}

// valuesOf returns what may stand where help has a name such as [FEED…] or N|all|none:
// the small words of it, and what the database has of the others.
func (p *program) valuesOf(ctx context.Context, name string) (all []string) {
	for kind := range strings.SplitSeq(strings.Trim(name, "[…]"), "|") {
		switch kind {
		case "FORMAT":
			all = append(all, model.FormatNames()...)
		case "KIND":
			all = append(all, exchange.Kinds()...)
		case "ORDER":
			all = append(all, app.FeedOrders()...)
		default:
			all = append(all, p.kept(ctx, kind)...)
		}
	}
	return append(all, literals(name)...)
}

// literals are the words of a name in help such as N|all|none that stand for themselves.
func literals(name string) []string {
	return slices.DeleteFunc(strings.Split(name, "|"), func(word string) bool {
		return word == "-" || word != strings.ToLower(word)
	})
}

// kept returns what the database has of a kind of words, if there is one: completing a
// command line must not make one, nor fail.
func (p *program) kept(ctx context.Context, kind string) (all []string) {
	words := map[string]func(context.Context, *app.App) []string{
		"AUTHORITY":      wordsOf((*app.App).PinnedKeys, show.AuthorityWords),
		"AUTHORITY/PATH": wordsOf((*app.App).Identities, show.UseWords),
		"FEED":           wordsOf(subscriptions, feedWords),
		"IDENTITY":       wordsOf((*app.App).Identities, show.IdentityWords),
		"NUMBER":         wordsOf((*app.App).Mutes, show.MuteWords),
		"TAG":            wordsOf(subscriptions, show.TagWords),
	}[kind]
	path, err := p.databasePath()
	if _, statErr := os.Stat(path); words == nil || err != nil || statErr != nil {
		return nil
	}
	a, err := app.Open(ctx, path, p.appEnvironment())
	if err != nil {
		return nil
	}
	defer a.Close()
	return words(ctx, a)
}

// wordsOf returns the words for all of a kind, none after an error.
func wordsOf[T any](all func(*app.App, context.Context) ([]T, error), words func([]T) []string) func(context.Context, *app.App) []string {
	return func(ctx context.Context, a *app.App) []string {
		list, _ := all(a, ctx)
		return words(list)
	}
}

func feedWords(subs []model.Subscription) []string { return show.FeedWords(subs, app.OwnNames(subs)) }

func subscriptions(a *app.App, ctx context.Context) ([]model.Subscription, error) {
	return a.Feeds(ctx, app.FeedQuery{})
}
