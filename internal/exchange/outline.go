package exchange

import (
	"encoding/xml"
	"strings"
)

// The attributes that OPML lacks have a namespace with this prefix: "format", the format of
// a subscription, and "title", which is "feed" if the title is the feed's own and not the
// user's.
const (
	opmlPrefix = "gemsub"
	opmlSpace  = "urn:gemsub:opml"
)

// An outline holds the attributes of an outline element that matter for subscriptions
// (OPML 2.0, Subscription lists).
type outline struct {
	line     int
	xmlURL   string
	title    string
	text     string
	kind     string // the type attribute
	category string
	comment  string // the isComment attribute
	format   string // in our own namespace
	titled   string // the title attribute in our own namespace
}

// titledByFeed marks a title that the user did not give.
const titledByFeed = "feed"

// outlineOf reads an element's attributes, in any case, since programs differ.
func outlineOf(e xml.StartElement, line int) outline {
	o := outline{line: line}
	for _, a := range e.Attr {
		value := strings.TrimSpace(a.Value)
		switch name := strings.ToLower(a.Name.Local); {
		case a.Name.Space == opmlPrefix && name == "format":
			o.format = value
		case a.Name.Space == opmlPrefix && name == "title":
			o.titled = value
		case a.Name.Space != "":
		case name == "xmlurl":
			o.xmlURL = value
		case name == "title":
			o.title = value
		case name == "text":
			o.text = value
		case name == "type":
			o.kind = value
		case name == "category":
			o.category = value
		case name == "iscomment":
			o.comment = value
		}
	}
	return o
}

// label returns what a person sees of the outline.
func (o outline) label() string {
	if clean(o.title) != "" {
		return o.title
	}
	return o.text
}

// categoryTags returns the tags of one category. A category that begins with a slash
// is a path, of which each element is a tag, as each group is; any other is one tag
// (OPML 2.0, Common attributes).
func categoryTags(category string) []string {
	category = strings.TrimSpace(category)
	if path, ok := strings.CutPrefix(category, "/"); ok {
		return strings.Split(path, "/")
	}
	return []string{unescapeTag(category)}
}

// escapeTag escapes a tag for a list of categories.
func escapeTag(tag string) string {
	tag = strings.NewReplacer("%", "%25", ",", "%2C").Replace(tag)
	if rest, ok := strings.CutPrefix(tag, "/"); ok {
		return "%2F" + rest
	}
	return tag
}

// unescapeTag reverses escapeTag and leaves other percent signs alone.
func unescapeTag(tag string) string {
	if !strings.Contains(tag, "%") {
		return tag
	}
	return strings.NewReplacer("%25", "%", "%2C", ",", "%2F", "/").Replace(tag)
}
