package render

import (
	"fmt"
	"iter"
	"strings"

	"gemsub/gemtext"
	"gemsub/internal/term"
)

// gemtextBlocks reads gemtext, in which each line is a block.
func gemtextBlocks(text string, links *linker) iter.Seq[block] {
	return func(yield func(block) bool) {
		for line := range gemtext.Lines(text) {
			if line.Kind == gemtext.Toggle && line.Text == "" {
				continue
			}
			b := gemtextBlock(line)
			if line.Kind == gemtext.Link && line.URL != "" {
				if link := links.link(line.URL, line.Text); link != nil {
					b = linkBlock(links.count, link)
				}
			}
			if !yield(b) {
				return
			}
		}
	}
}

// gemtextBlock returns the block of a line that is no link.
func gemtextBlock(line gemtext.Line) block {
	switch line.Kind {
	case gemtext.Heading:
		return headingBlock(line.Level, line.Text)
	case gemtext.ListItem:
		return block{first: bullet, rest: "  ", text: line.Text}
	case gemtext.Quote:
		return block{first: quoteMark, rest: quoteMark, text: line.Text}
	case gemtext.Toggle: // what preformatted text shows, in words
		return block{text: line.Text, style: term.Dim}
	case gemtext.Preformatted:
		return block{text: line.Text, flow: preformatted}
	case gemtext.Link: // to nowhere
		return block{text: strings.TrimSpace("=> " + line.URL + " " + line.Text)}
	}
	return block{text: line.Text}
}

// What items of lists and lines of quotes begin with.
const (
	bullet    = "• "
	quoteMark = "> "
)

func headingBlock(level int, text string) block {
	mark := strings.Repeat("#", level) + " "
	return block{first: mark, rest: strings.Repeat(" ", len(mark)), text: text, style: term.Bold}
}

// linkBlock returns a link on a line of its own.
func linkBlock(number int, link *Link) block {
	mark := fmt.Sprintf("[%d] ", number)
	text := link.Label
	if text == "" {
		text = readable(link.URL)
	}
	return block{first: mark, rest: strings.Repeat(" ", len(mark)), text: text, link: link}
}

// plainBlocks reads plain text.
func plainBlocks(text string) iter.Seq[block] {
	return func(yield func(block) bool) {
		for line := range strings.Lines(text) {
			if !yield(block{text: strings.TrimRight(line, "\r\n"), flow: standing}) {
				return
			}
		}
	}
}
