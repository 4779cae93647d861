package show

import (
	"bufio"
	"cmp"

	"gemsub/internal/render"
	"gemsub/internal/view"
	"gemsub/internal/words"
)

// A PostStyle is the form in which posts are printed. Its zero value is for people on
// a terminal, and the text as it is kept in a pipe.
type PostStyle struct {
	Links bool // the links alone
	Raw   bool // the text as it is kept
	Width int  // of lines; 0 for up to 80, and for no layout in a pipe
	Wrap  bool // wraps preformatted text instead of cutting it
}

// Post prints a post; another follows one that was printed before.
func (p *Printer) Post(v view.Post, style PostStyle, another bool) error {
	out := bufio.NewWriter(p.Out)
	var err error
	if v.Post.Cut && !style.Links && !p.laysOut(style) {
		p.Say("%s is cut after %s", v.Name(), words.Part(len(v.Post.Text), v.Post.Size))
	}
	if v.IsElsewhere() && !style.Links && !p.JSON && !p.laysOut(style) {
		p.Say("%s was read at %s", v.Name(), v.Post.URL)
	}
	switch {
	case p.JSON:
		return Print(p, view.Posts(), []view.Post{v})
	case style.Links:
		return Print(p, view.Links(), view.NumberedLinks(v.Links()))
	case !p.laysOut(style):
		_, err = out.WriteString(separator(another) + v.SafeText())
	default:
		v.Entry.FeedTitle = p.feedName(v.Entry.SubscriptionID, v.Entry.FeedTitle)
		_, _ = out.WriteString(separator(another)) // an error stays in out, for its Flush
		for line := range v.Lines(p.layout(style), p.Out.Text) {
			for _, piece := range line {
				_, _ = out.WriteString(p.Out.Styled(piece.Style, piece.Text))
			}
			if out.WriteByte('\n') != nil {
				break
			}
		}
	}
	return cmp.Or(err, out.Flush())
}

// laysOut reports whether posts are laid out, not printed as they are kept.
func (p *Printer) laysOut(style PostStyle) bool {
	return !p.JSON && !style.Raw && (p.Out.IsTerminal() || style.Width > 0)
}

// separator stands between two posts.
func separator(another bool) string {
	if another {
		return "\n"
	}
	return ""
}

// textWidth is how wide text is at most unless the user wants it wider, in columns.
const textWidth = 80

// layout returns how wide a post is shown.
func (p *Printer) layout(style PostStyle) render.Layout {
	if style.Width > 0 {
		return render.Layout{Width: style.Width, Screen: style.Width, Wrap: style.Wrap}
	}
	return render.Layout{Width: min(textWidth, p.Out.Width), Screen: p.Out.Width, Wrap: style.Wrap}
}
