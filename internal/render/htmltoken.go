package render

import (
	"strings"

	"golang.org/x/net/html"
)

// An htmlHandler gets what HTML shows, or how that is shown, piece by piece.
type htmlHandler interface {
	addText(text string) // without entities
	start(t tag)         // of an element
	end(name string)     // of an element
	done() bool          // it wants no more
}

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

// readHTML reads HTML without making a tree, and leaves out elements that are not shown.
// What is left of a tag without an end is text.
func readHTML(text string, to htmlHandler) {
	z := html.NewTokenizer(strings.NewReader(text))
	var out skipped
	for !to.done() {
		kind := z.Next()
		if kind == html.ErrorToken {
			to.addText(string(z.Raw()))
			return
		}
		readToken(z, kind, &out, to)
	}
}

// readToken hands on what a tokenizer found, if it is shown.
func readToken(z *html.Tokenizer, kind html.TokenType, out *skipped, to htmlHandler) {
	switch kind {
	case html.TextToken:
		if !out.any() {
			to.addText(string(z.Text()))
		}
	case html.StartTagToken, html.SelfClosingTagToken:
		name, hasAttributes := z.TagName()
		t := tag{name: string(name), closed: kind == html.SelfClosingTagToken}
		if out.start(t.name) {
			return
		}
		if hasAttributes {
			t.attributes = readAttributes(z)
		}
		if !out.begin(t) {
			to.start(t)
		}
	case html.EndTagToken:
		name, _ := z.TagName()
		if name := string(name); !out.end(name) {
			to.end(name)
		}
	}
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
