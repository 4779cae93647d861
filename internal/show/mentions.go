package show

import (
	"cmp"
	"fmt"
	"io"

	"gemsub/internal/model"
	"gemsub/internal/term"
	"gemsub/internal/view"
	"gemsub/internal/words"
)

// Mentions prints posts with what they link to. more are left out.
func (p *Printer) Mentions(all []model.Mention, more []model.MorePosts) error {
	if len(all) == 0 && p.Err.IsTerminal() {
		p.Say("no kept post of another author links there")
	}
	return cmp.Or(Print(p, view.Mentions(), all), p.more(more))
}

// more says which posts a list leaves out.
func (p *Printer) more(all []model.MorePosts) error {
	for _, m := range all {
		m.FeedTitle = p.feedName(m.SubscriptionID, m.FeedTitle)
		if err := p.below(view.More(m)); err != nil {
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

// WriteMention writes an entry, with the URLs that its post links to, as a line of JSON.
func WriteMention(w io.Writer, m model.Mention) error {
	p := &Printer{Out: &term.Output{Writer: w}, JSON: true}
	return Print(p, view.Mentions(), []model.Mention{m})
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
		u.p.Say("entry %d of %s links to %s: %s", m.ID, u.p.feedName(m.SubscriptionID, m.FeedTitle), view.Mentioned(m.Links), m.Title)
	}
	if more := len(all) - maxMentions; more > 0 {
		u.p.Say("%s to you; gemsub mentions lists them", words.Count(more, "more post links", "more posts link"))
	}
}
