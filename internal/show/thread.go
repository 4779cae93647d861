package show

import (
	"cmp"
	"strconv"
	"strings"

	"gemsub/internal/model"
	"gemsub/internal/term"
)

// maxIndent is how deep a post is drawn at most.
const maxIndent = 12

// Thread prints a conversation. more are left out.
func (p *Printer) Thread(posts []model.ThreadPost, more []model.MorePosts) error {
	w := threadList().writer(p)
	for i, drawn := range TreeLines(posts) {
		post := posts[i]
		if !p.JSON && p.Out.IsTerminal() {
			post.FeedTitle = p.feedName(post.SubscriptionID, post.FeedTitle)
			post.Title = drawn + post.Title
		}
		if err := w.row(threadRow(post)); err != nil {
			return err
		}
	}
	return cmp.Or(w.flush(), p.more(more))
}

func threadList() list {
	l := entryList()
	l.terminal = "id new updated feed title"
	l.pipe = "depth " + l.pipe
	l.fields = append(l.fields, field{"depth", term.Column{Name: "depth, or - for see also"}}, field{key: "see_also"}, field{key: "answers"}, field{key: "new"})
	return l
}

func threadRow(post model.ThreadPost) row {
	depth, unread := shown{post.Depth, strconv.Itoa(post.Depth), term.Plain}, shown{}
	if post.SeeAlso {
		depth.text = "-"
	}
	if post.Unread {
		unread.text = "•"
	}
	return append(entryRow(post.Entry), depth, post.SeeAlso, post.Answers, unread)
}

// TreeLines returns what is drawn before the titles of posts, so that each hangs on the
// one that it answers.
func TreeLines(posts []model.ThreadPost) []string {
	lines := make([]string, len(posts))
	var more []bool // whether another post of that depth follows
	for i := len(posts) - 1; i >= 0; i-- {
		if posts[i].SeeAlso {
			lines[i] = "see also: "
			continue
		}
		depth := posts[i].Depth
		for len(more) <= depth {
			more = append(more, false)
		}
		lines[i] = treeLine(more[:depth+1])
		more = append(more[:depth], true)
	}
	return lines
}

// treeLine draws the lines before a post, given for each depth down to its own whether
// another post of that depth follows.
func treeLine(more []bool) string {
	depth := len(more) - 1
	if depth == 0 {
		return ""
	}
	var b strings.Builder
	begin := 1
	if depth > maxIndent {
		begin = depth - maxIndent + 1
		b.WriteString("…")
	}
	for _, goesOn := range more[begin:depth] {
		if goesOn {
			b.WriteString("│ ")
		} else {
			b.WriteString("  ")
		}
	}
	if more[depth] {
		return b.String() + "├─"
	}
	return b.String() + "└─"
}
