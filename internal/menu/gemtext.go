package menu

import (
	"net/url"
	"strings"
)

// fence begins and ends preformatted text in gemtext.
const fence = "```"

// Gemtext returns a menu as a text/gemini document: items with a target as link lines,
// text between them as preformatted text, since it may have columns and drawings.
// Control characters stay.
func Gemtext(base *url.URL, body []byte) string {
	var b strings.Builder
	var text []string
	for item := range Items(base, body) {
		link := item.URL(base)
		if link == "" {
			text = append(text, item.Label)
			continue
		}
		writeText(&b, text)
		text = text[:0]
		b.WriteString("=> " + link + " " + strings.TrimSpace(item.Label) + "\n")
	}
	writeText(&b, text)
	return b.String()
}

// writeText writes lines of text. Blank lines around them need no fence.
func writeText(b *strings.Builder, lines []string) {
	for len(lines) > 0 && strings.TrimSpace(lines[0]) == "" {
		b.WriteString("\n")
		lines = lines[1:]
	}
	blank := 0
	for len(lines) > 0 && strings.TrimSpace(lines[len(lines)-1]) == "" {
		lines, blank = lines[:len(lines)-1], blank+1
	}
	if len(lines) > 0 {
		b.WriteString(fence + "\n")
		for _, line := range lines {
			if strings.HasPrefix(line, fence) {
				line = " " + line
			}
			b.WriteString(line + "\n")
		}
		b.WriteString(fence + "\n")
	}
	b.WriteString(strings.Repeat("\n", blank))
}
