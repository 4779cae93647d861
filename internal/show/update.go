package show

import (
	"gemsub/internal/model"
	"gemsub/internal/term"
	"gemsub/internal/view"
	"gemsub/internal/words"
)

// An Update reports an update to the user while it runs.
type Update struct {
	view.UpdateReport
	WriteErr error // the first error of standard output

	p     *Printer
	quiet bool
}

// NewUpdate begins the report of an update. A quiet report prints no new entries, and shows no
// count while the update runs.
func (p *Printer) NewUpdate(report view.UpdateReport, quiet bool) *Update {
	report.Names = p.Names
	u := &Update{UpdateReport: report, p: p, quiet: quiet}
	if !quiet {
		p.Progress.Show(u.Progress())
	}
	return u
}

// Step reports what the update has just done. It prints new entries and, with JSON, mentions on
// standard output, the rest as messages. A quiet report has neither entries nor mentions.
func (u *Update) Step(s model.UpdateStep) {
	said := u.UpdateReport.Step(s)
	prints := !u.quiet && u.WriteErr == nil
	switch {
	case s.Mentions == nil || prints && !u.p.JSON:
		u.p.Tell(said)
	case prints:
		u.WriteErr = Print(u.p, view.Mentions, s.Mentions)
	}
	if s.Check != nil && len(s.Check.Changes.New) > 0 && prints {
		u.WriteErr = u.p.newEntries(s.Check.Changes.New)
	}
	if !u.quiet {
		u.p.Progress.Show(u.Progress())
	}
}

// newEntries prints the new entries of one feed: for programs as JSON or by a template,
// otherwise under the feed's name, also in a pipe.
func (p *Printer) newEntries(entries []model.Entry) error {
	if p.JSON || p.Template != nil {
		return Print(p, view.Entries, entries)
	}
	if err := p.Out.Line(term.Bold, "%s", p.feedName(entries[0].SubscriptionID, entries[0].FeedTitle)); err != nil {
		return err
	}
	for _, e := range entries {
		if err := p.Out.Line(term.Plain, "%6d  %s  %s", e.ID, words.Date(e.Updated), e.Title); err != nil {
			return err
		}
	}
	return nil
}

// Done removes the line of progress, and reports the failures.
func (u *Update) Done() {
	u.p.Progress.Show("")
	for _, err := range u.Failures {
		u.p.Error(err)
	}
}
