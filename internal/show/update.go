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

// NewUpdate begins the report of an update. A quiet report prints no new entries.
func (p *Printer) NewUpdate(report view.UpdateReport, quiet bool) *Update {
	p.progress = term.NewProgress(p.Err, report.Feeds, "checking", p.Waits)
	report.Names = p.Names
	return &Update{UpdateReport: report, p: p, quiet: quiet}
}

// Step reports what the update has just done.
func (u *Update) Step(s model.UpdateStep) {
	said := u.UpdateReport.Step(s)
	if s.Mentions != nil {
		u.mentions(s.Mentions, said)
		return
	}
	u.p.Tell(said)
	switch {
	case s.Check != nil:
		if entries := s.Check.Changes.New; len(entries) > 0 && !u.quiet && u.WriteErr == nil {
			u.p.progress.Clear()
			u.WriteErr = u.p.newEntries(entries)
		}
		u.p.progress.Step()
	case s.Post != nil:
		u.p.progress.Step()
	case s.Wanted > 0:
		u.p.progress.Done()
		u.p.progress = nil
		if !u.quiet {
			u.p.progress = term.NewProgress(u.p.Err, s.Wanted, "fetching posts", u.p.Waits)
		}
	}
}

// mentions reports which kept posts link to the user's own pages, as JSON for programs.
func (u *Update) mentions(all []model.Mention, said view.Messages) {
	switch {
	case u.quiet || u.WriteErr != nil:
	case u.p.JSON:
		u.WriteErr = Print(u.p, view.Mentions, all)
	default:
		u.p.Tell(said)
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
	u.p.progress.Done()
	for _, err := range u.Failures {
		u.p.Error(err)
	}
}
