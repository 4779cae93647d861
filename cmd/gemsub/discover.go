package main

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"time"

	"github.com/urfave/cli/v2"

	"gemsub/feed"
	"gemsub/internal/address"
	"gemsub/internal/fetch"
	"gemsub/internal/show"
	"gemsub/internal/term"
	"gemsub/internal/update"
	"gemsub/store"
)

func (p *program) discoverCommand() *cli.Command {
	return &cli.Command{
		Name:      "discover",
		Usage:     "find what can be subscribed to from a page",
		ArgsUsage: "URL",
		Description: `The page itself is looked at, and at most 10 pages that it links to under a name like
feed, gemlog or posts, those of the same capsule first. In a pipe each line holds
format, title, entries, newest entry's date and URL, separated by tabs.

Examples:
  gemsub discover example.org
  gemsub discover gemini://example.org/ --json`,
		Flags:  []cli.Flag{&cli.BoolFlag{Name: "json", Usage: "one JSON object a line"}, agentFlag()},
		Action: p.discover,
	}
}

// maxProbes is how many links of a page are looked at.
const maxProbes = 10

func (p *program) discover(c *cli.Context) error {
	if c.NArg() != 1 {
		return usagef("discover needs one URL")
	}
	u, err := address.Parse(c.Args().First())
	if err != nil {
		return usagef("%v", err)
	}
	db, err := p.openStore(c)
	if err != nil {
		return err
	}
	defer db.Close()
	first, err := p.probe(c, db, fetch.Origin{}, u.String())
	if err != nil {
		return err
	}
	start := first[0]
	if start.Err != nil {
		return p.refusal(c.Context, db, start.Err)
	}
	var urls []string
	for _, candidate := range feed.Candidates(*start.Page) {
		if len(urls) < maxProbes && candidate.URL != u.String() {
			urls = append(urls, candidate.URL)
		}
	}
	found, err := p.probe(c, db, start.Origin, urls...)
	if err != nil {
		return err
	}
	return p.discovered(c, readable(append(first, found...)))
}

// probe asks for URLs as an update does, one at a time, and stores nothing but
// what it learns of their capsules. From says who led to them.
func (p *program) probe(c *cli.Context, db *store.Store, from fetch.Origin, urls ...string) ([]update.Result, error) {
	var subs []update.Subscription
	for _, u := range urls {
		subs = append(subs, update.Subscription{URL: u, Name: u, Format: feed.Auto, KeepPage: true, From: from})
	}
	k := newKeeper(db)
	var results []update.Result
	told := func(c update.Committed) { results = append(results, c.Result) }
	if err := p.checkAll(c.Context, p.engine(k, 1, c.StringSlice("agent")...), subs, told); err != nil {
		return nil, err
	}
	slices.SortStableFunc(results, func(a, b update.Result) int {
		return cmp.Compare(slices.Index(urls, a.Subscription.URL), slices.Index(urls, b.Subscription.URL))
	})
	return results, nil
}

// readable leaves the results that are feeds with entries.
func readable(results []update.Result) []update.Result {
	return slices.DeleteFunc(results, func(r update.Result) bool {
		return r.Feed == nil || len(r.Feed.Entries) == 0
	})
}

type jsonDiscovery struct {
	URL     string    `json:"url"`
	Format  string    `json:"format"`
	Title   string    `json:"title"`
	Entries int       `json:"entries"`
	Newest  show.Time `json:"newest"`
}

func (p *program) discovered(c *cli.Context, found []update.Result) error {
	if len(found) == 0 {
		return &hintedError{
			fmt.Errorf("nothing to subscribe to was found at %s", c.Args().First()),
			"gemsub add --format links takes every new link of a page, --format page every change",
		}
	}
	t := term.NewTable(p.Out,
		term.Column{Title: "FORMAT"},
		term.Column{Title: "TITLE", Min: 12},
		term.Column{Title: "ENTRIES", Right: true, Drop: 1},
		term.Column{Title: "NEWEST", Drop: 2},
		term.Column{Title: "URL"},
	)
	for _, r := range found {
		f := r.Feed
		if c.Bool("json") {
			if err := show.WriteJSON(p.Out, jsonDiscovery{r.Subscription.URL, string(f.Format), f.Title, len(f.Entries), show.Time(newest(f))}); err != nil {
				return err
			}
			continue
		}
		err := t.Row(term.Cell{Text: string(f.Format)}, term.Cell{Text: f.Title}, term.Cell{Text: strconv.Itoa(len(f.Entries))},
			term.Cell{Text: show.Date(newest(f))}, term.Cell{Text: p.ShortURL(r.Subscription.URL)})
		if err != nil {
			return err
		}
	}
	return t.Flush()
}

// newest is the time of the newest dated entry, zero if there is none.
func newest(f *feed.Feed) time.Time {
	var t time.Time
	for _, e := range f.Entries {
		if e.Updated.After(t) {
			t = e.Updated
		}
	}
	return t
}
