package main

import (
	"net/url"

	"github.com/urfave/cli/v2"

	"gemsub/feed"
	"gemsub/internal/address"
	"gemsub/internal/app"
	"gemsub/internal/file"
	"gemsub/internal/model"
	"gemsub/internal/show"
	"gemsub/internal/term"
	"gemsub/internal/view"
)

func checkCommand() *command {
	return &command{
		name:      "check",
		usage:     "show a page as the feed that readers see",
		arguments: "URL|FILE|-",
		description: `It subscribes to nothing. Warnings name lines that look like entries but are not.

Examples:
  gemsub check gemini://example.org/gemlog/
  gemsub check --strict --base gemini://example.org/gemlog/ index.gmi
  make-index | gemsub check --format json -`,
		flags: []cli.Flag{
			&cli.StringFlag{Name: "base", Category: thisTime, Usage: "resolve the links of a FILE against `URL`"},
			asFlag(),
			&cli.StringFlag{Name: "format", Usage: "print the feed as `text|json|atom`; json is that of --json", Value: "text"},
			jsonFlag(),
			&cli.BoolFlag{Name: "strict", Usage: "exit with 1 if there is a warning"},
		},
		needs: anyDatabase | network,
		run:   withOptions((*call).checkOptions, (*call).check),
	}
}

// checkOptions are what the flags of check say.
type checkOptions struct {
	url    *url.URL // of the page, or against which the links of a file are resolved
	file   string   // "" if the page must be fetched
	as     feed.Format
	format string
	strict bool
}

func (c *call) checkOptions() (o checkOptions) {
	o.format, o.strict = c.flags.String("format"), c.flags.Bool("strict")
	c.oneOf([]string{"text", "json", "atom"}, "format", o.format)
	c.JSON = c.JSON || o.format == "json"
	as, err := model.ParseFormat(c.flags.String("as"))
	c.fail(asUsage(err))
	o.as = feed.Format(as)
	if named := c.flags.Args().First(); file.IsFileName(named) {
		o.file, c.needs = named, noDatabase
		o.url, err = file.URL(named)
		if base := c.flags.String("base"); base != "" {
			if o.url, err = address.Parse(base); err != nil {
				err = usagef("--base: %v", err)
			}
		}
		c.fail(err)
		return o
	}
	if o.url = c.url(); c.flags.IsSet("base") {
		c.fail(usagef("--base needs a FILE or -"))
	}
	return o
}

// check shows a page or a file as a feed. A refusal by robots.txt is only a warning, since a person
// asks. With --strict, check fails if there is any warning.
func (c *call) check(o checkOptions) (err error) {
	var page feed.Page
	var notices []string
	if o.file != "" {
		page, err = c.input().Page(o.file, o.url, c.now())
	} else {
		waiting := c.Waiting()
		page, notices, err = c.app.Page(c.ctx, o.url)
		waiting.Done()
		c.Tell(view.Notices(notices))
	}
	if err != nil {
		return err
	}
	page.Format = o.as
	checked, err := app.Check(page)
	if err != nil {
		return err
	}
	if checked.Fault != nil {
		c.Say("%v", checked.Fault)
	}
	if o.format == "atom" && !c.JSON {
		err = checked.WriteAtom(term.CleanText(c.Out))
	} else {
		err = c.paged(func() error { return c.Check(checked) })
	}
	if err == nil && o.strict && len(checked.Warnings)+len(notices) > 0 {
		return errReported
	}
	return err
}

func robotsCommand() *command {
	return &command{
		name:      "robots",
		usage:     "say whether gemsub may fetch a URL, and which line decides",
		arguments: "FEED|URL",
		description: `Examples:
  gemsub robots gemini://example.org/gemlog/
  gemsub robots --file robots.txt gemini://example.org/private/`,
		flags: []cli.Flag{
			&cli.StringFlag{Name: "file", Category: thisTime, Usage: "read robots.txt from `FILE`, - for standard input"},
			agentFlag(),
			jsonFlag(),
		},
		needs:   urlsOrDatabase | network,
		columns: view.Robots.Names,
		run:     withOptions((*call).robotsOptions, (*call).robots),
	}
}

// askOptions say which URL or feed is asked about, and how.
type askOptions struct {
	app.RequestOptions
	place string   // FEED or URL
	page  *url.URL // place as a URL, for commands that take only a URL
	file  string   // a file with the robots.txt, "" for the one that the capsule serves
}

func (c *call) robotsOptions() (o askOptions) {
	o.place, o.file, o.Agents = c.flags.Args().First(), c.flags.String("file"), c.flags.StringSlice("agent")
	if o.file != "" {
		c.needs, o.page = noDatabase, c.url()
	}
	return o
}

func (c *call) robots(o askOptions) (err error) {
	var answer app.RobotsAnswer
	if o.file != "" {
		answer, err = c.input().Robots(o.page, o.file, o.RequestOptions)
	} else {
		waiting := c.Waiting()
		if o.page, err = c.app.URLOf(c.ctx, o.place); err == nil {
			answer, err = c.app.Robots(c.ctx, o.page, o.RequestOptions)
		}
		waiting.Done()
	}
	if err != nil {
		return placeError(err)
	}
	return show.One(c.Printer, view.Robots, answer, view.RobotsFacts(answer, c.now()))
}
