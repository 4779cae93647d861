package render

import (
	"iter"
	"net/url"
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
	base := new(url.URL)
	for {
		at := strings.Index(text, "://")
		if at < 0 {
			return
		}
		begin := at - schemeLength(text[:at])
		end := at + len("://")
		if n := strings.IndexAny(text[end:], " \t\r\n<>\"`{}|\\^"); n >= 0 {
			end += n
		} else {
			end = len(text)
		}
		raw := strings.TrimRight(text[begin:end], ".,;:!?'*)]")
		text = text[end:]
		if begin == at || len(raw) > maxTarget {
			continue
		}
		if u, err := address.Resolve(base, raw); err == nil && u.Host != "" && !yield(u) {
			return
		}
	}
}

// schemeLength is the length of the scheme at the end of s.
func schemeLength(s string) int {
	n := 0
	for n < len(s) && n < 16 {
		c := s[len(s)-n-1] | 0x20
		if c < 'a' || c > 'z' {
			break
		}
		n++
	}
	return n
}
