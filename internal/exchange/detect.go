package exchange

import (
	"errors"
	"slices"
	"strings"
	"unicode"

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
	found := map[Kind]int{}
	for line := range gemtext.Lines(doc) {
		switch line.Kind {
		case gemtext.Link:
			found[Gemtext]++
		case gemtext.Text:
			found[lineKind(line.Text)]++
		}
	}
	kind := slices.MaxFunc([]Kind{Lagrange, Gemtext, URLs}, func(a, b Kind) int { return found[a] - found[b] })
	if found[kind] == 0 {
		return "", errors.New("recognise subscriptions: file is of no known kind")
	}
	return kind, nil
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

// IsText reports whether a file may be one of [Kinds]: among its first 8,000 bytes
// there is no NUL, and at most each 16th character is another control character. Text
// of an unknown charset counts.
func IsText(data []byte) bool {
	const sample = 8000 // even, for UTF-16
	controls, characters := 0, 0
	text, _ := feed.DecodeXML(data[:min(len(data), sample)], "")
	for _, r := range text {
		switch {
		case r == 0:
			return false
		case unicode.IsControl(r) && !unicode.IsSpace(r):
			controls++
		}
		characters++
	}
	return controls*16 <= characters
}
