package main

import (
	"cmp"
	"context"
	"embed"
	"io"
	"maps"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/urfave/cli/v2"

	"gemsub/internal/app"
	"gemsub/internal/demo"
	"gemsub/internal/shell"
	"gemsub/internal/show"
	"gemsub/internal/term"
	"gemsub/internal/view"
	"gemsub/internal/words"
)

// A commandGroup is a group of commands in what gemsub --help prints.
type commandGroup struct {
	Title    string
	Brief    bool // only names, on one line
	Commands []*cli.Command
}

func (p *program) commandGroups() []commandGroup {
	return []commandGroup{
		{Title: "Every day", Commands: p.forCLI(
			addCommand(), updateCommand(), entriesCommand(), nextCommand(), showCommand(),
			markCommand("read", "mark entries as read", (*app.App).MarkUnread, false),
			markCommand("star", "star entries to come back to", (*app.App).MarkStarred, true),
			searchCommand(), listCommand(),
		)},
		{Title: "Organise", Commands: p.forCLI(
			openCommand(), laterCommand(),
			markCommand("unread", "mark entries as unread", (*app.App).MarkUnread, true),
			markCommand("unstar", "remove the star from entries", (*app.App).MarkStarred, false),
			muteCommand(), discoverCommand(), importCommand(), tagCommand(), setCommand(), removeCommand(), undoCommand(),
		)},
		{Title: "Publish and write", Commands: p.forCLI(
			exportCommand(), deliverCommand(), threadCommand(), mentionsCommand(), checkCommand(), robotsCommand(),
		)},
		{Title: "Look after", Commands: p.forCLI(
			doctorCommand(), trustCommand(), identityCommand(), backupCommand(), syncCommand(),
			pruneCommand(), configCommand(),
		)},
		{Title: "Also", Brief: true, Commands: p.forCLI(
			completionCommand(), demoCommand(),
			&command{ // it never runs: [commandLine] reads it, and help lists it
				name: "help", usage: "show the flags, columns and examples of a command", arguments: "[COMMAND]",
			},
			versionCommand(), completeCommand(), completeBashCommand(),
		)},
	}
}

// versionFlag is the flag that runs the command version.
const versionFlag = "version"

// version is the release that is built, or the next one with "-dev". packaging/version reads it
// here, and CHANGELOG.md begins with it.
const version = "0.3.0-dev"

func versionCommand() *command {
	return &command{
		name:  "version",
		usage: "print the version",
		needs: noDatabase, run: unchecked(func(c *call) error {
			return c.Out.Line(term.Plain, "%s", view.Version(app.ReadBuild(version)))
		}),
	}
}

func demoCommand() *command {
	return &command{
		name:  "demo",
		usage: "watch add, update, export and next at work, without network",
		needs: noDatabase, run: unchecked(func(c *call) error {
			return demo.Play(c.ctx, c.Out, demo.Environment{Now: c.Now, Getenv: c.getenv}, c.runDemo)
		}),
	}
}

// runDemo runs a command of the demo, and returns its exit code. Errors go to standard output too. Lists
// and posts are laid out as on a terminal, also in a pipe.
func (p *program) runDemo(ctx context.Context, in demo.Environment, args []string) int {
	env := p.environment
	env.stdin, env.stderr = strings.NewReader(""), p.stdout // all output becomes one transcript
	env.Now, env.Dial, env.getenv = in.Now, in.Dial, in.Getenv
	env.Resolve = nil // no name server is asked
	out := *p.Out
	out.Width = cmp.Or(out.Width, linesWidth)
	step := &program{environment: env, Printer: &show.Printer{Out: &out, Err: &out, Now: in.Now, Progress: p.Progress}}
	return step.tell(step.start(ctx, append([]string{"--no-pager"}, args...)))
}

//go:embed completion
var completionScripts embed.FS

func completionCommand() *command {
	return &command{
		name:      "completion",
		usage:     "print a completion script for a shell",
		arguments: "bash|zsh|fish",
		description: `It completes commands, flags and their values, files, and the names and tags of your feeds.

Examples:
  source <(gemsub completion bash)
  gemsub completion zsh > "${fpath[1]}/_gemsub"
  gemsub completion fish > ~/.config/fish/completions/gemsub.fish`,
		needs: noDatabase, run: unchecked(func(c *call) error {
			shell := c.flags.Args().First()
			script, err := completionScripts.ReadFile("completion/gemsub." + shell)
			if err != nil {
				return asUsage(words.UnknownValue("shell", shell, []string{"bash", "zsh", "fish"}))
			}
			_, err = c.Out.Write(script)
			return err
		}),
	}
}

// The commands that the completion scripts call.
const (
	completeName     = "__complete"
	completeBashName = "__complete-bash"
)

// completeCommand is called with the words of a command line up to the cursor. It prints the
// completions of the last word, each on a line with its description.
func completeCommand() *command {
	return &command{name: completeName, hidden: true, raw: true, needs: noDatabase, run: unchecked(func(c *call) error {
		typed := c.flags.Args().Slice()
		return c.printLines(append(c.complete(c.ctx, typed), c.completesFiles(typed)...))
	})}
}

// completeBashCommand is called with the command line up to the cursor, and that part of
// its last word which bash replaces. It prints the replacements for this part, one on each line.
func completeBashCommand() *command {
	return &command{name: completeBashName, hidden: true, raw: true, needs: noDatabase, run: unchecked(func(c *call) error {
		line, replaced := c.flags.Args().Get(0), c.flags.Args().Get(1)
		before := shell.SplitTyped(strings.TrimSuffix(line, replaced))
		kept := before[len(before)-1]
		var rests []string
		for _, candidate := range c.complete(c.ctx, shell.SplitTyped(line)[1:]) {
			word, _, _ := strings.Cut(candidate, "\t")
			if rest, ok := strings.CutPrefix(word, kept); ok {
				rests = append(rests, rest)
			}
		}
		return c.printLines(append(rests, c.completesFiles(shell.SplitTyped(line)[1:])...))
	})}
}

func (c *call) printLines(lines []string) error {
	_, err := io.WriteString(c.Out, strings.Join(append(lines, ""), "\n"))
	return err
}

// completesFiles returns what tells the completion scripts to offer files or folders too for the
// last of the typed words: a line ":files" or ":folders", or none.
func (p *program) completesFiles(typed []string) []string {
	usage := readLine(p.cliApp(), typed[:max(len(typed)-1, 0)]).nextUsage()
	switch {
	case strings.Contains(usage, "FILE"):
		return []string{":files"}
	case strings.Contains(usage, "DIR"):
		return []string{":folders"}
	}
	return nil
}

// complete returns the completions of the last of the typed words, with descriptions behind
// tabs.
func (p *program) complete(ctx context.Context, typed []string) []string {
	if len(typed) == 0 {
		typed = []string{""}
	}
	last := len(typed) - 1
	line := readLine(p.cliApp(), typed[:last])
	for _, word := range line.global {
		if db, ok := strings.CutPrefix(word, "--db="); ok {
			p.globals["db"] = global{db, fromCommandLine}
		}
	}
	return slices.DeleteFunc(p.candidates(ctx, line, typed[last]), func(candidate string) bool {
		return !strings.HasPrefix(strings.ToLower(candidate), strings.ToLower(typed[last]))
	})
}

// candidates returns the words that can follow a line: values of its last flag, flags if begun
// starts with "-", commands, or arguments. Words that do not start with begun are among them.
func (p *program) candidates(ctx context.Context, l *commandLine, begun string) (all []string) {
	switch {
	case l.waiting == nil && strings.HasPrefix(begun, "-"):
		for _, f := range l.flags {
			if f := f.(described); f.IsVisible() {
				all = append(all, "--"+f.Names()[0]+"\t"+strings.ReplaceAll(f.GetUsage(), "`", ""))
			}
		}
	case l.waiting == nil && len(l.commands) > 0:
		for _, c := range l.commands {
			if !c.Hidden {
				all = append(all, c.Name+"\t"+c.Usage)
			}
		}
	default:
		return p.valueWords(ctx, l.nextUsage(), begun)
	}
	return all
}

// valueForm finds the values that a usage text lists: `a|b`, `ORDER`: a, b.
var valueForm = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile("(?:^|`|`: )([a-z0-9-]+(?:(?:\\||, )[a-z0-9-]+)+)")
})

// valueWords returns the values that a usage text lists. If it names FEED, they are the names of
// feeds that begin as typed, and URLs of others; if it names TAG or VIEW, all tags or views.
// Completing a command line must not make a database, nor fail: an error means no words.
func (p *program) valueWords(ctx context.Context, usage, begun string) []string {
	if listed := valueForm().FindStringSubmatch(usage); listed != nil {
		return strings.Split(strings.ReplaceAll(listed[1], ", ", "|"), "|")
	}
	if strings.Contains(usage, "VIEW") {
		return slices.Sorted(maps.Keys(p.views()))
	}
	path, _ := p.databasePath() // without a path there are no feeds
	a, err := app.OpenAny(ctx, path, p.appEnvironment())
	if err != nil {
		return nil
	}
	defer a.Close()
	subs, _ := a.Feeds(ctx, app.FeedQuery{})
	switch {
	case strings.Contains(usage, "FEED|AUTHORITY"): // an identity is shown at no feed named by a title
		return show.FeedWords(subs, nil)
	case strings.Contains(usage, "FEED"):
		return show.FeedWords(subs, app.OwnNames(subs, begun))
	case strings.Contains(usage, "TAG"):
		return show.TagWords(subs)
	}
	return nil
}
