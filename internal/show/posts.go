package show

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"iter"
	"strconv"
	"strings"
	"time"
	"unicode"

	"gemsub/internal/address"
	"gemsub/internal/model"
	"gemsub/internal/render"
	"gemsub/internal/term"
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

// A PostView is a post and its entry, which has the number 0 if the post belongs to none.
type PostView struct {
	Entry   model.Entry
	Post    model.Post
	Replies model.Replies
}

// name names the post in messages.
func (v PostView) name() string {
	if v.Entry.ID == 0 {
		return v.Post.URL
	}
	return fmt.Sprintf("entry %d", v.Entry.ID)
}

// isElsewhere reports whether the post was read at another URL than the link of its entry.
func (v PostView) isElsewhere() bool { return v.Entry.ID != 0 && v.Post.URL != v.Entry.URL }

// SafeText is the text of the post as it is kept, without what a terminal acts on.
func (v PostView) SafeText() string {
	var b strings.Builder
	_, _ = io.WriteString(term.CleanText(&b), v.Post.Text) // a Builder takes everything
	return b.String()
}

// maxFileName is how long a file name is at most, in bytes, without its end.
const maxFileName = 100

// FileName proposes a name for a file with the text of the post. It is made of the letters
// and digits of the title, so that it means nothing to a shell, and is in no folder.
func (v PostView) FileName() string {
	parts := strings.FieldsFunc(cmp.Or(v.Entry.Title, address.Short(v.Post.URL)), func(r rune) bool {
		return !unicode.In(r, unicode.L, unicode.N, unicode.M)
	})
	name := cmp.Or(strings.Join(parts, "-"), "post")
	if len(name) > maxFileName {
		name = strings.ToValidUTF8(name[:maxFileName], "")
	}
	switch v.Post.MediaType {
	case "", "text/gemini":
		return name + ".gmi"
	case "text/markdown", "text/x-markdown":
		return name + ".md"
	case "text/html", "application/xhtml+xml":
		return name + ".html"
	}
	return name + ".txt"
}

// Post prints a post; another follows one that was printed before.
func (p *Printer) Post(v PostView, style PostStyle, another bool) error {
	out := bufio.NewWriter(p.Out)
	var err error
	if v.Post.Cut && !style.Links && !p.LaysOut(style) {
		p.Say("%s is cut after %s", v.name(), words.Part(len(v.Post.Text), v.Post.Size))
	}
	if v.isElsewhere() && !style.Links && !p.JSON && !p.LaysOut(style) {
		p.Say("%s was read at %s", v.name(), v.Post.URL)
	}
	switch {
	case p.JSON:
		err = WriteJSON(out, postList().object(p.postRow(v)))
	case style.Links:
		return print(p, linkList(), p.links(v.Links()), asIs)
	case !p.LaysOut(style):
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

// LaysOut reports whether posts are laid out, not printed as they are kept.
func (p *Printer) LaysOut(style PostStyle) bool {
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

// Lines yields the lines of a terminal for a post: its header, its text, what it answers
// and what answers it. text makes a text safe.
func (v PostView) Lines(layout render.Layout, text func(string) string) iter.Seq[render.Line] {
	return func(yield func(render.Line) bool) {
		for _, cell := range v.header() {
			for _, line := range term.Fold(text(cell.Text), layout.Width) {
				if !yield(render.Line{{Text: line, Style: cell.Style}}) {
					return
				}
			}
		}
		if !yield(nil) {
			return
		}
		links := 0
		for line := range render.Document(v.Post).Lines(layout) {
			if links = max(links, line[0].Link); !yield(line) {
				return
			}
		}
		for _, line := range v.footer(layout.Width, links, text) {
			if !yield(line) {
				return
			}
		}
	}
}

// footer returns the lines below a post with so many links.
func (v PostView) footer(width, links int, text func(string) string) (lines []render.Line) {
	if v.Post.Cut {
		lines = append(lines, nil, render.Line{{Text: "(cut after " + words.Part(len(v.Post.Text), v.Post.Size) + ")", Style: term.Dim}})
	}
	replies := v.replies()
	if len(replies) == 0 {
		return lines
	}
	lines = append(lines, nil)
	for _, l := range replies {
		links++
		label := render.Mark(links, l.Kind) + text(l.Label)
		lines = append(lines, render.Line{{Text: term.Cut(label, width), Style: l.Kind, Link: links}})
	}
	for _, m := range v.Replies.More {
		lines = append(lines, render.Line{{Text: term.Cut(text(moreOf(m)), width), Style: term.Dim}})
	}
	return lines
}

// Links are the links of a post by their numbers, the first one's being 1: those in its
// text, then the entries below it.
func (v PostView) Links() []render.Link {
	return append(render.Document(v.Post).Links(), v.replies()...)
}

// replies are the entries that a post answers, and those that answer it. Other links are
// in the post already.
func (v PostView) replies() (links []render.Link) {
	add := func(what string, e model.Entry) {
		about := strings.Join([]string{what, strconv.FormatInt(e.ID, 10), e.Updated.Format(time.DateOnly), e.FeedTitle, e.Title}, "  ")
		links = append(links, render.Link{URL: e.URL, Label: about, Kind: term.LinkElsewhere})
	}
	for _, e := range v.Replies.Answers {
		add("answers", e)
	}
	for _, e := range v.Replies.AnsweredBy {
		add("answered by", e)
	}
	return links
}

// header returns the lines above a post.
func (v PostView) header() []term.Cell {
	url := term.Cell{Text: address.Short(v.Post.URL), Style: term.Dim}
	if v.Entry.ID == 0 {
		return []term.Cell{url}
	}
	about := strings.Join([]string{strconv.FormatInt(v.Entry.ID, 10), v.Entry.Updated.Format(time.DateOnly), v.Entry.FeedTitle}, "  ")
	return []term.Cell{{Text: v.Entry.Title, Style: term.Heading}, {Text: about, Style: term.Cyan}, url}
}

// links are links with the numbers by which people open them.
func (p *Printer) links(all []render.Link) (rows []row) {
	for i, l := range all {
		rows = append(rows, row{i + 1, p.url(l.URL, term.Plain), l.Label})
	}
	return rows
}

// asIs is a result that is a row already.
func asIs(r row) row { return r }

func linkList() list {
	return list{fields: []field{
		{"number", term.Column{Title: "#", Name: "number", Right: true}},
		{"url", term.Column{Title: "URL", Name: "URL", Min: 20}},
		{"label", term.Column{Title: "LABEL", Min: 12, Drop: 1}},
	}}
}

// postList is a post with the keys of its entry.
func postList() list {
	return list{fields: append(entryList().fields, keyed("post_url media_type fetched_at text links answers answered_by more_answers")...)}
}

func (p *Printer) postRow(v PostView) row {
	v.Entry.Kept = v.Entry.ID != 0 // a post that is shown is kept
	v.Entry.URL = cmp.Or(v.Entry.URL, v.Post.URL)
	more := 0
	for _, m := range v.Replies.More {
		more += m.Posts
	}
	return append(entryRow(v.Entry), v.Post.URL, v.Post.MediaType, v.Post.FetchedAt, v.Post.Text, objects(linkList(), p.links(render.Document(v.Post).Links()), asIs),
		append(urlsOf(v.Replies.Answers), v.Replies.Elsewhere...), urlsOf(v.Replies.AnsweredBy), more)
}

func urlsOf(entries []model.Entry) (urls []string) {
	for _, e := range entries {
		urls = append(urls, e.URL)
	}
	return urls
}
