package main

import (
	"context"
	"iter"

	"github.com/urfave/cli/v2"

	"gemsub/internal/app"
	"gemsub/internal/model"
	"gemsub/internal/show"
)

// entryOptions are what the commands that list entries have in common.
type entryOptions struct {
	query app.EntryQuery
	style show.EntryStyle
	count bool // instead of the entries
}

func entryListFlags() []cli.Flag {
	return append(entryFilters(),
		&cli.StringFlag{Name: "template", Usage: "print each entry with template `T`"},
		jsonFlag(),
	)
}

// entryOptions reads the flags of [entryListFlags], and feeds, which arguments name.
func (p *program) entryOptions(c *cli.Context, feeds []string) (o entryOptions, err error) {
	if o.query, err = p.filters(c, feeds); err != nil {
		return o, err
	}
	switch {
	case c.IsSet("json") && c.IsSet("template"):
		return o, usagef("--json and --template exclude each other")
	case c.Bool("json") && !c.IsSet("template"):
		o.style.JSON = true
	case c.String("template") != "":
		if o.style.Template, err = show.ParseTemplate(c.String("template")); err != nil {
			return o, asUsage(err)
		}
	}
	o.query.WithAnswers = p.Out.IsTerminal()
	o.query.WithKept = o.style.JSON || o.style.Template != nil || p.Out.IsTerminal()
	return o, nil
}

// sayHidden tells a person how many entries the limit of a query hides.
func (p *program) sayHidden(shown int, q app.EntryQuery, count func(app.EntryQuery) (int, error)) error {
	if q.Limit == 0 || shown < q.Limit || !p.Out.IsTerminal() {
		return nil
	}
	q.Limit = 0
	all, err := count(q)
	if err == nil && all > shown {
		p.Say("%d of %d shown; --limit all shows all", shown, all)
	}
	return err
}

// printEntries prints entries, and returns how many there were.
func (p *program) printEntries(ctx context.Context, a *app.App, entries iter.Seq2[model.Entry, error], style show.EntryStyle) (n int, err error) {
	if style.Names, err = p.distinctNames(ctx, a); err != nil {
		return 0, err
	}
	err = p.paged(ctx, func() (err error) {
		n, err = p.Entries(entries, style)
		return err
	})
	return n, err
}

// distinctNames are for a person, who sees no URLs: programs get titles as they are.
func (p *program) distinctNames(ctx context.Context, a *app.App) (map[int64]string, error) {
	if !p.Out.IsTerminal() {
		return nil, nil
	}
	return a.DistinctNames(ctx)
}
