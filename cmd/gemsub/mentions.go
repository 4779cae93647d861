package main

import (
	"github.com/urfave/cli/v2"

	"gemsub/internal/app"
)

func (p *program) mentionsCommand() *cli.Command {
	return &cli.Command{
		Name:      "mentions",
		Usage:     "list posts that link to your pages, or to those under a URL",
		ArgsUsage: "[URL]",
		Description: `--my, or my in config.toml, names your pages. Only kept posts are searched, and not those
of the author of the pages.`,
		Flags: []cli.Flag{p.jsonFlag()},
		Action: func(c *cli.Context) error {
			under := c.Args().Slice()
			if len(under) == 0 {
				under = c.StringSlice("my")
			}
			if len(under) == 0 {
				return usagef("mentions needs a URL, --my, or my in config.toml")
			}
			return p.with(c, func(a *app.App) error {
				all, more, err := a.Mentions(c.Context, under)
				if err != nil {
					return placeError(err)
				}
				return p.pagedNames(c.Context, a, func() error { return p.Mentions(all, more) })
			})
		},
	}
}
