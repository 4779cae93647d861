package main

import (
	"io"
	"strings"

	"github.com/urfave/cli/v2"

	"gemsub/internal/shell"
)

// completeBashCommand is what the script for bash calls: with the command line up
// to the cursor, and that part of its last word which bash will replace. It prints
// what may take that part's place, a line each, quoted for where it stands.
func (p *program) completeBashCommand() *cli.Command {
	return &cli.Command{
		Name:            completeBashName,
		Hidden:          true,
		SkipFlagParsing: true,
		Action: func(c *cli.Context) error {
			line, ok := shell.ReadBashLine(c.Args().Get(0), c.Args().Get(1))
			if !ok {
				return nil
			}
			for _, candidate := range p.complete(c.Context, line.Words) {
				word, _, _ := strings.Cut(candidate, "\t")
				text, ok := line.Complete(word)
				if !ok {
					continue
				}
				if _, err := io.WriteString(p.Out, text+"\n"); err != nil {
					return err
				}
			}
			return nil
		},
	}
}
