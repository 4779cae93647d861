package show

import (
	"fmt"
	"strings"
	"time"

	"gemsub/internal/model"
	"gemsub/internal/shell"
	"gemsub/internal/words"
)

// Messages about what a command did, or found nothing for.

// NoSubscriptions says that there are no subscriptions, with a hint.
func (p *Printer) NoSubscriptions() {
	p.Say("no subscriptions yet")
	p.Hint("gemsub add URL")
}

// NothingShown says why no entry is shown if that may be a mistake: there is no
// subscription, or none was read yet. That nothing is unread is said on a terminal only.
func (p *Printer) NothingShown(subscribed, read, starred, unread bool) {
	switch {
	case !subscribed:
		p.NoSubscriptions()
	case !read:
		p.Say("no feed has been read yet")
		p.Hint("gemsub update")
	case starred && p.Err.IsTerminal():
		p.Say("no starred entries to show")
	case p.Err.IsTerminal() && !unread:
		p.Say("no entries to show")
	case p.Err.IsTerminal():
		p.Say("no unread entries to show; gemsub entries --all shows read ones too")
	}
}

// NamedUntagged says that none of the named feeds has the tag.
func (p *Printer) NamedUntagged(tag string) { p.Say("none of the named feeds is tagged %s", tag) }

// NothingListed says why no feed is listed: what was asked for, and under which tag, ""
// for none.
func (p *Printer) NothingListed(failing, stale, unread bool, tag string) {
	switch {
	case failing && stale:
		p.Say("no feed is both failing and stale")
	case failing:
		p.Say("no feed is failing")
	case stale:
		p.Say("no feed is stale")
	case unread:
		p.Say("no feed has unread entries")
	case tag != "":
		p.NamedUntagged(tag)
	default:
		p.NoSubscriptions()
	}
}

// Set says what was set of a subscription. Interval is the time between two checks of it.
func (p *Printer) Set(s model.Subscription, to model.Settings, interval time.Duration) {
	s.Interval = interval
	for _, setting := range to.Asked() {
		if word := setting.Word(s); word != "" {
			p.Say("%s: %s", s.Name(), word)
		}
	}
}

// WouldPrune says how many entries a prune would remove, or only their posts.
func (p *Printer) WouldPrune(n int, posts bool) { p.Say("would remove %s", countPruned(n, posts)) }

// Pruned says how many entries were removed, or only their posts, and how many bytes of
// the file are free for new ones.
func (p *Printer) Pruned(n int, posts bool, free int64) {
	message := "removed " + countPruned(n, posts)
	if n > 0 {
		message += ", which cannot be undone"
	}
	if free > 0 {
		message += "; " + words.Size(free) + " of the file are free for new ones"
	}
	p.Say("%s", message)
}

func countPruned(n int, posts bool) string {
	if posts {
		return words.Count(n, "post", "posts")
	}
	return words.Count(n, "entry", "entries")
}

// Withheld says how many posts an export left out, and why.
func (p *Printer) Withheld(w model.Withheld) {
	all := w.Refused + w.Unknown
	if all == 0 {
		return
	}
	var why []string
	if w.Refused > 0 {
		why = append(why, fmt.Sprintf("robots.txt refuses %d to %s", w.Refused, strings.Join(w.Agents, ", ")))
	}
	if w.Unknown > 0 {
		why = append(why, fmt.Sprintf("no robots.txt is known for %d", w.Unknown))
	}
	p.Say("left out the text of %s: %s", words.Count(all, "post", "posts"), strings.Join(why, ", "))
	if w.Unasked != "" {
		p.Hint("gemsub robots %s asks that capsule for its robots.txt", shell.Word(w.Unasked))
	}
}
