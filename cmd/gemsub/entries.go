package main

import (
	"context"
	"fmt"

	"github.com/urfave/cli/v2"

	"gemsub/internal/app"
	"gemsub/internal/show"
)

func (p *program) entriesCommand() *cli.Command {
	return &cli.Command{
		Name:        "entries",
		Aliases:     []string{"new"},
		Usage:       "list unread entries, newest first",
		ArgsUsage:   "[FEED…]",
		Description: show.EntriesHelp,
		Flags: p.entryListFlags(
			&cli.BoolFlag{Name: "all", Aliases: []string{"a"}, Usage: "read entries too"},
			&cli.BoolFlag{Name: "conversations", Category: thisTime, Usage: "only posts that answer another, or are answered"},
			&cli.BoolFlag{Name: "reverse", Usage: "oldest first"},
			&cli.BoolFlag{Name: "count", Category: thisTime, Usage: "print only their number"},
		),
		Action: p.entries,
	}
}

func (p *program) entries(c *cli.Context) error {
	q, err := p.filters(c, c.Args().Slice())
	if err != nil {
		return err
	}
	q.OldestFirst, q.Conversing = c.Bool("reverse"), c.Bool("conversations")
	if q.UnreadOnly, err = unreadOnly(c); err != nil {
		return err
	}
	template, err := p.template(c, &q)
	switch {
	case err != nil:
		return err
	case !c.Bool("count"):
		return p.with(c, func(a *app.App) error { return p.listEntries(c.Context, a, q, template) })
	case p.JSON || c.IsSet("template"):
		return usagef("--count cannot be combined with --json or --template")
	}
	return p.with(c, func(a *app.App) error {
		n, err := a.CountEntries(c.Context, q)
		if err == nil {
			_, err = fmt.Fprintln(p.Out, n)
		}
		return err
	})
}

// unreadOnly reports whether only unread entries are listed: without --all or
// --starred, or where --unread says so.
func unreadOnly(c *cli.Context) (bool, error) {
	switch {
	case c.IsSet("all") && c.IsSet("unread"):
		return false, usagef("--all cannot be combined with --unread")
	case c.IsSet("all"):
		return !c.Bool("all"), nil
	case c.Bool("unread"):
		return true, nil
	}
	return !c.Bool("all") && !c.Bool("starred"), nil
}

func (p *program) listEntries(ctx context.Context, a *app.App, q app.EntryQuery, by *show.Template) error {
	n, err := p.printEntries(ctx, a, a.Entries(ctx, q), by)
	switch {
	case err != nil:
		return err
	case n > 0:
		return p.sayHidden(ctx, a, n, q)
	}
	return p.nothingShown(ctx, a, q)
}

// nothingShown says why no entry is shown where that may be a mistake; that
// there is nothing new is worth a line to a person only.
func (p *program) nothingShown(ctx context.Context, a *app.App, q app.EntryQuery) error {
	subscribed, read, err := a.Reads(ctx)
	if err == nil {
		p.NothingShown(subscribed, read, q.StarredOnly, q.UnreadOnly)
	}
	return err
}
