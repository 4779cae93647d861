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

func (p *program) checkCommand() *cli.Command {
	return &cli.Command{
		Name:      "check",
		Usage:     "show a page as the feed that readers see",
		ArgsUsage: "URL|FILE|-",
		Description: `It subscribes to nothing. Warnings name lines that look like entries but are not.

Examples:
  gemsub check gemini://example.org/gemlog/
  gemsub check --base gemini://example.org/gemlog/ index.gmi
  gemsub check --as links gemini://example.org/
  gemsub check --strict --base gemini://example.org/gemlog/ index.gmi
  make-index | gemsub check --format json -`,
		Flags: []cli.Flag{
			&cli.StringFlag{Name: "base", Category: thisTime, Usage: "resolve the links of a FILE against `URL`"},
			asFlag(),
			&cli.StringFlag{Name: "format", Usage: "print the feed as `text|json|atom`; json is that of --json", Value: "text"},
			p.jsonFlag(),
			&cli.BoolFlag{Name: "strict", Usage: "exit with 1 if there is a warning"},
		},
		Before: p.checkNetwork,
		Action: p.check,
	}
}

func (p *program) check(c *cli.Context) error {
	format, formats := c.String("format"), []string{"text", "json", "atom"}
	p.JSON = p.JSON || format == "json"
	if !slices.Contains(formats, format) {
		return unknownValue("format", format, formats)
	}
	as, err := model.ParseFormat(c.String("as"))
	if err != nil {
		return asUsage(err)
	}
	page, notices, err := p.page(c)
	if err != nil {
		return err
	}
	page.Format = feed.Format(as)
	checked, err := app.Check(page)
	if err != nil {
		return err
	}
	if checked.Fault != nil {
		p.Say("%v", checked.Fault)
	}
	if format == "atom" && !p.JSON {
		err = checked.WriteAtom(term.CleanText(p.Out))
	} else {
		err = p.paged(c.Context, func() error {
			return p.Check(view.Checked{URL: checked.Page.URL.String(), Feed: checked.Feed, Warnings: checked.Warnings})
		})
	}
	if err == nil && c.Bool("strict") && len(checked.Warnings)+len(notices) > 0 {
		return errReported
	}
	return err
}

// page gets the document that the argument names, with what was noticed on the way. A
// URL is asked for as one person does: what robots.txt refuses is a warning.
func (p *program) page(c *cli.Context) (page feed.Page, notices []string, err error) {
	name := c.Args().First()
	if file.IsNamed(name) {
		base, err := baseOf(c.String("base"), name)
		if err == nil {
			page, err = p.input().Page(name, base, p.now())
		}
		return page, nil, err
	}
	u, err := address.Parse(name)
	switch {
	case err != nil:
		return page, nil, asUsage(err)
	case c.IsSet("base"):
		return page, nil, usagef("--base needs a FILE or -")
	}
	err = p.with(c, func(a *app.App) error {
		waiting := p.Waiting()
		page, notices, err = a.Page(c.Context, u)
		waiting.Done()
		p.Notices(notices)
		return err
	})
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
