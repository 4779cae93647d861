package app

import (
	"net/url"
	"path"
	"strings"

	"gemsub/feed"
	"gemsub/internal/address"
	"gemsub/internal/model"
)

// maxCandidates is how many links of a page that is no feed are suggested.
const maxCandidates = 3

// emptyPage says what was looked for on a page, and what could be subscribed to
// in its place. A feed is what was meant, though it has no entries yet.
func emptyPage(page feed.Page, format feed.Format) *model.EmptyPage {
	empty := &model.EmptyPage{URL: page.URL.String(), Why: format.NoEntries()}
	if format.IsSyndicated() {
		empty.IsFeed = true
		return empty
	}
	empty.Links, empty.Headings = countAs(page, feed.Links), countAs(page, feed.Headings)
	empty.NearMisses, empty.Index = countNearMisses(page), indexOf(page.URL)
	for _, c := range feed.Candidates(page) {
		if c.URL != empty.Index && len(empty.Candidates) < maxCandidates {
			empty.Candidates = append(empty.Candidates, c.URL)
		}
	}
	return empty
}

// countAs returns how many entries a page has when it is read in a format.
func countAs(page feed.Page, format feed.Format) int {
	page.Format, page.Found = format, false
	f, err := feed.Read(page)
	if err != nil {
		return 0
	}
	return len(f.Entries)
}

// countNearMisses returns how many lines of a page nearly are entries.
func countNearMisses(page feed.Page) (n int) {
	warnings, err := feed.Lint(page)
	if err != nil {
		return 0
	}
	for _, w := range warnings {
		if w.Line > 0 && strings.HasPrefix(w.Code, "date-") {
			n++
		}
	}
	return n
}

// indexOf returns the folder that a page may be a post of, "" if it looks like an index
// itself.
func indexOf(u *url.URL) string {
	if address.IsGopher(u) {
		return menuOf(u)
	}
	folder, name := path.Split(u.Path)
	if folder == "/" || name == "" || strings.HasPrefix(name, "index.") {
		return ""
	}
	return u.ResolveReference(&url.URL{Path: folder}).String()
}

// menuOf is indexOf over Gopher, where a folder is a menu and has another item type
// than a text.
func menuOf(u *url.URL) string {
	kind, selector := address.Selector(u)
	folder, name := path.Split(selector)
	if name == "" || folder == "" && kind == address.Menu {
		return ""
	}
	there, err := address.GopherURL(u.Scheme, u.Hostname(), u.Port(), address.Menu, folder)
	if err != nil {
		return ""
	}
	return there.String()
}
