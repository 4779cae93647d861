package main

import (
	"errors"
	"fmt"
	"io"
	"net/url"
	"os"
	"path/filepath"

	"github.com/urfave/cli/v2"

	"gemsub/feed"
	"gemsub/internal/address"
	"gemsub/internal/app"
	"gemsub/internal/term"
)

func (p *program) checkCommand() *cli.Command {
	return &cli.Command{
		Name:      "check",
		Usage:     "show a page as the feed that readers see",
		ArgsUsage: "URL|FILE|-",
		Description: `Nothing is subscribed to. Warnings name lines that look like entries and are none.
A page that robots.txt keeps from gemsub is shown with a warning.

Examples:
  gemsub check gemini://example.org/gemlog/
  gemsub check --base gemini://example.org/gemlog/ index.gmi
  make-index | gemsub check --format json -`,
		Flags: []cli.Flag{
			&cli.StringFlag{Name: "base", Usage: "resolve the links of a FILE against `URL`"},
			&cli.StringFlag{Name: "format", Usage: "print `F`: text, json or atom", Value: "text"},
			&cli.BoolFlag{Name: "json", Usage: "the same as --format json"},
		},
		Action: p.check,
	}
}

func (p *program) check(c *cli.Context) error {
	format := c.String("format")
	if c.Bool("json") {
		format = "json"
	}
	switch {
	case c.NArg() != 1:
		return usagef("check needs one URL, FILE or -")
	case format != "text" && format != "json" && format != "atom":
		return usagef("unknown format %q (supported: text, json, atom)", format)
	}
	page, err := p.page(c)
	if err != nil {
		return err
	}
	f, err := feed.Read(page)
	if f == nil {
		return err
	}
	if err != nil {
		p.Say("%v", err)
	}
	warnings, err := feed.Lint(page)
	if err != nil {
		return err
	}
	switch format {
	case "json":
		return p.CheckJSON(page.URL.String(), f, warnings)
	case "atom":
		for i, e := range f.Entries {
			if e.Updated.IsZero() { // as a subscription would date it
				f.Entries[i].Updated = page.Fetched
			}
		}
		return feed.WriteAtom(term.CleanText(p.Out), f, f.Distinct())
	}
	return p.Check(page.URL.String(), f, warnings)
}

// page gets the document that the argument names. A file of that name goes
// before a host of that name.
func (p *program) page(c *cli.Context) (feed.Page, error) {
	arg := c.Args().First()
	if arg == "-" {
		return p.localPage(c, p.stdin, "/dev/stdin")
	}
	f, err := os.Open(arg)
	if errors.Is(err, os.ErrNotExist) {
		u, err := address.Parse(arg)
		if err != nil {
			return feed.Page{}, err
		}
		return p.fetchedPage(c, u)
	}
	if err != nil {
		return feed.Page{}, fmt.Errorf("read %s: %w", arg, reason(err))
	}
	defer f.Close()
	return p.localPage(c, f, arg)
}

// maxFile bounds what is read of a file, as the body of a response is.
const maxFile = 5 << 20

func (p *program) localPage(c *cli.Context, r io.Reader, name string) (feed.Page, error) {
	base, err := localBase(c.String("base"), name)
	if err != nil {
		return feed.Page{}, err
	}
	body, err := io.ReadAll(io.LimitReader(r, maxFile+1))
	if err != nil {
		return feed.Page{}, fmt.Errorf("read %s: %w", name, reason(err))
	}
	if len(body) > maxFile {
		return feed.Page{}, fmt.Errorf("read %s: larger than %d MiB", name, maxFile>>20)
	}
	return feed.Page{URL: base, Body: body, Fetched: p.now()}, nil
}

// localBase is the URL a local page counts as fetched from: --base, or the
// file itself.
func localBase(base, name string) (*url.URL, error) {
	if base != "" {
		u, err := address.Parse(base)
		if err != nil {
			return nil, usagef("--base: %v", err)
		}
		return u, nil
	}
	path, err := filepath.Abs(name)
	if err != nil {
		return nil, err
	}
	return &url.URL{Scheme: "file", Path: path}, nil
}

// fetchedPage asks for the page as one person does: what robots.txt refuses is a
// warning.
func (p *program) fetchedPage(c *cli.Context, u *url.URL) (page feed.Page, err error) {
	if c.IsSet("base") {
		return page, usagef("--base goes with a FILE")
	}
	err = p.with(c, func(a *app.App) error {
		var notices []string
		page, notices, err = a.Page(c.Context, u)
		for _, notice := range notices {
			p.Say("%s", notice)
		}
		if app.IsNoHost(err) {
			return &hintedError{err, "neither a host nor a file of that name was found"}
		}
		return err
	})
	return page, err
}
