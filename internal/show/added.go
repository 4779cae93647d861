package show

import (
	"fmt"
	"strings"

	"gemsub/internal/model"
	"gemsub/internal/shell"
	"gemsub/internal/term"
	"gemsub/internal/view"
	"gemsub/internal/words"
)

// Added reports what happened to a page that could be read and that the user wanted to subscribe to.
func (p *Printer) Added(a model.AddResult) error {
	p.Notices(a.Notices)
	switch {
	case a.Known != nil:
		p.known(a)
		return nil
	case a.MovedTo != "":
		p.Say("%s moved to %s", a.URL, a.MovedTo)
	}
	var err error
	if !a.Refused() {
		err = p.subscribed(a)
	}
	if a.Common != nil && p.Err.IsTerminal() {
		p.Say("it has %s in common with %d %s", words.Count(a.InCommon, "entry", "entries"), a.Common.ID, a.Common.Name())
	}
	if a.Empty != nil {
		p.emptyPage(a)
	}
	return err
}

// known reports that a URL is already subscribed to, and whether that feed moved
// there: then it may not be what the user expects.
func (p *Printer) known(a model.AddResult) {
	if a.MovedTo != "" {
		p.Say("already subscribed: %s leads to %s", a.URL, a.MovedTo)
		return
	}
	s := a.Known
	p.Say("already subscribed: %d %s <%s>", s.ID, s.Name(), s.URL)
	if s.OldURL != "" {
		p.Hint("it moved there from %s; gemsub set %d --url %s undoes it", s.OldURL, s.ID, shell.Word(s.OldURL))
	}
	if len(a.NotApplied) > 0 { // flags that say nothing of a known subscription
		p.Hint("nothing was changed; gemsub set %d %s changes it", s.ID, strings.Join(a.NotApplied, " "))
	}
}

// subscribed prints the new subscription.
func (p *Printer) subscribed(a model.AddResult) error {
	if !p.Out.IsTerminal() {
		return Print(p, view.Added(), []model.AddResult{a})
	}
	newest := words.Date(a.Newest)
	if newest != "" {
		newest = ", newest " + newest
	}
	before, after := fmt.Sprintf("subscribed to %d ", a.ID), ": "+words.Count(a.Entries, "entry", "entries")+newest
	title := term.Cut(p.Out.Text(a.Title), p.Out.Width-len(before)-len(after)) // a long one must not hide the numbers
	return p.Out.Line("", "%s%s%s", before, title, after)
}

// emptyPage says which entries were expected on a page, and what else could be
// subscribed to.
func (p *Printer) emptyPage(a model.AddResult) {
	e := a.Empty
	p.Say("%s: %s", e.URL, e.Why)
	if e.IsFeed {
		return
	}
	read := fmt.Sprintf("gemsub set %d", a.ID)
	if a.Refused() {
		read = "gemsub add " + shell.Word(e.URL)
	}
	asLinks := fmt.Sprintf("%s --as links reads %s as entries", read, words.Count(e.Links, "link", "links"))
	if e.DatedLinks > 0 {
		asLinks += fmt.Sprintf(", %d of them with a date", e.DatedLinks)
	}
	const isList = 10 // links, which are hardly there for something else
	if e.Links >= isList {
		p.Hint("%s", asLinks)
	}
	if e.NearMisses > 0 {
		p.Hint("gemsub check %s shows %s", shell.Word(e.URL), words.Count(e.NearMisses, "line that is nearly an entry", "lines that are nearly entries"))
	}
	if e.Index != "" {
		p.Hint("gemsub add %s adds its folder, if this is a single post", shell.Word(e.Index))
	}
	for _, url := range e.Candidates {
		p.Hint("gemsub add %s", shell.Word(url))
	}
	if 0 < e.Links && e.Links < isList {
		p.Hint("%s", asLinks)
	}
	if e.Headings > 0 {
		p.Hint("%s --as headings reads %s as entries", read, words.Count(e.Headings, "heading", "headings"))
	}
	p.Hint("%s --as page makes an entry of every change", read)
	if a.Refused() {
		p.Hint("%s --as gemtext waits for its first dated link", read)
	}
}
