package show

import (
	"bufio"
	"cmp"
	"fmt"

	"gemsub/internal/app"
	"gemsub/internal/render"
	"gemsub/internal/term"
	"gemsub/internal/view"
)

// Results that a terminal shows in another form than a table.

// Added prints a new subscription, and messages about the page. A page that is known already, or
// refused, has only messages.
func (p *Printer) Added(a app.AddResult) (err error) {
	p.Tell(view.AddNotes(a))
	switch before, after := view.Subscribed(a); {
	case a.Known != nil || a.Refused():
	case p.Out.IsTerminal(): // a long title must not hide the numbers
		title := p.Out.Cut(p.Out.Text(a.Title), p.Out.Width-len(before)-len(after))
		err = p.Out.Line(term.Plain, "%s%s%s", before, title, after)
	default:
		err = Print(p, view.NewFeeds, []app.AddResult{a})
	}
	p.Tell(view.AddHints(a))
	return err
}

// Check shows a feed to its author: title, entries and warnings.
func (p *Printer) Check(c app.PageReport) error {
	if p.JSON {
		return Print(p, view.Checks, []app.PageReport{c})
	}
	if err := cmp.Or(p.Facts(view.Checks.Row(c)), Print(p, view.CheckedEntries, c.Feed.Entries)); err != nil {
		return err
	}
	if !p.Out.IsTerminal() {
		return Print(p, view.Warnings, c.Warnings)
	}
	for _, text := range view.WarningsByCode(c.Warnings) {
		if err := p.Out.Paragraph(term.Yellow, "%s", text); err != nil {
			return err
		}
	}
	return nil
}

// Findings prints what the doctor found. On a terminal it cuts no message or command.
func (p *Printer) Findings(found []app.Finding) error {
	if p.JSON || !p.Out.IsTerminal() {
		return Print(p, view.Findings, found)
	}
	styles := map[string]term.Style{app.LevelError: term.Red, app.LevelWarning: term.Yellow}
	for _, f := range found {
		if err := p.Out.Paragraph(styles[f.Level], "%s: %s: %s", f.Level, f.About, f.Message); err != nil {
			return err
		}
		if f.Command == "" {
			continue
		}
		if _, err := fmt.Fprintln(p.Out, "  "+p.Out.Styled(term.Cyan, p.Out.Text(f.Command))); err != nil { // whole, so that it can be copied
			return err
		}
	}
	return nil
}

// One prints one result: on a terminal as facts, elsewhere and in JSON as l says.
func One[T any](p *Printer, l view.List[T], of T, facts view.Row) error {
	if p.JSON || !p.Out.IsTerminal() {
		return Print(p, l, []T{of})
	}
	return p.Facts(facts)
}

// More says which posts a list leaves out: on a terminal below the list, otherwise as a message.
func (p *Printer) More(all []app.MorePosts) error {
	for _, m := range all {
		m.FeedTitle = p.feedName(m.SubscriptionID, m.FeedTitle)
		if !p.Out.IsTerminal() {
			p.Say("%s", view.More(m))
		} else if err := p.Out.Line(term.Dim, "%s", view.More(m)); err != nil {
			return err
		}
	}
	return nil
}

// A PostStyle is the form in which posts are printed. Its zero value means a layout for people
// on a terminal, and the stored text in a pipe.
type PostStyle struct {
	Links bool // only the links
	Width int  // of lines; 0 means up to 80, and no layout in a pipe
	Wrap  bool // wraps preformatted text instead of cutting it
}

// textWidth is the greatest width of text, in columns, if the user sets none.
const textWidth = 80

// Post prints a post. If another is set, an empty line separates its text from the post before.
func (p *Printer) Post(v view.Post, style PostStyle, another bool) error {
	out := bufio.NewWriter(p.Out) // Flush returns its first error
	if another {
		_ = out.WriteByte('\n')
	}
	switch {
	case p.JSON:
		return Print(p, view.Posts, []view.Post{v})
	case style.Links:
		return Print(p, view.Links, view.NumberedLinks(v.Links()))
	case !p.Out.IsTerminal() && style.Width == 0:
		p.Tell(v.Notes())
		_, _ = out.WriteString(v.SafeText())
		return out.Flush()
	}
	v.Entry.FeedTitle = p.feedName(v.Entry.SubscriptionID, v.Entry.FeedTitle)
	layout := render.Layout{
		Width:       cmp.Or(style.Width, min(textWidth, p.Out.Width)),
		ScreenWidth: cmp.Or(style.Width, p.Out.Width),
		Wrap:        style.Wrap,
	}
	for line := range v.Lines(layout, p.Out.Text) {
		for _, piece := range line {
			_, _ = out.WriteString(p.Out.Styled(piece.Style, piece.Text))
		}
		if out.WriteByte('\n') != nil {
			break
		}
	}
	return out.Flush()
}
