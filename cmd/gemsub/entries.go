package main

import (
	"github.com/urfave/cli/v2"

	"gemsub/store"
)

func (p *program) entriesCommand() *cli.Command {
	return &cli.Command{
		Name:    "entries",
		Aliases: []string{"new"},
		Usage:   "list unread entries, newest first",
		Description: `In a pipe each line holds number, date, feed, title and URL, separated by tabs.
A template is Go's text/template over the fields ID, Feed, FeedID, FeedURL, URL,
Title, Updated, Published, FirstSeen, Unread and Starred; {{.Updated | date "2006-01-02"}} formats a time.

Examples:
  gemsub entries
  gemsub entries --all --feed 3 --limit 20
  gemsub entries --since 7d --json
  gemsub entries --starred
  gemsub entries --template '=> {{.URL}} {{.Updated | date "2006-01-02"}} {{.Title}}'`,
		Flags: append([]cli.Flag{
			&cli.BoolFlag{Name: "all", Aliases: []string{"a"}, Usage: "read entries too"},
			&cli.BoolFlag{Name: "starred", Usage: "only entries with a star, read ones too"},
		}, entryListFlags()...),
		Action: p.entries,
	}
}

func (p *program) entries(c *cli.Context) error {
	if c.NArg() > 0 {
		return usagef("entries takes no argument (see --feed)")
	}
	l, err := p.newEntryList(c)
	if err != nil {
		return err
	}
	l.filter.StarredOnly = c.Bool("starred")
	l.filter.UnreadOnly = !c.Bool("all") && !c.Bool("starred")
	db, err := p.openStore(c)
	if err != nil {
		return err
	}
	defer db.Close()
	if err := filterFeed(c, db, &l.filter); err != nil {
		return err
	}
	n, err := l.show(db.Entries(c.Context, l.filter))
	if err != nil {
		return err
	}
	if n == 0 {
		return p.nothingShown(c, db)
	}
	return nil
}

// nothingShown says why no entry is shown where that may be a mistake; that
// there is nothing new is worth a line to a person only.
func (p *program) nothingShown(c *cli.Context, db *store.Store) error {
	told, err := p.warnUntagged(c, db)
	switch {
	case err != nil || told:
		return err
	case c.Bool("starred") && p.err.IsTerminal():
		p.say("no entries with a star to show")
	case p.err.IsTerminal():
		p.say("no entries to show; gemsub entries --all shows read ones too")
	}
	return nil
}

// warnUntagged says so if no feed has the tag that --tag names.
func (p *program) warnUntagged(c *cli.Context, db *store.Store) (told bool, err error) {
	tag := c.String("tag")
	if tag == "" {
		return false, nil
	}
	tagged, err := db.Subscriptions(c.Context, store.SubscriptionFilter{Tag: tag})
	if err != nil || len(tagged) > 0 {
		return false, err
	}
	p.untagged(tag)
	return true, nil
}

func (p *program) untagged(tag string) {
	p.say("no feed is tagged %s", tag)
}
