package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"gemsub/feed"
	"gemsub/internal/fetch"
	"gemsub/internal/term"
	"gemsub/internal/update"
	"gemsub/store"
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
	if err != nil {
		return err
	}
	warnings, err := feed.Lint(page)
	if err != nil {
		return err
	}
	switch format {
	case "json":
		return writeJSON(p.out, newJSONCheck(f, warnings))
	case "atom":
		return feed.WriteAtom(p.out, f)
	}
	return p.printCheck(f, warnings)
}

// page gets the document that the argument names. A file of that name goes
// before a host of that name.
func (p *program) page(c *cli.Context) (feed.Page, error) {
	arg := c.Args().First()
	if arg == "-" {
		return p.localPage(c, p.stdin, "standard input")
	}
	f, err := os.Open(arg)
	if errors.Is(err, os.ErrNotExist) {
		u, err := fetch.ParseURL(arg)
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
		u, err := fetch.ParseURL(base)
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

// fetchedPage asks for the page as one person does: robots.txt is heeded with
// a warning. Keys are compared with those kept, if there is a database.
func (p *program) fetchedPage(c *cli.Context, u *url.URL) (feed.Page, error) {
	if c.IsSet("base") {
		return feed.Page{}, usagef("--base goes with a FILE")
	}
	db, err := p.openStore(c)
	if err != nil {
		return feed.Page{}, err
	}
	defer db.Close()
	k := newKeeper(db)
	engine := p.engine(k, 1)
	resp, err := engine.Fetch.Get(c.Context, u, func(ctx context.Context, hop *url.URL) error {
		return p.warnRefused(ctx, engine, hop)
	})
	if commitErr := k.Commit(c.Context, update.Batch{}); commitErr != nil {
		return feed.Page{}, commitErr
	}
	if err == nil {
		err = resp.Err()
	}
	if err != nil {
		return feed.Page{}, p.withHint(err)
	}
	for _, notice := range resp.Notices {
		p.say("%s", notice)
	}
	return feed.Page{URL: resp.URL, Meta: resp.Meta, Body: resp.Body, Fetched: p.now()}, nil
}

// warnRefused says that robots.txt refuses u, and lets it pass.
func (p *program) warnRefused(ctx context.Context, engine *update.Engine, u *url.URL) error {
	d, _, err := engine.Decide(ctx, u)
	if err == nil && !d.Allowed {
		p.say("warning: %v; gemsub update would not read it", &update.RefusedError{URL: u.String(), Decision: d})
	}
	return ctx.Err() // an unreachable capsule will say so itself
}

// withHint adds to an error what the user can do about it.
func (p *program) withHint(err error) error {
	if fetch.KindOf(err) == fetch.NotFound {
		return &hintedError{err, "neither a host nor a file of that name was found"}
	}
	if hint := hintFor(update.Result{Err: err}); hint != "" {
		return &hintedError{err, hint}
	}
	return err
}

func newKeeper(db *store.Store) *keeper {
	return &keeper{
		db:    db,
		check: func(update.Result) *store.Check { return nil },
		told:  func(update.Result, store.Changes) {},
	}
}

type jsonCheck struct {
	URL      string         `json:"url"`
	Title    string         `json:"title"`
	Subtitle string         `json:"subtitle"`
	Lang     string         `json:"lang"`
	Updated  jsonTime       `json:"updated"`
	Format   string         `json:"format"`
	Entries  []checkEntry   `json:"entries"`
	Warnings []checkWarning `json:"warnings"`
}

type checkEntry struct {
	ID      string   `json:"id"`
	URL     string   `json:"url"`
	Title   string   `json:"title"`
	Updated jsonTime `json:"updated"`
}

type checkWarning struct {
	Line    int    `json:"line"`
	Code    string `json:"code"`
	Message string `json:"message"`
}

func newJSONCheck(f *feed.Feed, warnings []feed.Warning) jsonCheck {
	check := jsonCheck{
		URL: f.ID, Title: f.Title, Subtitle: f.Subtitle, Lang: f.Lang,
		Updated: jsonTime(f.Updated), Format: "gemtext",
		Entries: []checkEntry{}, Warnings: []checkWarning{}, // never null
	}
	for _, e := range f.Entries {
		check.Entries = append(check.Entries, checkEntry{e.ID, e.Link, e.Title, jsonTime(e.Updated)})
	}
	for _, w := range warnings {
		check.Warnings = append(check.Warnings, checkWarning(w))
	}
	return check
}

// printCheck shows the feed to its author: what it is called, its entries, and
// what may not be as meant. In a pipe the first word tells the lines apart.
func (p *program) printCheck(f *feed.Feed, warnings []feed.Warning) error {
	head := [][2]string{
		{"title", f.Title},
		{"subtitle", f.Subtitle},
		{"url", f.ID},
		{"lang", f.Lang},
		{"updated", f.Updated.Format(time.RFC3339)},
		{"entries", strconv.Itoa(len(f.Entries))},
	}
	for _, h := range head {
		if h[1] == "" {
			continue
		}
		if err := p.out.Field(h[0], h[1]); err != nil {
			return err
		}
	}
	if err := p.checkEntries(f.Entries); err != nil {
		return err
	}
	return p.checkWarnings(warnings)
}

func (p *program) checkEntries(entries []feed.Entry) error {
	columns := []term.Column{{Title: "DATE"}, {Title: "TITLE", Min: 20}, {Title: "LINK", Min: 20, Drop: 1}}
	if !p.out.IsTerminal() {
		columns = append([]term.Column{{}}, columns...)
	}
	t := term.NewTable(p.out, columns...)
	for _, e := range entries {
		row := []term.Cell{{Text: e.Updated.Format(time.DateOnly)}, {Text: e.Title}, {Text: e.Link, Style: term.Dim}}
		if !p.out.IsTerminal() {
			row = append([]term.Cell{{Text: "entry"}}, row...)
		}
		if err := t.Row(row...); err != nil {
			return err
		}
	}
	return t.Flush()
}

// checkWarnings prints every warning in a pipe, and for a person the first of
// each kind and where the others are.
func (p *program) checkWarnings(warnings []feed.Warning) error {
	if p.out.IsTerminal() {
		return p.warningsByCode(warnings)
	}
	for _, w := range warnings {
		if _, err := fmt.Fprintf(p.out, "warning\t%d\t%s\t%s\n", w.Line, w.Code, term.Safe(w.Message)); err != nil {
			return err
		}
	}
	return nil
}

func (p *program) warningsByCode(warnings []feed.Warning) error {
	lines := map[string][]string{}
	for _, w := range warnings {
		lines[w.Code] = append(lines[w.Code], strconv.Itoa(w.Line))
	}
	for _, w := range warnings {
		all := lines[w.Code]
		if len(all) == 0 {
			continue // told with the first of its kind
		}
		lines[w.Code] = nil
		where, more := "page", ""
		if w.Line > 0 {
			where = "line " + all[0]
		}
		if len(all) > 1 {
			more = fmt.Sprintf(" (and %d more: lines %s)", len(all)-1, some(all[1:]))
		}
		if err := p.out.Paragraph(term.Yellow, "warning: %s: %s%s", where, w.Message, more); err != nil {
			return err
		}
	}
	return nil
}

// some lists the first few.
func some(all []string) string {
	const most = 8
	if len(all) > most {
		return strings.Join(all[:most], ", ") + ", …"
	}
	return strings.Join(all, ", ")
}
