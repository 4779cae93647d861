package main

import (
	"context"
	"embed"
	"flag"
	"io"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"
)

//go:embed completion
var completionScripts embed.FS

func shells() []string { return []string{"bash", "zsh", "fish"} }

func (p *program) completionCommand() *cli.Command {
	return &cli.Command{
		Name:      "completion",
		Usage:     "print a shell's completion script",
		ArgsUsage: "bash|zsh|fish",
		Description: `The script completes commands, flags and the names of your feeds.

Examples:
  source <(gemsub completion bash)
  gemsub completion zsh > "${fpath[1]}/_gemsub"
  gemsub completion fish > ~/.config/fish/completions/gemsub.fish`,
		BashComplete: p.completes(oneOf(shells()...)),
		Action: func(c *cli.Context) error {
			shell := c.Args().First()
			if c.NArg() != 1 || !slices.Contains(shells(), shell) {
				return didYouMean(usagef("completion needs one of: %s", strings.Join(shells(), ", ")), shell, shells())
			}
			script, err := completionScripts.ReadFile("completion/gemsub." + shell)
			if err != nil {
				return err
			}
			_, err = p.Out.Write(script)
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
func (p *program) completeCommand() *cli.Command {
	return &cli.Command{
		Name:            completeName,
		Hidden:          true,
		SkipFlagParsing: true,
		Action: func(c *cli.Context) error {
			for _, candidate := range p.complete(c.Context, c.Args().Slice()) {
				if _, err := io.WriteString(p.Out, candidate+"\n"); err != nil {
					return err
				}
			}
			return nil
		},
	}
}

// complete returns what the last of words may become, with descriptions behind
// tabs.
func (p *program) complete(ctx context.Context, words []string) []string {
	if len(words) == 0 {
		words = []string{""}
	}
	app, last := p.app(), words[len(words)-1]
	s := scan(app, words[:len(words)-1])
	if s.database != "" {
		p.globals["db"] = global{s.database, fromCommandLine}
	}
	var all []string
	switch {
	case s.waiting != nil:
		all = p.candidates(ctx, valuesOf(s.waiting))
	case strings.HasPrefix(last, "-"):
		all = each(s.flags, func(f cli.Flag) string { return "--" + f.Names()[0] + "\t" + usageOf(f) })
	case len(s.commands) > 0:
		all = visible(s.commands)
	case s.command.BashComplete != nil:
		all = s.arguments(ctx, app)
	}
	return slices.DeleteFunc(all, func(candidate string) bool {
		return !strings.HasPrefix(strings.ToLower(candidate), strings.ToLower(last))
	})
}

// A scanned command line up to the word that is being completed.
type scanned struct {
	flags    []cli.Flag
	commands []*cli.Command // that may come next
	command  *cli.Command   // the last that came, nil for none
	args     []string       // its arguments so far
	waiting  cli.Flag       // the one whose value comes next, nil for none
	database string         // the value of --db
}

func scan(app *cli.App, words []string) scanned {
	s := scanned{flags: app.Flags, commands: app.Commands}
	for _, word := range words {
		switch i := slices.IndexFunc(s.commands, func(c *cli.Command) bool { return c.HasName(word) }); {
		case word == "help" && s.waiting == nil && len(s.commands) > 0: // a command may follow
		case s.waiting != nil:
			s.value(s.waiting, word)
			s.waiting = nil
		case strings.HasPrefix(word, "-") && word != "-":
			s.flag(strings.TrimLeft(word, "-"))
		case i >= 0:
			s.command = s.commands[i]
			s.flags = slices.Concat(s.flags, s.command.Flags)
			s.commands = s.command.Subcommands
		default:
			s.args = append(s.args, word)
		}
	}
	return s
}

func (s *scanned) flag(word string) {
	name, value, hasValue := strings.Cut(word, "=")
	switch f := find(s.flags, name); {
	case f == nil || !takesValue(f):
	case hasValue:
		s.value(f, value)
	default:
		s.waiting = f
	}
}

func (s *scanned) value(f cli.Flag, value string) {
	if f.Names()[0] == "db" {
		s.database = value
	}
}

// arguments asks the command what its next argument may be, as urfave/cli does.
func (s scanned) arguments(ctx context.Context, app *cli.App) []string {
	var out strings.Builder
	app.Writer = &out
	set := flag.NewFlagSet(s.command.Name, flag.ContinueOnError)
	_ = set.Parse(append([]string{"--"}, s.args...)) // it has no flags to mistake
	c := cli.NewContext(app, set, nil)
	c.Context = ctx
	s.command.BashComplete(c)
	return strings.FieldsFunc(out.String(), func(r rune) bool { return r == '\n' })
}

func visible(commands []*cli.Command) (all []string) {
	for _, c := range commands {
		if !c.Hidden {
			all = append(all, c.Name+"\t"+c.Usage)
		}
	}
	return all
}

func usageOf(f cli.Flag) string {
	if d, ok := f.(cli.DocGenerationFlag); ok {
		return strings.ReplaceAll(d.GetUsage(), "`", "")
	}
	return ""
}
