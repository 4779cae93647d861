package render

import (
	"iter"
	"slices"
	"strings"

	"gemsub/gemtext"
	"gemsub/internal/term"
)

// gemtextBlocks reads gemtext, in which each line is a block. Lines of one kind that
// follow each other are in the same paragraph, list, quote or preformatted text: many
// authors break their lines.
func gemtextBlocks(text string, links *linker) iter.Seq[block] {
	return func(yield func(block) bool) {
		var around []*frame // the line before
		var last gemtext.Kind
		for line := range gemtext.Lines(text) {
			around = gemtextFrames(line, around, line.Kind == last)
			last = line.Kind
			if line.Kind == gemtext.Toggle && line.Text == "" {
				continue
			}
			b := block{frames: around, spans: []span{{text: line.Text}}}
			switch {
			case line.Kind == gemtext.Preformatted:
				b.flow = preformatted
			case line.Kind == gemtext.Link:
				b.spans[0] = links.span(line.URL, line.Text)
			}
			if !yield(b) {
				return
			}
		}
	}
}

// What items of lists and lines of quotes begin with.
const (
	bullet    = "• "
	quoteMark = "> "
)

// gemtextFrames returns the elements around a line. It goes on in those around the line
// before where that is of the same kind.
func gemtextFrames(line gemtext.Line, around []*frame, same bool) []*frame {
	goesOn := same && len(around) > 0
	if strings.TrimSpace(line.Text) == "" && (line.Kind == gemtext.Text || line.Kind == gemtext.Heading || line.Kind == gemtext.Toggle) {
		return nil
	}
	switch line.Kind {
	case gemtext.Heading:
		return []*frame{headingFrame(line.Level)}
	case gemtext.ListItem:
		list := &frame{tag: "ul"}
		if goesOn {
			list = around[0]
		}
		return []*frame{list, {tag: "li", first: bullet, rest: "  "}}
	case gemtext.Toggle: // what preformatted text shows, in words
		return []*frame{{tag: "figure"}, {tag: "figcaption", first: fenceMark + " ", rest: "    ", style: term.Dim}}
	case gemtext.Preformatted:
		if !same && len(around) > 0 && around[0].tag == "figure" {
			return []*frame{around[0], {tag: "pre", style: term.Preformatted}}
		}
	}
	switch {
	case goesOn:
		return slices.Clip(around)
	case line.Kind == gemtext.Quote:
		return []*frame{{tag: "blockquote", first: quoteMark, rest: quoteMark, style: term.Quote}, {tag: "p"}}
	case line.Kind == gemtext.Preformatted:
		return []*frame{{tag: "pre", style: term.Preformatted}}
	}
	return []*frame{{tag: "p"}}
}

func headingFrame(level int) *frame {
	mark := strings.Repeat("#", level) + " "
	return &frame{tag: "h" + string(rune('0'+level)), first: mark, rest: strings.Repeat(" ", len(mark)), style: term.Heading}
}

// plainBlocks reads plain text, below a note about it.
func plainBlocks(note, text string) iter.Seq[block] {
	return func(yield func(block) bool) {
		if note != "" && !yield(block{frames: []*frame{{tag: "p"}}, spans: []span{{text: note}}}) {
			return
		}
		gap, around := note != "", []*frame{{tag: "pre"}}
		for line := range strings.Lines(text) {
			if !yield(block{flow: standing, gap: gap, frames: around, spans: []span{{text: strings.TrimRight(line, "\r\n")}}}) {
				return
			}
			gap = false
		}
	}
}
