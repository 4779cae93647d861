package feed

import (
	"strings"

	"golang.org/x/net/html"
)

// htmlText returns the text of HTML. Elements that are not inline leave a space.
func htmlText(s string) string {
	if !strings.ContainsAny(s, "<&") {
		return s
	}
	var b strings.Builder
	z := html.NewTokenizer(strings.NewReader(s))
	hidden := false
	for {
		switch kind := z.Next(); kind {
		case html.ErrorToken:
			return b.String()
		case html.TextToken:
			if !hidden {
				b.Write(z.Text())
			}
		case html.StartTagToken, html.EndTagToken, html.SelfClosingTagToken:
			tag, _ := z.TagName()
			name := string(tag)
			if name == "script" || name == "style" {
				hidden = kind == html.StartTagToken
			}
			if !strings.Contains(inlineTags, " "+name+" ") {
				b.WriteByte(' ')
			}
		}
	}
}

// inlineTags are the inline elements.
const inlineTags = " a abbr b bdi bdo big cite code del dfn em font i ins kbd mark q s samp small span strike strong sub sup tt u var "
