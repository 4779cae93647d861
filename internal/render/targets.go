package render

import (
	"iter"
	"net/url"
	"regexp"
	"strings"

	"gemsub/internal/address"
)

// Targets yields the URLs that the document links to, in its order and as often as it
// does. In plain text, which has no links, these are the URLs that stand in it.
func (d Document) Targets() iter.Seq[*url.URL] {
	return func(yield func(*url.URL) bool) {
		blocks, plain := d.read()
		if plain {
			plainTargets(d.Text, yield)
			return
		}
		for _, link := range linksOf(blocks) {
			if u, err := url.Parse(link.URL); err == nil && u.Host != "" && !yield(u) {
				return
			}
		}
	}
}

// plainTargets yields the URLs in a text: what begins with a scheme and "://", up to
// white space or a bracket, without the punctuation of the sentence at its end.
func plainTargets(text string, yield func(*url.URL) bool) {
	base, pattern := new(url.URL), regexp.MustCompile("[A-Za-z]{1,16}://[^ \\t\\r\\n<>\"`{}|\\\\^]*")
	for at := pattern.FindStringIndex(text); at != nil; at = pattern.FindStringIndex(text) {
		raw := strings.TrimRight(text[at[0]:at[1]], ".,;:!?'*)]")
		text = text[at[1]:]
		if len(raw) > maxTarget {
			continue
		}
		if u, err := address.Resolve(base, raw); err == nil && u.Host != "" && !yield(u) {
			return
		}
	}
}
