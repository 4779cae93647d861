package feed

import (
	"net/url"
	"slices"
	"strings"
	"unicode"

	"gemsub/gemtext"
	"gemsub/internal/address"
)

// Candidates returns the links of a gemtext page or menu that may lead to a feed: links whose file
// name or label contains a word such as feed, gemlog or posts. The folder's name counts only for
// links to a menu, because a post in gemlog/ is not a feed.
//
// Candidates are absolute URLs of supported schemes. Links on the page's own authority come first;
// otherwise the page's order stays. Candidates reads only the first maxCollected links, and returns
// none for pages of other types.
func Candidates(p Page) []string {
	d := newDocument(p)
	if !d.meta.isGemtext() && !d.meta.isMenu() {
		return nil
	}
	doc, _ := d.decodeText()
	var near, far []string
	seen := map[string]bool{}
	for line := range gemtext.Lines(doc) {
		if len(seen) == maxCollected {
			break
		}
		link := resolve(p.URL, line.URL)
		if link == "" || seen[link] { // lines other than links have no URL
			continue
		}
		seen[link] = true
		u, err := url.Parse(link)
		if err != nil || !address.IsSupported(u.Scheme) {
			continue
		}
		name := fileName(link)
		if kind, selector := address.Selector(u); address.IsGopher(u) && kind == address.TypeMenu {
			name = selector
		}
		if !saysFeed(name) && !saysFeed(line.Text) {
			continue
		}
		if u.Host == p.URL.Host {
			near = append(near, link)
		} else {
			far = append(far, link)
		}
	}
	return slices.Concat(near, far)
}

// feedWords are the words that authors use for pages that list posts.
const feedWords = " feed feeds atom rss gemlog glog gemlogs log logs blog blogs phlog phlogs tinylog posts articles journal diary news updates "

// saysFeed reports whether s contains one of the feedWords.
func saysFeed(s string) bool {
	words := strings.FieldsFunc(strings.ToLower(s), func(r rune) bool { return !unicode.IsLetter(r) })
	return slices.ContainsFunc(words, func(word string) bool {
		return strings.Contains(feedWords, " "+word+" ")
	})
}
