package main

import (
	"context"
	"errors"

	"github.com/urfave/cli/v2"

	"gemsub/internal/app"
	"gemsub/internal/launch"
	"gemsub/internal/model"
)

func (p *program) openCommand() *cli.Command {
	return &cli.Command{
		Name:      "open",
		Usage:     "open an entry in your Gemini browser and mark it read",
		ArgsUsage: "ENTRY",
		Description: `The browser is $GEMSUB_BROWSER, or browser in config.toml: a program, with arguments
if you like. Without either it is the first of amfora, bombadillo, lagrange and
xdg-open that is installed; other links than gemini:// are opened with xdg-open then.
The entry stays unread if the browser cannot be started, or fails at once.

Examples:
  gemsub open 12
  GEMSUB_BROWSER="lagrange --new-tab" gemsub open 12`,
		Action: p.open,
	}
}

func (p *program) open(c *cli.Context) error {
	if c.NArg() != 1 {
		return usagef("open needs one entry")
	}
	named, err := app.ParseSelection(c.Args().Slice())
	if err != nil {
		return asUsage(err)
	}
	return p.with(c, func(a *app.App) error {
		e, err := a.Entry(c.Context, named)
		if errors.Is(err, app.ErrSeveral) {
			return usagef("open takes one entry, not a range")
		}
		if err != nil {
			return err
		}
		return p.openEntry(c.Context, a, e)
	})
}

// openEntry starts the browser on an entry, and marks that as read.
func (p *program) openEntry(ctx context.Context, a *app.App, e model.Entry) error {
	browser := p.globals["browser"].value
	ended, err := launch.Browser{Command: browser, Stdin: p.stdin, Stdout: p.stdout, Stderr: p.stderr}.Open(e.URL)
	if err != nil {
		return err
	}
	if _, err := a.MarkUnread(ctx, app.EntryQuery{Named: app.ThisEntry(e)}, false); err != nil {
		return err
	}
	return <-ended
}
