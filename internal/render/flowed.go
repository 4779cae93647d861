package render

import (
	"fmt"
	"iter"
	"strings"

	"gemsub/internal/address"
	"gemsub/internal/term"
)

// flowedWidth is how wide the lines of flowed text are, in columns (RFC 3676, section
// 4.2, wants at most 78 characters).
const flowedWidth = 72

// maxLinkList is how many bytes of URLs stand below a text for mail: a link of two
// characters can lead to a URL of two kilobytes.
const maxLinkList = 256 << 10

// Flowed yields the lines of the document as text for mail, format=flowed (RFC 3676):
// the lines of a paragraph except the last one end in a space, so that programs for
// mail can fill them anew. Quotes begin with one ">" for each level. Where a line could
// be taken for something else, a space stands before it. The links have numbers, and
// are listed below the text.
func (d Document) Flowed() iter.Seq[string] {
	return func(yield func(string) bool) {
		var links []Link
		blocks, _ := d.read()
		for b := range blocks {
			for _, s := range b.spans {
				if s.link != nil {
					links = append(links, *s.link)
				}
			}
			for _, line := range b.flowed() {
				if !yield(line) {
					return
				}
			}
		}
		for _, line := range listed(links) {
			if !yield(line) {
				return
			}
		}
	}
}

// flowed returns the lines of a block.
func (b block) flowed() (lines []string) {
	first, rest, _ := b.begin()
	level := strings.Count(rest, quoteMark)
	text := strings.NewReplacer(quoteMark, "", fenceMark+" ", "").Replace(first) + b.text()
	lines = []string{text}
	if b.flow == wrapped {
		lines = term.Wrap(text, flowedWidth-level-1)
	}
	for i, line := range lines {
		line = strings.TrimRight(line, " ")
		if i < len(lines)-1 {
			line += " "
		}
		lines[i] = stuffed(line, level)
	}
	if b.gap {
		return append([]string{""}, lines...)
	}
	return lines
}

// stuffed is a line with its quote marks, and with a space where it needs one (RFC
// 3676, sections 4.4 and 4.5).
func stuffed(line string, level int) string {
	needs := level > 0 && line != "" || strings.HasPrefix(line, " ") || strings.HasPrefix(line, ">") || strings.HasPrefix(line, "From ")
	if needs {
		line = " " + line
	}
	return strings.Repeat(">", level) + line
}

// listed are an empty line and a line for each link; none where there are no links.
func listed(links []Link) (lines []string) {
	size := 0
	for i, link := range links {
		target := term.Cut(term.Safe(address.WithoutUser(link.URL)), maxTarget)
		if size += len(target); size > maxLinkList {
			return append(lines, fmt.Sprintf("and %d more links", len(links)-i))
		}
		if i == 0 {
			lines = append(lines, "")
		}
		lines = append(lines, fmt.Sprintf("[%d] %s", i+1, target))
	}
	return lines
}
