package main

import (
	"net/url"

	"github.com/urfave/cli/v2"

	"gemsub/feed"
	"gemsub/internal/address"
	"gemsub/internal/app"
	"gemsub/internal/file"
	"gemsub/internal/model"
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
  gemsub check --base gemini://example.org/gemlog/ index.gmi
  gemsub check --as links gemini://example.org/
  gemsub check --strict --base gemini://example.org/gemlog/ index.gmi
  make-index | gemsub check --format json -`,
		flags: []cli.Flag{
			&cli.StringFlag{Name: "base", Category: thisTime, Usage: "resolve the links of a FILE against `URL`"},
			asFlag(),
			&cli.StringFlag{Name: "format", Usage: "print the feed as `text|json|atom`; json is that of --json", Value: "text"},
			jsonFlag(),
			&cli.BoolFlag{Name: "strict", Usage: "exit with 1 if there is a warning"},
		},
		needs:   anyDatabase,
		network: true,
		run:     withOptions((*call).checkOptions, (*call).check),
	}
}

// checkOptions are what the flags of check say.
type checkOptions struct {
	base   *url.URL // of the links of a file
	page   *url.URL // to be fetched, nil for a file
	file   string
	as     feed.Format
	format string
	strict bool
}

func (c *call) checkOptions() (o checkOptions) {
	o.file, o.format, o.strict = c.flags.Args().First(), c.flags.String("format"), c.flags.Bool("strict")
	c.oneOf([]string{"text", "json", "atom"}, "format", o.format)
	c.JSON = c.JSON || o.format == "json"
	as, err := model.ParseFormat(c.flags.String("as"))
	c.fail(asUsage(err))
	o.as = feed.Format(as)
	if file.IsNamed(o.file) {
		c.needs = noDatabase
		o.base, err = baseOf(c.flags.String("base"), o.file)
		c.fail(err)
		return o
	}
	if o.page = c.url(); c.flags.IsSet("base") {
		c.fail(usagef("--base needs a FILE or -"))
	}
	return o
}

func (c *call) check(o checkOptions) error {
	page, notices, err := c.page(o)
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
		err = c.paged(func() error {
			return c.Check(view.Checked{URL: checked.Page.URL.String(), Feed: checked.Feed, Warnings: checked.Warnings})
		})
	}
	if err == nil && o.strict && len(checked.Warnings)+len(notices) > 0 {
		return errReported
	}
	return err
}

// page gets the document, with what was noticed on the way. A URL is asked for as one person
// does: what robots.txt refuses is a warning.
func (c *call) page(o checkOptions) (page feed.Page, notices []string, err error) {
	if o.page == nil {
		page, err = c.input().Page(o.file, o.base, c.now())
		return page, nil, err
	}
	waiting := c.Waiting()
	page, notices, err = c.app.Page(c.ctx, o.page)
	waiting.Done()
	c.Tell(view.Notices(notices))
	return page, notices, err
}

// baseOf is the URL that a file counts as fetched from: base, or the file itself.
func baseOf(base, name string) (*url.URL, error) {
	if base == "" {
		return file.URL(name)
	}
	u, err := address.Parse(base)
	if err != nil {
		return nil, usagef("--base: %v", err)
	}
	return u, nil
}
