package main

import (
	"context"

	"github.com/urfave/cli/v2"

	"gemsub/internal/app"
)

// listed returns the action of a command that lists all of one kind. none is what it
// says on a terminal where there are none.
func listed[T any](p *program, none string, all func(*app.App, context.Context) ([]T, error), print func(all []T, asJSON bool) error) cli.ActionFunc {
	return func(c *cli.Context) error {
		return p.with(c, func(a *app.App) error {
			list, err := all(a, c.Context)
			if err != nil {
				return err
			}
			if len(list) == 0 && p.Err.IsTerminal() {
				p.Say("%s", none)
			}
			return p.paged(c.Context, func() error { return print(list, c.Bool("json")) })
		})
	}
}
