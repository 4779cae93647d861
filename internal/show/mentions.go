package show

import (
	"cmp"
	"fmt"
	"io"

	"gemsub/internal/model"
	"gemsub/internal/term"
	"gemsub/internal/words"
)

// Mentions prints posts with what they link to. more are left out.
func (p *Printer) Mentions(all []model.Mention, more []model.MorePosts) error {
	if len(all) == 0 && p.Err.IsTerminal() {
		p.Say("no kept post of another author links there")
	}
	err := print(p, mentionList(), all, func(m model.Mention) row {
		if !p.JSON {
			m.FeedTitle = p.feedName(m.SubscriptionID, m.FeedTitle)
		}
		return p.mentionRow(m)
	})
	return cmp.Or(err, p.more(more))
}

func mentionList() list {
	l := entryList()
	l.terminal += " mentions"
	l.pipe += " mentions"
	l.fields = append(l.fields, field{"mentions", term.Column{Title: "LINKS TO", Name: "URLs that it links to"}})
	return l
}

func (p *Printer) mentionRow(m model.Mention) row {
	links := shown{text: p.shortURLs(m.Links)}
	if len(m.Links) > 0 { // a hook's entry may have none
		links.value = m.Links
	}
	return append(entryRow(m.Entry), links)
}

// more says which posts a list leaves out.
func (p *Printer) more(all []model.MorePosts) error {
	for _, m := range all {
		m.FeedTitle = p.feedName(m.SubscriptionID, m.FeedTitle)
		if err := p.below(moreOf(m)); err != nil {
			return err
		}
	}
	return nil
}

// below says what a list leaves out: on a terminal below it, else as a message.
func (p *Printer) below(text string) error {
	if !p.Out.IsTerminal() {
		p.Say("%s", text)
		return nil
	}
	_, err := fmt.Fprintln(p.Out, p.Out.Styled(term.Dim, p.Out.Text(text)))
	return err
}

// moreOf says how many more posts of a feed there are.
func moreOf(m model.MorePosts) string { return fmt.Sprintf("and %d more of %s", m.Posts, m.FeedTitle) }

// WriteMention writes an entry, with the URLs that its post links to, as a line of JSON.
func WriteMention(w io.Writer, m model.Mention) error {
	p := &Printer{Out: &term.Output{Writer: w}, JSON: true}
	return print(p, mentionList(), []model.Mention{m}, p.mentionRow)
}

// maxMentions is how many mentions an update reports one by one.
const maxMentions = 10

// Mentions reports which kept posts link to the user's own pages.
func (u *Update) Mentions(all []model.Mention) {
	switch {
	case len(all) == 0 || u.view.Quiet || u.WriteErr != nil:
		return
	case u.p.JSON:
		u.WriteErr = u.p.Mentions(all, nil)
		return
	}
	for _, m := range all[:min(len(all), maxMentions)] {
		u.p.Say("entry %d of %s links to %s: %s", m.ID, u.p.feedName(m.SubscriptionID, m.FeedTitle), linked(m.Links), m.Title)
	}
	if more := len(all) - maxMentions; more > 0 {
		u.p.Say("%s to you; gemsub mentions lists them", words.Count(more, "more post links", "more posts link"))
	}
}

// linked names the first of some URLs.
func linked(urls []string) string {
	if len(urls) == 1 {
		return urls[0]
	}
	return fmt.Sprintf("%s and %d more", urls[0], len(urls)-1)
}
