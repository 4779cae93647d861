package exchange

import (
	"encoding/xml"
	"strings"
)

// opmlSpace is the namespace of attributes that OPML lacks, which have the prefix gemsub:
// "format", the format of a subscription, and "title", which is "feed" if the title is the
// feed's own and not the user's.
const (
	opmlSpace    = "urn:gemsub:opml"
	titledByFeed = "feed"
)

// An outline is the attributes of an outline element that matter for subscriptions (OPML
// 2.0, Subscription lists), by their names in lower case, since programs differ.
type outline map[string]string

const outlineNames = " xmlurl title text type category iscomment gemsub:format gemsub:title "

func outlineOf(e xml.StartElement) outline {
	o := outline{}
	for _, a := range e.Attr {
		name := a.Name.Local
		if a.Name.Space != "" {
			name = a.Name.Space + ":" + name
		}
		if name = strings.ToLower(name); strings.Contains(outlineNames, " "+name+" ") {
			o[name] = strings.TrimSpace(a.Value)
		}
	}
	return o
}

// label returns what a person sees of the outline.
func (o outline) label() string {
	if clean(o["title"]) != "" {
		return o["title"]
	}
	return o["text"]
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
