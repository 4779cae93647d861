package main

import (
	"github.com/urfave/cli/v2"

	"gemsub/internal/app"
)

func (p *program) mentionsCommand() *cli.Command {
	return &cli.Command{
		Name:      "mentions",
		Usage:     "list kept posts of others that link to a page under a URL",
		ArgsUsage: "URL",
		Flags:     []cli.Flag{&cli.BoolFlag{Name: "json", Usage: "one JSON object a line"}},
		Action: func(c *cli.Context) error {
			if c.NArg() != 1 {
				return usagef("mentions needs one URL")
			}
			return p.with(c, func(a *app.App) error {
				all, err := a.Mentions(c.Context, c.Args().First())
				if err != nil {
					return placeError(err)
				}
				names, err := p.distinctNames(c.Context, a)
				if err != nil {
					return err
				}
				return p.paged(c.Context, func() error { return p.Mentions(all, names, c.Bool("json")) })
			})
		},
	}
}
