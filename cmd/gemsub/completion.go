package main

import (
	"context"
	"embed"
	"io"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"gemsub/internal/cmdline"
	"gemsub/internal/words"
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
				return asUsage(words.DidYouMean("completion needs one of: "+strings.Join(shells(), ", "), shell, shells()))
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

// complete returns what the last of the words typed may become, with descriptions behind
// tabs.
func (p *program) complete(ctx context.Context, typed []string) []string {
	line := cmdline.Read(p.described(p.app("")), typed)
	if db := line.Value("db"); db != "" {
		p.globals["db"] = global{db, fromCommandLine}
	}
	return line.Candidates(ctx)
}
