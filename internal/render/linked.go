package render

import (
	"gemsub/feed"
	"gemsub/internal/address"
)

// Bounds of the links of a post that are kept, so that no author can fill the database.
const (
	maxLinkedPages = 100     // distinct pages
	maxLinkedURL   = 2 << 10 // bytes of one URL
	maxLinkedURLs  = 8 << 10 // bytes of all
)

// LinkedPages returns the pages to which the post behind an entry's link leads, up to the bounds
// above. It leaves out pages of the post's own author: the author of the URL where it was read, or
// of the link if its feed carried the post. Pages without a clear path, see [address.HasClearPath],
// link to none, and none links to them.
func (d Document) LinkedPages(link string) (linked feed.LinkedPages) {
	if !d.FromFeed {
		link = d.URL
	}
	own := address.PageKey(link)
	seen, bytes, authors := map[string]bool{own: true, "": true}, 0, map[string]bool{}
	for to := range d.Targets() {
		plain := *to
		plain.User, plain.Fragment, plain.RawFragment = nil, "", ""
		target := plain.String()
		page := address.PageKey(target)
		if seen[page] || len(target) > maxLinkedURL {
			continue
		}
		if bytes += len(target); len(seen) == maxLinkedPages+2 || bytes > maxLinkedURLs {
			break
		}
		seen[page] = true
		author := address.AuthorOf(page)
		if author == address.AuthorOf(own) || !address.HasClearPath(target) || !address.HasClearPath(link) {
			continue
		}
		if to.Scheme != "http" && to.Scheme != "https" {
			authors[author] = true
		}
		linked.Pages = append(linked.Pages, feed.LinkedPage{Page: page, URL: target})
	}
	linked.Authors = len(authors)
	return linked
}
