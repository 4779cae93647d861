package show

import (
	"bufio"
	"cmp"
	"fmt"

	"gemsub/internal/model"
	"gemsub/internal/term"
	"gemsub/internal/words"
)

// Mentions prints posts with what they link to, or one JSON object a line. Names are
// those of feeds, where a terminal has others than their titles. more are left out.
func (p *Printer) Mentions(all []model.Mention, more []model.MorePosts, names map[int64]string, json bool) error {
	if json {
		return cmp.Or(p.mentionsJSON(all), p.more(more, names))
	}
	if len(all) == 0 && p.Err.IsTerminal() {
		p.Say("no kept post of another author links there")
	}
	t := term.NewTable(p.Out, mentionColumns(p.Out.IsTerminal())...)
	for _, m := range all {
		m.FeedTitle = cmp.Or(names[m.SubscriptionID], m.FeedTitle)
		if err := t.Row(append(p.entryRow(m.Entry), term.Cell{Text: p.shortURLs(m.Links)})...); err != nil {
			return err
		}
	}
	return cmp.Or(t.Flush(), p.more(more, names))
}

// more says which posts a list leaves out: on a terminal below it, else as a message.
func (p *Printer) more(all []model.MorePosts, names map[int64]string) error {
	for _, m := range all {
		text := MoreOf(m, names)
		if !p.Out.IsTerminal() {
			p.Say("%s", text)
			continue
		}
		if _, err := fmt.Fprintln(p.Out, p.Out.Styled(term.Dim, p.Out.Text(text))); err != nil {
			return err
		}
	}
	return nil
}

// MoreOf says how many more posts of a feed there are. Names are those of feeds, where
// they are not their titles.
func MoreOf(m model.MorePosts, names map[int64]string) string {
	return fmt.Sprintf("and %d more of %s", m.Posts, cmp.Or(names[m.SubscriptionID], m.FeedTitle))
}

func mentionColumns(terminal bool) []term.Column {
	return append(entryColumns(terminal), term.Column{Title: "LINKS TO", Name: "URLs that it links to"})
}

// A JSONMention is the JSON form of an entry with the URLs that its post links to.
type JSONMention struct {
	JSONEntry
	Mentions []string `json:"mentions,omitempty"`
}

// NewJSONMention returns the JSON form of m.
func NewJSONMention(m model.Mention) JSONMention {
	return JSONMention{NewJSONEntry(m.Entry), m.Links}
}

func (p *Printer) mentionsJSON(all []model.Mention) error {
	out := bufio.NewWriter(p.Out)
	for _, m := range all {
		if err := WriteJSON(out, NewJSONMention(m)); err != nil {
			return err
		}
	}
	return out.Flush()
}

// maxMentions is how many mentions an update tells one by one.
const maxMentions = 10

// Mentions tells which posts that were kept link to the user's own pages.
func (u *Update) Mentions(all []model.Mention) {
	switch {
	case len(all) == 0 || u.view.Quiet || u.WriteErr != nil:
		return
	case u.view.JSON:
		u.WriteErr = u.p.mentionsJSON(all)
		return
	}
	u.progress.Clear()
	for _, m := range all[:min(len(all), maxMentions)] {
		u.p.Say("entry %d of %s links to %s: %s", m.ID, cmp.Or(u.view.Names[m.SubscriptionID], m.FeedTitle), linked(m.Links), m.Title)
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
