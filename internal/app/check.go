package app

import (
	"io"

	"gemsub/feed"
)

// A Checked is a page as readers see it.
type Checked struct {
	Page     feed.Page
	Feed     *feed.Feed
	Fault    error // of a document that can be read all the same; nil for none
	Warnings []feed.Warning
}

// Check reads a page as a feed, without subscribing. Its error says why the page is
// none.
func Check(page feed.Page) (c Checked, err error) {
	c.Page = page
	if c.Feed, c.Fault = feed.Read(page); c.Feed == nil {
		return c, c.Fault
	}
	c.Warnings, err = feed.Lint(page)
	return c, err
}

// WriteAtom writes the page as Atom, its entries dated and linked as those of an export.
func (c Checked) WriteAtom(w io.Writer) error {
	for i, e := range c.Feed.Entries {
		if e.Updated.IsZero() {
			c.Feed.Entries[i].Updated = c.Page.Fetched
		}
		c.Feed.Entries[i].Link = publicLink(e.Link, c.Page.URL.String())
	}
	return feed.WriteAtom(w, c.Feed, c.Feed.Distinct())
}
