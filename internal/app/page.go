package app

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"net/url"
	"path"
	"strings"
	"time"

	"gemsub/feed"
	"gemsub/internal/address"
	"gemsub/internal/fetch"
	"gemsub/internal/publish"
	"gemsub/internal/shell"
	"gemsub/internal/update"
	"gemsub/internal/words"
)

// Page requests the page at u for a person, even if robots.txt refuses it. The notices say, among
// other things, if robots.txt refuses the page to an update. If the host is unknown, the error
// hints that u may have been meant as a file.
func (a *App) Page(ctx context.Context, u *url.URL) (page feed.Page, notices []string, err error) {
	answer, notices, err := a.askOnce(ctx, update.Request{URL: u, Purpose: update.ForPerson})
	if fetch.KindOf(err) == fetch.UnknownHost {
		err = words.WithHint(err, "neither a host nor a file of that name was found")
	}
	if err != nil {
		return page, notices, named(u.String(), err)
	}
	if answer.Cut {
		notices = append(notices, "warning: the capsule ended the connection without close_notify, so the page may be cut short")
	}
	return a.pageOf(answer), notices, nil
}

// askOnce makes a request as ask does, in a session of its own, which it closes.
func (a *App) askOnce(ctx context.Context, want update.Request) (answer update.Answer, notices []string, err error) {
	session := a.engine(&engineStore{}, RequestOptions{}).NewSession()
	answer, notices, err = a.ask(ctx, session, want)
	return answer, notices, cmp.Or(session.Close(ctx), err)
}

// ask makes a request for a person. Its notices include the refusals of robots.txt, which it does
// not obey. There may be notices beside an error.
func (a *App) ask(ctx context.Context, session *update.Session, want update.Request) (answer update.Answer, notices []string, err error) {
	answer, err = session.Get(ctx, want)
	for _, refused := range answer.Refusals {
		notices = append(notices, fmt.Sprintf("warning: %v; gemsub update would not read it", refused))
	}
	notices = append(notices, answer.Notices...)
	if err != nil {
		err = a.refusal(ctx, err)
	}
	return answer, notices, err
}

// pageOf returns the document of an answer, as fetched now.
func (a *App) pageOf(answer update.Answer) feed.Page {
	return feed.Page{URL: answer.URL, Meta: answer.Meta, Body: answer.Body, Fetched: a.Now()}
}

// A PageReport is a page as readers see it.
type PageReport struct {
	Page     feed.Page
	Feed     *feed.Feed
	Fault    error // of a document that could be read in spite of it; nil for none
	Warnings []feed.Warning
}

// Check reads a page as a feed, without subscribing. Its error says why the page is no feed.
func Check(page feed.Page) (c PageReport, err error) {
	c.Page = page
	if c.Feed, c.Fault = feed.Read(page); c.Feed == nil {
		if media, ok := errors.AsType[*feed.MediaTypeError](c.Fault); ok && media.IsDated {
			return c, words.WithHint(c.Fault, fmt.Sprintf("gemsub check %s --as gemtext reads its dated links", shell.Quote(page.URL.String())))
		}
		return c, c.Fault
	}
	c.Warnings, err = feed.Lint(page)
	return c, err
}

// WriteAtom writes the feed as Atom. In c.Feed too, it gives undated entries the time of the fetch,
// and replaces links that must not be published by the page's URL.
func (c PageReport) WriteAtom(w io.Writer) error {
	for i, e := range c.Feed.Entries {
		if e.Updated.IsZero() {
			c.Feed.Entries[i].Updated = c.Page.Fetched
		}
		c.Feed.Entries[i].Link = publicLink(e.Link, c.Page.URL.String())
	}
	return publish.Document{Feed: c.Feed, Entries: c.Feed.DistinctEntries()}.Write(w, "atom")
}

// maxCandidates is how many links of a page that is no feed are suggested.
const maxCandidates = 3

// An EmptyPage describes a page without entries, and suggests what to subscribe to instead.
type EmptyPage struct {
	URL        string // after redirects
	Why        string
	IsFeed     bool     // Atom, RSS or JSON: there is nothing else to subscribe to
	Links      int      // how many entries it has if read as links
	DatedLinks int      // how many of them have a date
	Headings   int      // how many entries it has if read by headings
	NearMisses int      // how many lines are almost entries
	Index      string   // the folder, if the page may be a single post, else ""
	Candidates []string // URLs that may have entries
}

// emptyPage explains why a page has no entries, and suggests what to subscribe to in its place.
// It suggests nothing for a feed format: such a page is what the user meant, though it has no
// entries yet.
func emptyPage(page feed.Page, format feed.Format) *EmptyPage {
	empty := &EmptyPage{URL: page.URL.String(), Why: format.NoEntriesText()}
	if format.IsSyndicated() {
		empty.IsFeed = true
		return empty
	}
	empty.Links, empty.DatedLinks = countAs(page, feed.Links)
	empty.Headings, _ = countAs(page, feed.Headings)
	warnings, _ := feed.Lint(page) // a page that was read has no error
	for _, w := range warnings {
		if w.Line > 0 && strings.HasPrefix(w.Code, "date-") {
			empty.NearMisses++
		}
	}
	empty.Index = indexOf(page.URL)
	for _, url := range feed.Candidates(page) {
		if url != empty.Index && len(empty.Candidates) < maxCandidates {
			empty.Candidates = append(empty.Candidates, url)
		}
	}
	return empty
}

// countAs returns how many entries a page has when it is read in a format, and how many of them are
// dated; both are 0 if it cannot be read so.
func countAs(page feed.Page, format feed.Format) (entries, dated int) {
	page.Format, page.Detected = format, false
	f, err := feed.Read(page)
	if err != nil {
		return 0, 0
	}
	for _, e := range f.Entries {
		if !e.Updated.IsZero() {
			dated++
		}
	}
	return len(f.Entries), dated
}

// indexOf returns the folder of a page that may be a post, "" if the page looks like an index
// itself. In Gopher a folder is a menu, with another item type than a text.
func indexOf(u *url.URL) string {
	if address.IsGopher(u) {
		kind, selector := address.Selector(u)
		folder, name := path.Split(selector)
		if name == "" || folder == "" && kind == address.TypeMenu {
			return ""
		}
		menu, err := address.GopherURL(u.Scheme, u.Hostname(), u.Port(), address.TypeMenu, folder)
		if err != nil {
			return ""
		}
		return menu.String()
	}
	folder, name := path.Split(u.Path)
	if folder == "/" || name == "" || strings.HasPrefix(name, "index.") {
		return ""
	}
	return u.ResolveReference(&url.URL{Path: folder}).String()
}

const (
	// maxProbes is how many links of a page Discover requests.
	maxProbes = 10
	// discoverTime bounds the requests of Discover.
	discoverTime = 90 * time.Second
)

// A FoundPage is a page that can be subscribed to.
type FoundPage struct {
	URL     string
	Format  string
	Title   string
	Entries int
	Newest  time.Time // zero without a dated entry
}

// Discover finds what can be subscribed to from the page at u: the page itself, and up to 10 pages
// that it links to under a name like feed, gemlog or posts, in 90 s. It requests the first page for
// a person, and the others as an update does, obeying robots.txt. If one of these fails, that is no
// error. The notices name those that robots.txt refuses, and count those not looked at.
func (a *App) Discover(ctx context.Context, u *url.URL) (found []FoundPage, notices []string, err error) {
	session := a.engine(&engineStore{}, RequestOptions{}).NewSession()
	defer func() { err = cmp.Or(session.Close(ctx), err) }()
	timed, cancel := context.WithTimeout(ctx, discoverTime)
	defer cancel()
	answer, notices, err := a.ask(timed, session, update.Request{URL: u, Purpose: update.ForPerson})
	if update.IsNetworkDown(err) {
		return nil, notices, words.WithHint(ErrNoNetwork, a.networkHint(ErrNoNetwork))
	}
	if fetch.KindOf(err) == fetch.ConnectionRefused && !address.IsGopher(u) {
		err = words.WithHint(err, fmt.Sprintf("gemsub discover gopher://%s/ asks over Gopher", u.Hostname()))
	}
	if err != nil {
		return nil, notices, named(u.String(), err)
	}
	page := a.pageOf(answer)
	f, err := feed.Read(page)
	if f == nil {
		return nil, notices, err
	}
	found = appendFound(nil, u, f)
	var linked []*url.URL
	for _, url := range feed.Candidates(page) {
		if link, err := address.Parse(url); err == nil && url != u.String() {
			linked = append(linked, link)
		}
	}
	looked := 0
	for _, link := range linked[:min(len(linked), maxProbes)] {
		linkedTo, err := session.Get(timed, update.Request{URL: link, Purpose: update.ForPost, From: answer.Origin})
		if timed.Err() != nil {
			break
		}
		looked++
		if err == nil {
			f, _ := feed.Read(a.pageOf(linkedTo)) // in spite of an error, the part that could be read counts
			found = appendFound(found, link, f)
		} else if _, ok := errors.AsType[*update.DisallowedError](err); ok {
			notices = append(notices, err.Error())
		}
	}
	if looked < len(linked) {
		notice := fmt.Sprintf("%d of %d linked pages looked at", looked, len(linked))
		if timed.Err() != nil {
			notice += " in " + words.SpanInWords(discoverTime)
		}
		notices = append(notices, notice)
	}
	return found, notices, context.Cause(ctx)
}

// appendFound appends the feed f, which was read at u, if it has entries.
func appendFound(all []FoundPage, u *url.URL, f *feed.Feed) []FoundPage {
	if f == nil || len(f.Entries) == 0 {
		return all
	}
	return append(all, FoundPage{
		URL: u.String(), Format: string(f.Format), Title: f.Title, Entries: len(f.Entries), Newest: f.Entries[0].Updated,
	})
}
