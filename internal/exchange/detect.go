package exchange

import (
	"errors"
	"fmt"
	"strings"

	"gemsub/feed"
	"gemsub/gemtext"
)

// Detect returns a file's kind by its content. For lists it is the kind of most lines,
// so a few bad lines do not matter. It fails if the file looks like none of [Kinds].
func Detect(data []byte) (Kind, error) {
	doc, _ := feed.DecodeXML(data[:min(len(data), MaxSize)], "")
	doc = strings.TrimSpace(doc)
	switch {
	case doc == "":
		return "", errors.New("recognise subscriptions: file is empty")
	case doc[0] == '<':
		if strings.Contains(strings.ToLower(doc), "<opml") {
			return OPML, nil
		}
		return "", errors.New("recognise subscriptions: file is XML or HTML, but not OPML")
	case doc[0] == '{' && (strings.Contains(doc, `"feeds"`) || strings.Contains(doc, `"pages"`)):
		return Amfora, nil
	}
	kind, count := Kind(""), 0
	found := countLines(doc)
	for _, k := range []Kind{Lagrange, Gemtext, URLs} {
		if found[k] > count {
			kind, count = k, found[k]
		}
	}
	if count == 0 {
		return "", fmt.Errorf("recognise subscriptions: file is none of %s", kindList())
	}
	return kind, nil
}

// countLines counts the lines that only one kind of file has.
func countLines(doc string) map[Kind]int {
	found := map[Kind]int{}
	for line := range gemtext.Lines(doc) {
		switch {
		case line.Kind == gemtext.Link:
			found[Gemtext]++
		case line.Kind == gemtext.Text:
			found[lineKind(line.Text)]++
		}
	}
	return found
}

// lineKind returns the only kind of file that has such a line, "" for none.
func lineKind(line string) Kind {
	if header, ok := tableHeader(line); ok && strings.Trim(header, "0123456789") == "" {
		return Lagrange
	}
	if key, _, ok := strings.Cut(line, "="); ok && strings.TrimSpace(key) == "recentfolder" {
		return Lagrange
	}
	words := splitWords(strings.TrimSpace(line))
	if len(words) == 0 {
		return ""
	}
	scheme, rest, ok := cutScheme(words[0])
	if ok && (strings.HasPrefix(rest, "//") || scheme == "query" || scheme == "exec" || scheme == "filter") {
		return URLs
	}
	if len(words) == 1 && withScheme(words) != words[0] {
		return URLs
	}
	return ""
}
