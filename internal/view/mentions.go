package view

import (
	"fmt"

	"gemsub/internal/model"
	"gemsub/internal/term"
)

// Mentions are posts with what they link to.
func Mentions() List[model.Mention] {
	of := func(m model.Mention) model.Entry { return m.Entry }
	l := List[model.Mention]{Terminal: Entries().Terminal + " mentions", Pipe: Entries().Pipe + " mentions"}
	l.Fields = append(fieldsOf(Entries(), of), Field[model.Mention]{"mentions", term.Column{Title: "LINKS TO", Name: "URLs that it links to"}, func(m model.Mention) any {
		if len(m.Links) == 0 { // the entry of a hook
			return nil
		}
		return links(m.Links)
	}})
	return l
}

// More says how many more posts of a feed there are.
func More(m model.MorePosts) string { return fmt.Sprintf("and %d more of %s", m.Posts, m.FeedTitle) }

// Mentioned names the first of the URLs that a post links to.
func Mentioned(urls []string) string {
	if len(urls) == 1 {
		return urls[0]
	}
	return fmt.Sprintf("%s and %d more", urls[0], len(urls)-1)
}
