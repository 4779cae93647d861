package main

import (
	"context"
	"net/url"
	"slices"

	"github.com/urfave/cli/v2"

	"gemsub/feed"
	"gemsub/internal/address"
	"gemsub/internal/app"
	"gemsub/internal/file"
	"gemsub/internal/term"
)

func (p *program) checkCommand() *cli.Command {
	return &cli.Command{
		Name:      "check",
		Usage:     "show a page as the feed that readers see",
		ArgsUsage: "URL|FILE|-",
		Description: `Nothing is subscribed to. Warnings name lines that look like entries and are none.
A page that robots.txt keeps from gemsub is shown with a warning. In a pipe each line
begins with what it holds: title, subtitle, url, lang, updated or entries and its value;
entry, date, title and link; or warning, line, code and message.

Examples:
  gemsub check gemini://example.org/gemlog/
  gemsub check --base gemini://example.org/gemlog/ index.gmi
  gemsub check --as links gemini://example.org/
  gemsub check --strict --base gemini://example.org/gemlog/ index.gmi
  make-index | gemsub check --format json -`,
		Flags: []cli.Flag{
			&cli.StringFlag{Name: "base", Category: thisTime, Usage: "resolve the links of a FILE against `URL`"},
			asFlag(),
			&cli.StringFlag{Name: "format", Usage: "print the feed as `text|json|atom`", Value: "text"},
			jsonFlag(),
			&cli.BoolFlag{Name: "strict", Usage: "exit with 1 if there is a warning"},
		},
		Before: p.checkProxy,
		Action: p.check,
	}
}

func checkFormats() []string { return []string{"text", "json", "atom"} }

// checkOptions say which document is shown, and how.
type checkOptions struct {
	url      *url.URL    // nil for a file
	file     string      // - for standard input
	base     *url.URL    // of the file
	as       feed.Format // how it is read
	format   string      // of what is printed
	strict   bool        // a warning is a failure
	database string      // what is known of the capsule
}

func (p *program) checkOptions(c *cli.Context) (o checkOptions, err error) {
	o.format, o.strict = c.String("format"), c.Bool("strict")
	if c.Bool("json") {
		o.format = "json"
	}
	switch {
	case !slices.Contains(checkFormats(), o.format):
		return o, unknownValue("format", o.format, checkFormats())
	}
	if o.as, err = app.ParseFormat(c.String("as")); err != nil {
		return o, asUsage(err)
	}
	if file.IsNamed(c.Args().First()) {
		o.file = c.Args().First()
		o.base, err = baseOf(c.String("base"), o.file)
		return o, err
	}
	if o.url, err = address.Parse(c.Args().First()); err != nil {
		return o, asUsage(err)
	}
	if c.IsSet("base") {
		return o, usagef("--base goes with a FILE")
	}
	o.database, err = p.databasePath()
	return o, err
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

func (p *program) check(c *cli.Context) error {
	o, err := p.checkOptions(c)
	if err != nil {
		return err
	}
	page, notices, err := p.page(c.Context, o)
	if err != nil {
		return err
	}
	page.Format = o.as
	checked, err := app.Check(page)
	if err != nil {
		return err
	}
	if checked.Fault != nil {
		p.Say("%v", checked.Fault)
	}
	err = p.showChecked(c.Context, checked, o.format)
	if err == nil && o.strict && len(checked.Warnings)+len(notices) > 0 {
		return errReported
	}
	return err
}

// showChecked shows a page as a feed, with the warnings about it.
func (p *program) showChecked(ctx context.Context, c app.Checked, format string) error {
	switch format {
	case "json":
		return p.CheckJSON(c.Page.URL.String(), c.Feed, c.Warnings)
	case "atom":
		return c.WriteAtom(term.CleanText(p.Out))
	}
	return p.paged(ctx, func() error { return p.Check(c.Page.URL.String(), c.Feed, c.Warnings) })
}

// page gets the document that the options name, with what was noticed on the way.
func (p *program) page(ctx context.Context, o checkOptions) (page feed.Page, notices []string, err error) {
	if o.url == nil {
		page, err = p.input().Page(o.file, o.base, p.now())
		return page, nil, err
	}
	err = p.withAny(ctx, o.database, func(a *app.App) error {
		page, notices, err = p.fetchedPage(ctx, a, o.url)
		return err
	})
	return page, notices, err
}

// fetchedPage asks for the page as one person does: what robots.txt refuses is a
// warning.
func (p *program) fetchedPage(ctx context.Context, a *app.App, u *url.URL) (page feed.Page, notices []string, err error) {
	waiting := p.Waiting()
	page, notices, err = a.Page(ctx, u)
	waiting.Done()
	p.Notices(notices)
	return page, notices, err
}
