package main

import (
	"net/url"
	"slices"

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
		run:     (*call).check,
	}
}

func (c *call) check() error {
	format, formats := c.flags.String("format"), []string{"text", "json", "atom"}
	c.JSON = c.JSON || format == "json"
	if !slices.Contains(formats, format) {
		return unknownValue("format", format, formats)
	}
	as, err := model.ParseFormat(c.flags.String("as"))
	if err != nil {
		return asUsage(err)
	}
	page, notices, err := c.page()
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
		err = c.paged(func() error {
			return c.Check(view.Checked{URL: checked.Page.URL.String(), Feed: checked.Feed, Warnings: checked.Warnings})
		})
	}
	if err == nil && c.flags.Bool("strict") && len(checked.Warnings)+len(notices) > 0 {
		return errReported
	}
	return err
}

// page gets the document that the argument names, with what was noticed on the way. A
// URL is asked for as one person does: what robots.txt refuses is a warning.
func (c *call) page() (page feed.Page, notices []string, err error) {
	name := c.flags.Args().First()
	if file.IsNamed(name) {
		base, err := baseOf(c.flags.String("base"), name)
		if err == nil {
			page, err = c.input().Page(name, base, c.now())
		}
		return page, nil, err
	}
	u, err := address.Parse(name)
	switch {
	case err != nil:
		return page, nil, asUsage(err)
	case c.flags.IsSet("base"):
		return page, nil, usagef("--base needs a FILE or -")
	}
	if err := c.openDatabase(); err != nil {
		return page, nil, err
	}
	waiting := c.Waiting()
	page, notices, err = c.app.Page(c.ctx, u)
	waiting.Done()
	c.Notices(notices)
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
