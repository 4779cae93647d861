package show

import (
	"fmt"
	"time"

	"gemsub/internal/model"
	"gemsub/internal/shell"
	"gemsub/internal/term"
	"gemsub/internal/words"
)

// An UpdateView says how to report an update.
type UpdateView struct {
	Feeds int  // how many feeds are checked
	Quiet bool // print no new entries
	Named bool // the user named the feeds: report every failure
}

// An Update reports an update to the user while it runs.
type Update struct {
	p    *Printer
	view UpdateView

	Failed      int   // feeds that could not be checked
	FailedHooks int   // entries for which the command failed, or is owed
	WriteErr    error // of standard output

	failures                      []error // to be told at the end
	done, entries, feeds, waiting int
	wanted, asked, posts          int // posts that are wanted, were asked for, and came
}

// NewUpdate begins the report of an update.
func (p *Printer) NewUpdate(view UpdateView) *Update {
	p.progress = term.NewProgress(p.Err, view.Feeds, "checking", p.Waits)
	return &Update{p: p, view: view}
}

// Step reports what the update has just done.
func (u *Update) Step(s model.UpdateStep) {
	switch {
	case s.Check != nil:
		u.Check(*s.Check)
	case s.Hook != nil:
		u.Hook(*s.Hook)
	case s.Post != nil:
		u.Post(*s.Post)
	case s.Mentions != nil:
		u.Mentions(s.Mentions)
	case s.Slashless != nil:
		for _, f := range s.Slashless {
			u.p.Say("%s: none of its posts was found; its URL may lack a slash at the end", f.Name())
			u.p.Hint("gemsub set %d --url %s/ asks for the folder", f.ID, shell.Word(f.URL))
		}
	default:
		u.Posts(s.Wanted)
	}
}

// Check reports the result of a check.
func (u *Update) Check(c model.CheckResult) {
	u.done++
	u.messages(c)
	if c.Waits() {
		u.waiting++
	}
	if c.Failed {
		u.Failed++
	}
	if len(c.Changes.New) > 0 {
		u.entries += len(c.Changes.New)
		u.feeds++
		if !u.view.Quiet && u.WriteErr == nil {
			u.p.progress.Clear()
			u.WriteErr = u.p.newEntries(c.Changes.New)
		}
	}
	u.p.progress.Step()
}

func (u *Update) messages(c model.CheckResult) {
	s := c.Subscription
	u.p.Notices(c.Notices)
	if c.Changes.Moved {
		u.p.Say("%s moved to %s", s.URL, c.MovedTo)
		u.p.Hint("gemsub set %d --url %s undoes it", s.ID, shell.Word(s.URL))
	}
	if c.Err != nil && (c.IsNews || u.view.Named) {
		u.failures = append(u.failures, c.Err)
	}
	if c.Recovered() {
		u.p.Say("%s: works again after %s", s.Name(), words.Count(s.Failures, "failed check", "failed checks"))
	}
}

// Posts begins to report on posts, of which so many are wanted.
func (u *Update) Posts(wanted int) {
	u.p.progress.Done()
	u.p.progress = nil
	u.wanted = wanted
	if wanted > 0 && !u.view.Quiet {
		u.p.progress = term.NewProgress(u.p.Err, wanted, "fetching posts", u.p.Waits)
	}
}

// Post counts a post. Why one could not be fetched is reported when somebody wants to
// read it.
func (u *Update) Post(r model.PostResult) {
	u.asked++
	if r.Post != nil {
		u.posts++
	}
	u.p.progress.Step()
}

// Hook reports a command that failed for a new entry.
func (u *Update) Hook(r model.EntryResult) {
	if r.Err == nil {
		return
	}
	u.FailedHooks++
	u.p.Say("--exec for entry %d: %v", r.Entry.ID, r.Err)
}

// OwedHooks reports for how many entries the command has still to run.
func (u *Update) OwedHooks(n int) {
	if n > 0 {
		u.FailedHooks += n
		u.p.Say("--exec was not run for %s; the next update with --exec runs it", words.Count(n, "new entry", "new entries"))
	}
}

// Done removes the progress, and reports the failures.
func (u *Update) Done() {
	u.p.progress.Done()
	for _, err := range u.failures {
		u.p.Error(err)
	}
}

// Interrupted returns how far an update came.
func (u *Update) Interrupted() string {
	return fmt.Sprintf("%s checked, %d remain", words.Count(u.done, "feed", "feeds"), u.view.Feeds-u.done)
}

// Progress says how far an update is.
func (u *Update) Progress() string {
	switch {
	case u.wanted > 0:
		return fmt.Sprintf("fetching posts %d/%d", u.asked, u.wanted)
	case u.view.Feeds == 0:
		return "looking for what is due"
	}
	return fmt.Sprintf("checking %d/%d", u.done, u.view.Feeds)
}

// Summary prints a summary for a person.
func (u *Update) Summary() {
	if summary := u.InWords(); summary != "" && u.p.Err.IsTerminal() {
		u.p.Say("%s", summary)
	}
}

// InWords is the summary, "" if nothing was done.
func (u *Update) InWords() string {
	if u.done == 0 {
		if u.posts > 0 {
			return words.Count(u.posts, "post", "posts") + " fetched"
		}
		return ""
	}
	checked := words.Count(u.done-u.waiting, "feed", "feeds") + " checked"
	s := "nothing new, " + checked
	if u.entries > 0 {
		s = fmt.Sprintf("%s in %s, %s", words.Count(u.entries, "new entry", "new entries"), words.Count(u.feeds, "feed", "feeds"), checked)
	}
	if u.posts > 0 {
		s += ", " + words.Count(u.posts, "post", "posts") + " fetched"
	}
	if u.Failed > 0 {
		s += fmt.Sprintf(", %d failed", u.Failed)
	}
	if u.waiting > 0 {
		s += fmt.Sprintf(", %d to be asked later", u.waiting)
	}
	return s
}

// NothingDue says from when on a feed is due, of those with a tag if one was asked for;
// the zero time is for unknown.
func (p *Printer) NothingDue(next time.Time, tag string) {
	if next.IsZero() {
		p.Say("nothing is due; gemsub list shows why")
		return
	}
	next = next.Add(time.Minute - 1).Truncate(time.Minute) // at 08:43 nothing may be due before 08:44
	p.Say("nothing is due before %s", next.Local().Format("15:04 on 2006-01-02"))
	if p.Err.IsTerminal() {
		named := ""
		if tag != "" {
			named = "--tag " + shell.Word(tag) + " "
		}
		p.Hint("gemsub update %s--force checks now", named)
	}
}
