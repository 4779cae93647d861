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
		Description: `The browser is $GEMSUB_BROWSER, or browser in config.toml: a program with its arguments,
which is given the URL as its last one. Otherwise it is the first that is installed. The
entry stays unread if that fails at once, and with --link: gemsub show numbers links.

Examples:
  gemsub open 12
  gemsub open 12 --link 2
  GEMSUB_BROWSER="lagrange --new-tab" gemsub open 12`,
		Flags:  []cli.Flag{linkFlag("open what link `N` of the post leads to")},
		Before: p.checkNetwork,
		Action: p.open,
	}
}

func (p *program) open(c *cli.Context) error {
	number, err := linkNumber(c)
	if err != nil {
		return err
	}
	if _, err := app.ParseSelection(c.Args().Slice()); err != nil {
		return asUsage(err)
	}
	return p.with(c, func(a *app.App) error {
		e, err := a.Entry(c.Context, c.Args().First())
		switch {
		case errors.Is(err, app.ErrSeveral):
			return usagef("open takes one entry, not a range")
		case err != nil:
			return err
		}
		return p.openEntry(c.Context, a, e, number)
	})
}

// openEntry starts the browser on an entry and marks that as read, or on a link of its
// post.
func (p *program) openEntry(ctx context.Context, a *app.App, e model.Entry, number int) (err error) {
	url := e.URL
	if number > 0 {
		if url, err = p.link(ctx, a, app.PostToShow{Entry: e}, number); err != nil {
			return err
		}
	}
	wait, err := p.browse(url)
	if err != nil {
		return err
	}
	if number == 0 {
		if _, err := a.MarkUnread(ctx, app.These(e), false); err != nil {
			return err
		}
	}
	return wait()
}

// browse starts the browser, and returns what waits for its end and returns its error.
// Until then interrupts are for the browser.
func (p *program) browse(link string) (wait func() error, err error) {
	back := p.interrupts.lend()
	browser := launch.Browser{
		Command: p.globals["browser"].value, Web: p.getenv("BROWSER"), Config: p.configPath(),
		Stdin: p.stdin, Stdout: p.stdout, Stderr: p.stderr,
	}
	ended, err := browser.Open(link)
	if err != nil {
		back()
		return nil, err
	}
	return func() error { defer back(); return <-ended }, nil
}
