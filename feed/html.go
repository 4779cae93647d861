package feed

import (
	"strings"

	"golang.org/x/net/html"
)

// htmlText returns the text of HTML without scripts and styles. It removes the tags of inline
// elements. The tags of other elements become a space. A tag unknown to HTML, as in "Vec<T>", is
// text.
func htmlText(s string) string {
	if !strings.Contains(s, "<") {
		return html.UnescapeString(s)
	}
	var b strings.Builder
	z := html.NewTokenizer(strings.NewReader(s))
	hidden := false
	for {
		switch kind := z.Next(); kind {
		case html.ErrorToken:
			b.Write(z.Raw()) // an unfinished tag
			return b.String()
		case html.TextToken:
			if !hidden {
				b.Write(z.Text())
			}
		case html.StartTagToken, html.EndTagToken, html.SelfClosingTagToken:
			raw := string(z.Raw()) // TagName changes it
			name, _ := z.TagName()
			if tag := string(name); tag == "script" || tag == "style" {
				hidden = kind == html.StartTagToken
			}
			b.WriteString(tagText(string(name), raw))
		}
	}
}

// tagText returns what replaces a tag: "" if inline, a space if not, raw if HTML has no such tag.
func tagText(name, raw string) string {
	_, local, prefixed := strings.Cut(name, ":") // XHTML in a feed may have a prefix
	if prefixed {
		name = local
	}
	switch {
	case strings.Contains(inlineTags, " "+name+" "):
		return ""
	case strings.Contains(otherTags, " "+name+" "):
		return " "
	}
	return raw
}

// inlineTags are the inline elements of HTML, otherTags all others, including obsolete ones.
const (
	inlineTags = " a abbr b bdi bdo big cite code del dfn em font i ins kbd mark q s samp small span strike strong sub sup tt u var "
	otherTags  = " acronym address applet area article aside audio base basefont blink blockquote body br button canvas caption" +
		" center col colgroup data datalist dd details dialog dir div dl dt embed fieldset figcaption figure footer form" +
		" frame frameset h1 h2 h3 h4 h5 h6 head header hgroup hr html iframe image img input label legend li link main map" +
		" marquee math menu meta meter nav nobr noembed noframes noscript object ol optgroup option output p param picture" +
		" plaintext pre progress rp rt ruby script search section select slot source style summary svg table tbody td" +
		" template textarea tfoot th thead time title tr track ul video wbr xmp "
)

// PlainText returns the words of a post: its text without HTML tags.
func PlainText(mediaType, text string) string {
	if mediaType == "text/html" || mediaType == "application/xhtml+xml" {
		return htmlText(text)
	}
	return text
}
