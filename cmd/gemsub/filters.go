package main

import (
	"context"
	"iter"
	"slices"
	"time"

	"github.com/urfave/cli/v2"

	"gemsub/internal/app"
	"gemsub/internal/model"
	"gemsub/internal/show"
	"gemsub/internal/words"
)

// entryFilters select entries. They mean the same in every command that has them, as
// each filter does in a command that has it alone.
func entryFilters() []cli.Flag {
	return []cli.Flag{
		feedFilter("", "only entries of `FEED`"),
		tagFilter("", "only entries of feeds tagged `TAG`"),
		&cli.BoolFlag{Name: "unread", Usage: "only unread entries"},
		&cli.BoolFlag{Name: "starred", Usage: "only entries with a star"},
		&cli.StringFlag{Name: "since", Usage: "only entries dated `DATE` or later; 7d means the last seven days"},
		&cli.StringFlag{Name: "before", Usage: "only entries dated before `DATE`; 2w means over two weeks ago"},
		countFlag("limit", "at most the newest `N` entries", "n"),
	}
}

func feedFilter(category, usage string) cli.Flag {
	return &cli.StringFlag{Name: "feed", Category: category, Usage: usage}
}

func tagFilter(category, usage string) cli.Flag {
	return &cli.StringFlag{Name: "tag", Category: category, Usage: usage}
}

// isFilter reports one of those two. The tags that add and set give to feeds are no filters.
func isFilter(f cli.Flag) bool {
	_, isOne := f.(*cli.StringFlag)
	return isOne && slices.Contains([]string{"feed", "tag"}, f.Names()[0])
}

// checkFilters takes a filter of this time without value for a variable that is not set.
func checkFilters(c *cli.Context) error {
	for _, f := range c.Command.Flags {
		if name := f.Names()[0]; isForThisTime(f) && isFilter(f) && c.IsSet(name) && c.String(name) == "" {
			return usagef("--%s needs a %s", name, name)
		}
	}
	return nil
}

// filters reads the filters that a command has. Feeds that its arguments name are
// added to that of --feed, and replace the one of the configuration.
func (p *program) filters(c *cli.Context, feeds []string) (q app.EntryQuery, err error) {
	if err := checkFilters(c); err != nil {
		return q, err
	}
	q.Feeds, q.Tag = slices.Clone(feeds), c.String("tag")
	if feed := c.String("feed"); feed != "" && (len(feeds) == 0 || c.IsSet("feed")) {
		q.Feeds = append(q.Feeds, feed)
	}
	q.UnreadOnly, q.StarredOnly = c.Bool("unread"), c.Bool("starred")
	if q.Since, err = p.date(c.String("since")); err != nil {
		return q, err
	}
	if q.Before, err = p.date(c.String("before")); err != nil {
		return q, err
	}
	if c.String("limit") != "" || c.IsSet("limit") { // the command has it
		q.Limit, err = countOf("limit", c.String("limit"))
	}
	return q, err
}

// date reads the value of a flag that takes a date.
func (p *program) date(value string) (time.Time, error) {
	t, err := words.ParseDate(value, p.Now())
	return t, asUsage(err)
}

// entryListFlags are those of the commands that list entries.
func (p *program) entryListFlags(more ...cli.Flag) []cli.Flag {
	return slices.Concat(entryFilters(), more, []cli.Flag{
		&cli.StringFlag{Name: "template", Usage: "print each entry with template `T`"},
		p.jsonFlag(),
	})
}

// template reads the template by which entries are printed, nil for none, and adds to a
// query what is printed.
func (p *program) template(c *cli.Context, q *app.EntryQuery) (by *show.Template, err error) {
	switch text := c.String("template"); {
	case p.JSON && c.IsSet("template"):
		return nil, usagef("--json cannot be combined with --template")
	case !p.JSON && text != "":
		by, err = show.ParseTemplate(text)
	}
	q.WithAnswers = p.Out.IsTerminal()
	q.WithKept = p.JSON || by != nil || p.Out.IsTerminal()
	return by, asUsage(err)
}

// printEntries prints entries, and returns how many there were.
func (p *program) printEntries(ctx context.Context, a *app.App, entries iter.Seq2[model.Entry, error], by *show.Template) (n int, err error) {
	err = p.pagedNames(ctx, a, func() (err error) {
		n, err = p.Entries(entries, by)
		return err
	})
	return n, err
}

// sayHidden tells a person how many entries the limit of a query hides.
func (p *program) sayHidden(ctx context.Context, a *app.App, shown int, q app.EntryQuery) error {
	if q.Limit == 0 || shown < q.Limit || !p.Out.IsTerminal() {
		return nil
	}
	q.Limit = 0
	all, err := a.CountEntries(ctx, q)
	if err == nil && all > shown {
		p.Say("%d of %d shown; --limit all shows all", shown, all)
	}
	return err
}
