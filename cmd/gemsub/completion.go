package main

import (
	"embed"
	"io"
	"strings"

	"github.com/urfave/cli/v2"

	"gemsub/internal/shell"
	"gemsub/internal/words"
)

//go:embed completion
var completionScripts embed.FS

func (p *program) completionCommand() *cli.Command {
	return &cli.Command{
		Name:      "completion",
		Usage:     "print a completion script for a shell",
		ArgsUsage: "bash|zsh|fish",
		Description: `It completes commands, flags and the names of your feeds.

Examples:
  source <(gemsub completion bash)
  gemsub completion zsh > "${fpath[1]}/_gemsub"
  gemsub completion fish > ~/.config/fish/completions/gemsub.fish`,
		Action: func(c *cli.Context) error {
			shell := c.Args().First()
			script, err := completionScripts.ReadFile("completion/gemsub." + shell)
			if err != nil {
				return asUsage(words.UnknownValue("shell", shell, literals(c.Command.ArgsUsage)))
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
	return rawCommand(completeName, func(c *cli.Context) error {
		return p.printLines(p.complete(c.Context, c.Args().Slice()))
	})
}

// completeBashCommand is what the script for bash calls: with the command line up to the
// cursor, and that part of its last word which bash replaces. It prints what may take that
// part's place, a line each.
func (p *program) completeBashCommand() *cli.Command {
	return rawCommand(completeBashName, func(c *cli.Context) error {
		line, replaced := c.Args().Get(0), c.Args().Get(1)
		before := shell.Typed(strings.TrimSuffix(line, replaced))
		kept := before[len(before)-1]
		var rests []string
		for _, candidate := range p.complete(c.Context, shell.Typed(line)[1:]) {
			word, _, _ := strings.Cut(candidate, "\t")
			if rest, ok := strings.CutPrefix(word, kept); ok {
				rests = append(rests, rest)
			}
		}
		return p.printLines(rests)
	})
}

// rawCommand is a command for scripts. All words behind it are arguments.
func rawCommand(name string, action cli.ActionFunc) *cli.Command {
	return &cli.Command{Name: name, Hidden: true, SkipFlagParsing: true, Action: action}
}

func (p *program) printLines(lines []string) error {
	_, err := io.WriteString(p.Out, strings.Join(append(lines, ""), "\n"))
	return err
}
