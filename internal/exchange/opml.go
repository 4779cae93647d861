package exchange

import (
	"cmp"
	"encoding/xml"
	"errors"
	"net/url"
	"slices"
	"strings"

	"gemsub/feed"
	"gemsub/internal/model"
	"gemsub/internal/words"
)

// readOPML reads outlines (OPML 2.0, Subscription lists), up to a fault after which reading cannot
// continue. readOPML fails if there is no opml element. The XMLReader returns names in lower case,
// returns the name of the root element as namespace, and bounds the nesting.
func (l *List) readOPML(doc string) error {
	isOPML, isGroup := false, false
	tags := [][]string{nil} // of the feeds inside each open element
	reader := feed.NewXMLReader(doc)
	token, err := reader.Token()
	for ; err == nil; token, err = reader.Token() {
		switch t := token.(type) {
		case xml.StartElement:
			inner := tags[len(tags)-1]
			isOPML, isGroup = t.Name.Space == "opml", false
			if isOPML && t.Name.Local == "outline" {
				isGroup, inner = l.addOutline(reader.Line(), t, inner)
			}
			tags = append(tags, inner)
		case xml.EndElement:
			if isGroup {
				l.Skipped["outline without xmlUrl"]++
			}
			isGroup, tags = false, tags[:len(tags)-1]
		}
	}
	if !isOPML {
		return errors.New("the document has no opml element")
	}
	if fault, isFault := errors.AsType[*feed.SyntaxError](err); isFault {
		l.addProblem(fault.Line, "", "XML is not well-formed: "+words.SafeTitle(fault.Message, maxExcerpt))
	}
	return nil
}

// addOutline adds an outline as a subscription. tags are the names of the groups around it.
//   - Without an xmlUrl the outline is a group, and inner are the tags for the feeds inside: tags
//     and the group's name.
//   - Categories are tags too. A category that is a path becomes one tag for each element.
//   - Two attributes are in gemsub's own namespace: "format", and "title". The latter is "feed" if
//     the title is the feed's and not the user's.
func (l *List) addOutline(line int, outline xml.StartElement, tags []string) (isGroup bool, inner []string) {
	const gemsub = "urn:gemsub:opml"
	s := model.Subscription{
		URL:   attribute(outline, "", "xmlurl"),
		Title: cmp.Or(attribute(outline, "", "title"), attribute(outline, "", "text")),
		Tags:  tags,
	}
	if s.URL == "" {
		return true, addTag(tags, s.Title)
	}
	if format := attribute(outline, gemsub, "format"); slices.Contains(feed.Formats(), feed.Format(format)) {
		s.Format = format
	}
	if attribute(outline, gemsub, "title") == "feed" {
		s.Title, s.FeedTitle = "", s.Title
	}
	for category := range strings.FieldsFuncSeq(attribute(outline, "", "category"), isSeparator) {
		if tag, err := url.PathUnescape(category); err == nil {
			category = tag
		}
		s.Tags = addTag(s.Tags, category)
	}
	l.add(line, s)
	return false, tags
}

// isSeparator reports whether r separates categories, or the elements of a category's path.
func isSeparator(r rune) bool { return r == ',' || r == '/' }

// attribute returns the value of an attribute, "" if there is none.
func attribute(e xml.StartElement, space, name string) string {
	for _, a := range e.Attr {
		if a.Name.Space == space && a.Name.Local == name {
			return strings.TrimSpace(a.Value)
		}
	}
	return ""
}
