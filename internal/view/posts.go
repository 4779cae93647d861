package view

import (
	"cmp"
	"fmt"
	"iter"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"gemsub/internal/address"
	"gemsub/internal/app"
	"gemsub/internal/model"
	"gemsub/internal/render"
	"gemsub/internal/term"
	"gemsub/internal/words"
)

// A Post is a post for reading.
type Post app.OpenedPost

// Notes says where the text of a post is cut, and where it was read if not at its entry's URL.
func (v Post) Notes() (m Messages) {
	name := v.Post.URL
	if v.Entry.ID != 0 {
		name = fmt.Sprintf("entry %d", v.Entry.ID)
	}
	if v.Post.Cut {
		m.say("%s is cut after %s", name, words.PartialSize(len(v.Post.Text), v.Post.Size))
	}
	if v.Entry.ID != 0 && v.Post.URL != v.Entry.URL {
		m.say("%s was read at %s", name, v.Post.URL)
	}
	return m
}

// SafeText returns the stored text of the post, made safe.
func (v Post) SafeText() string { return words.SafeText(v.Post.Text) }

// maxFileName bounds a file name, in bytes, without its extension.
const maxFileName = 100

// FileName proposes a name for a file with the text of the post. It is made of the letters
// and digits of the title, so that a shell takes it as one plain word, and it names no folder.
func (v Post) FileName() string {
	parts := strings.FieldsFunc(cmp.Or(v.Entry.Title, address.ShortURL(v.Post.URL)), func(r rune) bool {
		return !unicode.In(r, unicode.L, unicode.N, unicode.M)
	})
	name := cmp.Or(strings.Join(parts, "-"), "post")
	if len(name) > maxFileName {
		name = strings.ToValidUTF8(name[:maxFileName], "")
	}
	ends := map[string]string{
		"": ".gmi", "text/gemini": ".gmi", "text/markdown": ".md", "text/x-markdown": ".md", "text/html": ".html", "application/xhtml+xml": ".html",
	}
	return name + cmp.Or(ends[v.Post.MediaType], ".txt")
}

// Lines yields the lines of a post on a terminal: its header, its text, the posts that it
// answers, and those that answer it. text makes a text safe.
func (v Post) Lines(layout render.Layout, text func(string) string) iter.Seq[render.Line] {
	return func(yield func(render.Line) bool) {
		for _, line := range v.header(layout.Width, text) {
			if !yield(line) {
				return
			}
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

// footer returns the lines below a post: whether its text is cut, the entries that it answers, and
// those that answer it. These are links, numbered from links+1 on.
func (v Post) footer(width, links int, text func(string) string) (lines []render.Line) {
	if v.Post.Cut {
		lines = append(lines, nil, render.Line{{Text: "(cut after " + words.PartialSize(len(v.Post.Text), v.Post.Size) + ")", Style: term.Dim}})
	}
	replies := v.replies()
	if len(replies) == 0 {
		return lines
	}
	lines = append(lines, nil)
	for _, l := range replies {
		links++
		mark := render.LinkMark(links, l.Kind)
		for _, part := range term.Fold(text(l.Label), max(1, width-term.Width(mark))) {
			lines = append(lines, render.Line{{Text: mark + part, Style: l.Kind, Link: links}})
			mark = strings.Repeat(" ", term.Width(mark))
		}
	}
	for _, m := range v.Replies.More {
		lines = append(lines, render.Line{{Text: term.Cut(text(More(m)), width), Style: term.Dim}})
	}
	return lines
}

// Links returns the links of a post by their numbers from 1: those in its text, then the entries
// below it.
func (v Post) Links() []render.Link {
	return append(render.Document(v.Post).Links(), v.replies()...)
}

// replies returns links to the entries that a post answers, and to those that answer it.
func (v Post) replies() (links []render.Link) {
	add := func(what string, e model.Entry) {
		about := strings.Join([]string{what, strconv.FormatInt(e.ID, 10), words.Date(e.Updated), e.FeedTitle, e.Title}, "  ")
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
func (v Post) header(width int, text func(string) string) (lines []render.Line) {
	add := func(s string, style term.Style) {
		if s == "" {
			return
		}
		for _, line := range term.Fold(text(s), width) {
			lines = append(lines, render.Line{{Text: line, Style: style}})
		}
	}
	facts := []string{render.Document(v.Post).Length().String()}
	if e := v.Entry; e.ID != 0 {
		add(e.Title, term.Heading)
		facts = append([]string{strconv.FormatInt(e.ID, 10), words.Date(e.Updated), e.FeedTitle}, facts...)
	}
	facts = slices.DeleteFunc(facts, func(s string) bool { return s == "" })
	add(strings.Join(facts, "  "), term.Cyan)
	add(address.ShortURL(v.Post.URL), term.Dim)
	return append(lines, nil)
}

// WithoutRepeats returns the post without what stands elsewhere on the screen: its feed's title, and
// its own title if the text has it as its first heading.
func (v Post) WithoutRepeats() Post {
	v.Entry.FeedTitle = ""
	if render.Document(v.Post).Title() == v.Entry.Title {
		v.Entry.Title = ""
	}
	return v
}

// Links lists the links of a post with the numbers by which people open them.
var Links = List[Link]{Fields: []Field[Link]{
	{"number", term.Column{Title: "#", Name: "number", Right: true}, func(l Link) any { return l.Number }},
	{"url", term.Column{Title: "URL", Name: "URL", Min: 20}, func(l Link) any { return link(l.URL) }},
	{"label", term.Column{Title: "LABEL", Min: 12, Drop: 1}, func(l Link) any { return l.Label }},
}}

// A Link is a link of a post and its number.
type Link struct {
	Number int
	render.Link
}

// NumberedLinks gives links their numbers.
func NumberedLinks(links []render.Link) (all []Link) {
	for i, l := range links {
		all = append(all, Link{i + 1, l})
	}
	return all
}

// Posts lists posts with the keys of their entries.
var Posts = List[Post]{Fields: fieldsOf(Entries, shownEntry, []Field[Post]{
	{Key: "post_url", Value: func(v Post) any { return v.Post.URL }},
	{Key: "media_type", Value: func(v Post) any { return v.Post.MediaType }},
	{Key: "fetched_at", Value: func(v Post) any { return v.Post.FetchedAt }},
	{Key: "text", Value: func(v Post) any { return v.Post.Text }},
	{Key: "words", Value: func(v Post) any {
		length := render.Document(v.Post).Length()
		return length.Words + length.Characters
	}},
	{Key: "links", Value: func(v Post) any { return Links.Rows(NumberedLinks(render.Document(v.Post).Links())) }},
	{Key: "answers", Value: func(v Post) any { return append(urlsOf(v.Replies.Answers), v.Replies.Elsewhere...) }},
	{Key: "answered_by", Value: func(v Post) any { return urlsOf(v.Replies.AnsweredBy) }},
	{Key: "more_answers", Value: func(v Post) any {
		more := 0
		for _, m := range v.Replies.More {
			more += m.Posts
		}
		return more
	}},
})}

// shownEntry returns the entry of a shown post, which is kept; a page has one with only its URL.
func shownEntry(v Post) model.Entry {
	v.Entry.Kept = v.Entry.ID != 0
	v.Entry.URL = cmp.Or(v.Entry.URL, v.Post.URL)
	return v.Entry
}

func urlsOf(entries []model.Entry) (urls Texts) {
	for _, e := range entries {
		urls = append(urls, e.URL)
	}
	return urls
}
