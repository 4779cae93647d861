package render

import (
	"io"
	"iter"
	"strings"

	"golang.org/x/net/html"
)

// An htmlToken is a piece of HTML that is shown, or changes how it is shown.
type htmlToken struct {
	kind htmlKind
	text string // of an htmlText, without entities
	tag         // of the others; one that ends an element has its name alone
}

type htmlKind uint8

const (
	htmlText htmlKind = iota
	htmlStart
	htmlEnd
)

// A tag begins an element.
type tag struct {
	name   string
	closed bool // it ends the element too
	attributes
}

// attributes are those that are read.
type attributes struct {
	href, src, alt string
	decoration     bool // alt is there, and empty
	hidden         bool
}

// htmlTokens yields the tokens of HTML one by one, without a tree, and leaves out
// elements that are not shown. What is left of a tag without an end is text.
func htmlTokens(text io.Reader) iter.Seq[htmlToken] {
	return func(yield func(htmlToken) bool) {
		z := html.NewTokenizer(text)
		var out skipped
		for {
			kind := z.Next()
			if kind == html.ErrorToken {
				yield(htmlToken{text: string(z.Raw())})
				return
			}
			if t, shown := readToken(z, kind, &out); shown && !yield(t) {
				return
			}
		}
	}
}

// readToken returns the token that a tokenizer found, and whether it is shown.
func readToken(z *html.Tokenizer, kind html.TokenType, out *skipped) (t htmlToken, shown bool) {
	switch kind {
	case html.TextToken:
		return htmlToken{text: string(z.Text())}, !out.any()
	case html.StartTagToken, html.SelfClosingTagToken:
		name, hasAttributes := z.TagName()
		t := tag{name: string(name), closed: kind == html.SelfClosingTagToken}
		if out.start(t.name) {
			return htmlToken{}, false
		}
		if hasAttributes {
			t.attributes = readAttributes(z)
		}
		return htmlToken{kind: htmlStart, tag: t}, !out.begin(t)
	case html.EndTagToken:
		name, _ := z.TagName()
		t := tag{name: string(name)}
		return htmlToken{kind: htmlEnd, tag: t}, !out.end(t.name)
	}
	return htmlToken{}, false
}

// readAttributes reads the attributes of a tag. HTML takes the first of each name; here
// it is the last.
func readAttributes(z *html.Tokenizer) (a attributes) {
	for more := true; more; {
		var key, value []byte
		key, value, more = z.TagAttr()
		switch string(key) {
		case "href":
			a.href = strings.TrimFunc(string(value), isHTMLSpace)
		case "src":
			a.src = strings.TrimFunc(string(value), isHTMLSpace)
		case "alt":
			a.alt = string(value)
			a.decoration = strings.TrimSpace(a.alt) == ""
		case "hidden":
			a.hidden = true
		case "style":
			style := strings.ToLower(strings.ReplaceAll(string(value), " ", ""))
			a.hidden = a.hidden || strings.Contains(style, "display:none")
		}
	}
	return a
}
