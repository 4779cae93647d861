package main

import (
	"cmp"
	"errors"
	"net/url"

	"github.com/urfave/cli/v2"

	"gemsub/internal/address"
	"gemsub/internal/app"
	"gemsub/internal/model"
	"gemsub/internal/show"
	"gemsub/internal/view"
)

func addCommand() *command {
	return &command{
		name:      "add",
		usage:     "subscribe to pages",
		arguments: "URL…|-",
		description: `Each page is fetched at once. A URL without a scheme gets gemini://; add a phlog by the
gopher:// URL of its menu (item type 1). You can paste link lines such as "=> URL label";
- reads URLs from standard input, one a line.

Examples:
  gemsub add gopher://example.org/1/phlog
  gemsub add example.org/gemlog/ --tag friends --title "Abelard's gemlog"
  gemsub add - < urls.txt`,
		flags: []cli.Flag{
			&cli.StringFlag{Name: "title", Category: thisTime, Usage: "use the title `T`, not the page's own"},
			&cli.StringSliceFlag{Name: "tag", Usage: "tag the feed with `TAG`"},
			backlogFlag(),
			postsFlag(),
			&cli.BoolFlag{Name: "ignore-robots", Usage: "ignore robots.txt, now and at updates"},
			asFlag(),
			intervalFlag(), jobsFlag(), agentFlag(),
		},
		needs: createDatabase, network: true,
		columns: view.NewFeeds.Names,
		run:     (*call).add,
	}
}

// add subscribes to pages. It reports each page as it is done, and all failures at the end.
func (c *call) add() func() error {
	o := app.AddOptions{RequestOptions: c.requestOptions()}
	o.Posts, _ = model.ParsePostsKept(flagsByKey(c.flags.App)["update.posts"][0].GetDefaultText()) // update reports a wrong value
	o.Wanted, o.Given = c.givenSettings(true)
	o.URLs = c.urls(address.Parse)
	c.refuseIf(len(o.URLs) > 1 && c.flags.String("title") != "", "--title cannot be used with several URLs")
	return func() error {
		done, failed := 0, 0
		var failures []error // reported after the added pages
		var writeErr error
		for added, err := range c.app.Add(c.ctx, o) {
			if err != nil && !errors.Is(err, app.ErrNoNetwork) {
				return err
			}
			err = cmp.Or(err, added.Err)
			switch {
			case err != nil:
				c.Tell(view.Notices(added.Notices))
				failures = append(failures, err)
				failed++
			case added.Refused():
				failed++
			default:
				done++
			}
			if err == nil && writeErr == nil {
				writeErr = c.Added(added)
			}
		}
		for _, err := range failures {
			c.Error(err)
		}
		if len(o.URLs) > 1 {
			c.Tell(view.AddCounts(done, failed))
		}
		return cmp.Or(partly(failed > 0, done > 0), writeErr)
	}
}

// urls returns the URLs in the arguments or on standard input, which it does not read after a
// mistake.
func (c *call) urls(parse func(string) (*url.URL, error)) (all []string) {
	if c.err == nil {
		all, c.err = c.input().URLs(c.arguments(), parse)
	}
	return all
}

func discoverCommand() *command {
	return &command{
		name:      "discover",
		usage:     "find feeds that a page links to",
		arguments: "URL",
		description: `It reads the page, and at most 10 pages that it links to under names like feed, gemlog
or posts, for 90 seconds.

Example: gemsub discover example.org`,
		flags: []cli.Flag{jsonFlag()},
		needs: noDatabase, network: true,
		columns: view.FoundPages.Names,
		run:     (*call).discover,
	}
}

func (c *call) discover() func() error {
	page := c.url()
	return func() error {
		found, notices, err := c.app.Discover(c.ctx, page)
		c.Tell(view.Notices(notices))
		switch {
		case err != nil:
			return err
		case len(found) == 0:
			return view.NothingDiscovered(page)
		}
		return show.Print(c.Printer, view.FoundPages, found)
	}
}

func laterCommand() *command {
	return &command{
		name:      "later",
		usage:     "keep pages to read later, without a subscription",
		arguments: "URL…|-",
		description: `Each page is fetched and kept as an unread entry of the feed "Read later". A page that
could not be fetched is fetched by the next update. Of web pages only the link is kept. An
entry that a feed has becomes unread and starred. - reads URLs from standard input, one a
line; link lines too.

Examples:
  gemsub later gemini://example.org/essay.gmi
  gemsub next "Read later"`,
		flags: []cli.Flag{jsonFlag()},
		needs: createDatabase, network: true,
		columns: view.Entries.Names,
		run:     (*call).later,
	}
}

// later keeps pages, prints their entries, and reports pages whose text could not be kept.
func (c *call) later() func() error {
	urls := c.urls(address.ParseLink)
	return func() error {
		kept, failures, notices, err := c.app.KeepLater(c.ctx, urls, app.LinkOrigin{})
		c.Tell(view.Notices(notices))
		if err == nil {
			_, err = c.printEntries(c.app.Entries(c.ctx, kept))
		}
		for _, failure := range failures {
			c.Error(failure)
		}
		return cmp.Or(err, partly(len(failures) > 0, true))
	}
}
