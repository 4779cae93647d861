package main

import (
	"cmp"
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
  make-index | gemsub check --json -`,
		flags: []cli.Flag{
			&cli.StringFlag{Name: "base", Category: thisTime, Usage: "resolve the links of a FILE against `URL`"},
			asFlag(),
			oneOf(&cli.StringFlag{Name: "format", Usage: "print the feed as `text|atom`", Value: "text"}, "format", []string{"text", "atom"}),
			jsonFlag(),
			&cli.BoolFlag{Name: "strict", Usage: "exit with 1 if there is a warning"},
		},
		needs: noDatabase, network: true,
		run: (*call).check,
	}
}

// check shows a page or a file as a feed. A refusal by robots.txt is only a warning, since a person
// asks. With --strict, check fails if there is any warning. A file needs no database; its links are
// resolved against --base.
func (c *call) check() func() error {
	format, strict := c.flags.String("format"), c.flags.Bool("strict")
	as, _ := model.ParseFormat(c.flags.String("as")) // as asFlag did
	named, base := c.flags.Args().First(), c.flags.String("base")
	isFile := file.IsFileName(named)
	c.network = !isFile
	c.refuseIf(!isFile && c.flags.IsSet("base"), "--base needs a FILE or -")
	url, err := address.Parse(cmp.Or(base, named))
	if isFile && base == "" {
		url, err = file.URL(named)
	}
	c.fail(placeError(err))
	return func() error {
		var page feed.Page
		var notices []string
		if isFile {
			page, err = c.input().Page(named, url, c.Now())
		} else {
			page, notices, err = c.app.Page(c.ctx, url)
			c.Tell(view.Notices(notices))
		}
		if err != nil {
			return err
		}
		page.Format = feed.Format(as)
		checked, err := app.Check(page)
		if err != nil {
			return err
		}
		if checked.Fault != nil {
			c.Say("%v", checked.Fault)
		}
		if format == "atom" && !c.JSON {
			err = checked.WriteAtom(term.CleanText(c.Out))
		} else {
			err = c.paged(func() error { return c.Check(checked) })
		}
		if err == nil && strict && len(checked.Warnings)+len(notices) > 0 {
			return errReported
		}
		return err
	}
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
			jsonFlag(),
		},
		network: true,
		columns: view.Robots.Names,
		run:     (*call).robots,
	}
}

func (c *call) robots() func() error {
	place, file := c.flags.Args().First(), c.flags.String("file")
	var page *url.URL
	c.spareDatabase()
	if file != "" {
		c.needs, c.network, page = noDatabase, false, c.url()
	}
	return func() (err error) {
		var answer app.RobotsAnswer
		if file != "" {
			answer, err = c.input().Robots(page, file)
		} else if page, err = c.app.URLOf(c.ctx, place); err == nil {
			answer, err = c.app.Robots(c.ctx, page)
		}
		if err != nil {
			return placeError(err)
		}
		return show.One(c.Printer, view.Robots, answer, view.RobotsFacts(answer, c.Now()))
	}
}
