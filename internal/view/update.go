package view

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"gemsub/internal/model"
	"gemsub/internal/shell"
	"gemsub/internal/words"
)

// An UpdateReport counts what an update did, and says it in words.
type UpdateReport struct {
	Feeds int              // how many are checked
	Named bool             // the user named them: every failure is reported
	Names map[int64]string // of feeds whose titles others have too

	Failures    []error // reported at the end
	Failed      int     // feeds that could not be checked
	FailedHooks int     // entries for which the hook failed, or is still owed
	New         int     // entries

	checked, withNew, waiting int // how many feeds are done, have new entries, or wait
	wanted, asked, posts      int // how many posts are wanted, were requested, and came
}

// Step counts what the update has just done, and returns messages about it. It does not say why
// a post could not be fetched: show does.
func (u *UpdateReport) Step(s model.UpdateStep) (m Messages) {
	switch {
	case s.Check != nil:
		return u.check(*s.Check)
	case s.Hook != nil && s.Hook.Err != nil:
		u.FailedHooks++
		m.say("--exec for entry %d: %v", s.Hook.Entry.ID, s.Hook.Err)
	case s.Post != nil:
		u.asked++
		if s.Post.Post != nil {
			u.posts++
		}
	case s.Mentions != nil:
		return u.mentions(s.Mentions)
	case s.Wanted > 0:
		u.wanted = s.Wanted
	}
	return m
}

// check counts the check of a feed, and returns messages about it. It leaves an error for the end
// if the error is new, or if the user named the feed.
func (u *UpdateReport) check(c model.CheckResult) Messages {
	u.checked++
	if c.Waits() {
		u.waiting++
	}
	if c.Failed {
		u.Failed++
	}
	if n := len(c.Changes.New); n > 0 {
		u.New += n
		u.withNew++
	}
	if c.Err != nil && (c.IsNews || u.Named) {
		u.Failures = append(u.Failures, c.Err)
	}
	s, m := c.Subscription, Notices(c.Notices)
	if c.Changes.Moved {
		m.say("%s moved to %s", s.URL, c.MovedTo)
		m.hint("gemsub set %d --url %s undoes it", s.ID, shell.Quote(s.URL))
	}
	if c.Recovered() {
		m.say("%s: works again after %s", s.Name(), words.Count(s.Failures, "failed check", "failed checks"))
	}
	return m
}

// maxMentions is how many mentions an update reports one by one.
const maxMentions = 10

// mentions says which kept posts link to the user's own pages: up to maxMentions one by one.
func (u *UpdateReport) mentions(all []model.Mention) (m Messages) {
	for _, e := range all[:min(len(all), maxMentions)] {
		name := cmp.Or(u.Names[e.SubscriptionID], e.FeedTitle)
		more := len(e.Links) - 1
		m.say("entry %d of %s links to %s%s: %s", e.ID, name, e.Links[0], when(more > 0, " and %d more", more), e.Title)
	}
	if more := len(all) - maxMentions; more > 0 {
		m.say("%s to you; gemsub mentions lists them", words.Count(more, "more post links", "more posts link"))
	}
	return m
}

// OwedHooks reports for how many entries the hook is still owed.
func (u *UpdateReport) OwedHooks(n int) Messages {
	if n == 0 {
		return nil
	}
	u.FailedHooks += n
	return Say("--exec was not run for %s; the next update with --exec runs it", words.Count(n, "new entry", "new entries"))
}

// Interrupted says how many feeds an interrupted update checked.
func (u *UpdateReport) Interrupted() string {
	return fmt.Sprintf("%s checked, %d remain", words.Count(u.checked, "feed", "feeds"), u.Feeds-u.checked)
}

// Progress says how far a running update is.
func (u *UpdateReport) Progress() string {
	switch {
	case u.wanted > 0:
		return fmt.Sprintf("fetching posts %d/%d", u.asked, u.wanted)
	case u.Feeds == 0:
		return "looking for what is due"
	}
	return fmt.Sprintf("checking %d/%d", u.checked, u.Feeds)
}

// Summary returns the words of InWords for a terminal, or nothing if nothing was done.
func (u *UpdateReport) Summary() Messages {
	if summary := u.InWords(); summary != "" {
		return Say("%s", summary).onTerminal()
	}
	return nil
}

// InWords says what the update did, "" if it did nothing.
func (u *UpdateReport) InWords() string {
	found := words.Count(u.New, "new entry", "new entries") + " in " + words.Count(u.withNew, "feed", "feeds")
	if u.New == 0 && u.checked > 0 {
		found = "nothing new"
	}
	counts := []string{
		found,
		words.Count(u.checked-u.waiting, "feed", "feeds") + " checked",
		words.Count(u.posts, "post", "posts") + " fetched",
		fmt.Sprintf("%d failed", u.Failed),
		fmt.Sprintf("%d postponed", u.waiting),
	}
	return strings.Join(slices.DeleteFunc(counts, func(count string) bool { return strings.HasPrefix(count, "0 ") }), ", ")
}

// NothingDue says that no feed is due, and when the next one is; the zero time means unknown.
func NothingDue(next time.Time) Messages {
	if next.IsZero() {
		return Say("nothing is due; gemsub list shows why")
	}
	next = next.Add(time.Minute - 1).Truncate(time.Minute) // round up, so that the time shown is never past
	hint := Messages{}.withHint("with --force, update checks now").onTerminal()
	return append(Say("nothing is due before %s", minute(next)), hint...)
}
