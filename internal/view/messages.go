package view

import (
	"fmt"
	"strings"
	"time"

	"gemsub/internal/app"
	"gemsub/internal/model"
	"gemsub/internal/shell"
	"gemsub/internal/words"
)

// A Message is a line for people beside the results: it says what happened, or what to try.
type Message struct {
	Text         string
	Hint         bool // it says what to try
	TerminalOnly bool // it is printed only on a terminal
}

// Messages are messages in their order.
type Messages []Message

func (m *Messages) say(format string, args ...any) {
	*m = append(*m, Message{Text: fmt.Sprintf(format, args...)})
}

func (m *Messages) hint(format string, args ...any) {
	*m = append(*m, Message{Text: fmt.Sprintf(format, args...), Hint: true})
}

// withHint returns the messages and a hint behind them.
func (m Messages) withHint(format string, args ...any) Messages {
	m.hint(format, args...)
	return m
}

// onTerminal returns the messages, to be printed only on a terminal.
func (m Messages) onTerminal() Messages {
	for i := range m {
		m[i].TerminalOnly = true
	}
	return m
}

// Say returns a single message.
func Say(format string, args ...any) (m Messages) {
	m.say(format, args...)
	return m
}

// when returns a text if the condition holds, otherwise "".
func when(holds bool, format string, args ...any) string {
	if !holds {
		return ""
	}
	return fmt.Sprintf(format, args...)
}

// Notices returns notices as messages.
func Notices(all []string) (m Messages) {
	for _, notice := range all {
		m.say("%s", notice)
	}
	return m
}

// What commands did, or found nothing for.

// NoSubscriptions says that there are no subscriptions.
func NoSubscriptions() Messages { return Say("no subscriptions yet").withHint("gemsub add URL") }

// NothingShown says why q shows no entry: there is no subscription, or no feed was read yet. Three
// reasons are told only on a terminal: no entry is starred, there is no entry, or none is unread.
func NothingShown(q app.EntryQuery, subscribed, read bool) Messages {
	switch {
	case !subscribed:
		return NoSubscriptions()
	case !read:
		return Say("no feed has been read yet").withHint("gemsub update")
	case q.StarredOnly:
		return Say("no starred entries to show").onTerminal()
	case !q.UnreadOnly:
		return Say("no entries to show").onTerminal()
	}
	return Say("no unread entries to show; gemsub entries --all shows read ones too").onTerminal()
}

// NoFeeds says that none of the named feeds has the tag or, if it is "", that there are no feeds.
func NoFeeds(tag string) Messages {
	if tag == "" {
		return NoSubscriptions()
	}
	return Say("none of the named feeds is tagged %s", tag)
}

// NothingListed says why no feed is listed: none has what q asks for.
func NothingListed(q app.FeedQuery) Messages {
	switch stale := !q.StaleBefore.IsZero(); {
	case q.Failing && stale:
		return Say("no feed is both failing and stale")
	case q.Failing:
		return Say("no feed is failing")
	case stale:
		return Say("no feed is stale")
	case q.UnreadOnly:
		return Say("no feed has unread entries")
	}
	return NoFeeds(q.Tag)
}

// NothingReadable says what to try if no entry can be shown, and how many are for a browser.
func NothingReadable(forBrowser []model.Entry) Messages {
	return ForBrowser(forBrowser).withHint("gemsub open ENTRY tries your browser, gemsub read ENTRY skips one")
}

// ForBrowser says how many entries gemsub cannot show, and how to open the first.
func ForBrowser(entries []model.Entry) Messages {
	if len(entries) == 0 {
		return nil
	}
	return Say("%s for your browser: gemsub open %d", words.Count(len(entries), "entry is", "entries are"), entries[0].ID)
}

// SettingsChanged says which settings a subscription has now. Interval is the actual time between
// its checks.
func SettingsChanged(s model.Subscription, to model.Settings, interval time.Duration) (m Messages) {
	s.Interval = interval
	for _, setting := range to.Asked() {
		switch word := setting.Word(s); {
		case setting.Flag == "title":
			m.say("%s", word)
		case word != "":
			m.say("%s: %s", s.Name(), word)
		}
	}
	return m
}

// Removed says which subscription was removed.
func Removed(s model.Subscription) Messages {
	return Say("removed %d %s <%s> with %s", s.ID, s.Name(), s.URL, words.Count(s.Entries, "entry", "entries"))
}

// Muted reports a new mute. If it matches nothing, the user may have meant it as a regular
// expression.
func Muted(mute model.Mute, c model.Change) (m Messages) {
	m.say("mute %d: %s", mute.ID, Change(c))
	if c.Entries == 0 && !strings.HasPrefix(mute.Pattern, "/") && strings.ContainsAny(mute.Pattern, `*^$[]|\`) {
		m.hint("write a regular expression between slashes, such as '/^week [0-9]+$/'")
	}
	return m
}

// Pruned says how many entries were removed, or only their posts, and how many bytes of
// the file are free for new entries. A dry run removed nothing.
func Pruned(n int, posts, isDry bool, free int64) Messages {
	what := words.Count(n, "entry", "entries")
	if posts {
		what = words.Count(n, "post", "posts")
	}
	if isDry {
		return Say("would remove %s", what)
	}
	lost := when(n > 0, ", which cannot be undone")
	return Say("removed %s%s%s", what, lost, when(free > 0, "; %s of the file are free for new ones", words.Size(free)))
}

// Withheld says how many posts an export left out, and why.
func Withheld(w app.WithheldPosts) (m Messages) {
	const leftOut = "left out the text of %s: "
	if w.Refused > 0 {
		m.say(leftOut+"robots.txt refuses %d to %s", words.Count(w.Refused, "post", "posts"), w.Refused, strings.Join(w.Agents, ", "))
	}
	if w.Unknown > 0 {
		m.say(leftOut+"no robots.txt is known for %d", words.Count(w.Unknown, "post", "posts"), w.Unknown)
	}
	if w.Unasked != "" {
		m.hint("gemsub robots %s asks that capsule for its robots.txt", shell.Quote(w.Unasked))
	}
	return m
}

// InvalidIdentity warns if an identity is not valid now.
func InvalidIdentity(id app.IdentityInfo) Messages {
	if id.Invalid == "" {
		return nil
	}
	return Say("identity %s: %s, so capsules may refuse it", id.Name, id.Invalid)
}

// Change says in words what a command changed.
func Change(c model.Change) string {
	switch c.Command {
	case "read", "unread":
		return entriesOf(c, "marked as "+c.Command)
	case model.Reading:
		return fmt.Sprintf("%s read since %s", words.Count(c.Entries, "post", "posts"), c.At.Local().Format("15:04"))
	case "star", "unstar":
		return entriesOf(c, c.Command+"red")
	case "mute":
		return "muted " + c.Subject + ", " + entriesOf(c, "marked as read")
	case "unmute":
		return "removed the mute of " + c.Subject
	case "tag":
		return words.Count(c.Feeds, "feed", "feeds") + " tagged " + c.Subject + feedNames(c)
	case "untag":
		return "tag " + c.Subject + " removed from " + words.Count(c.Feeds, "feed", "feeds") + feedNames(c)
	case "set":
		return "set " + c.Subject + " of " + words.Count(c.Feeds, "feed", "feeds") + feedNames(c)
	case "add":
		return words.Count(c.Feeds, "feed", "feeds") + " added" + feedNames(c)
	case "later":
		return entriesOf(c, "kept to read later")
	case "remove", "undo", "sync":
		if c.Feeds == 0 {
			return words.Count(c.Entries, "entry", "entries") + " removed"
		}
		return words.Count(c.Feeds, "feed", "feeds") + " with " + words.Count(c.Entries, "entry", "entries") + " removed" + feedNames(c)
	}
	return c.Command
}

// changeLine names in a list what a command changed: posts by their titles, feeds by their names.
func changeLine(c model.Change) string {
	posts := first(c.Titles, c.Posts)
	switch c.Command {
	case model.Reading:
		return Change(c) + when(posts != "", ": %s", posts)
	case "read", "unread", "star", "unstar", "later":
		if posts != "" {
			return c.Command + ": " + posts
		}
	}
	return Change(c)
}

// first lists the first of some names, and says how many more there are.
func first(names []string, of int) string {
	more := of - len(names)
	return strings.Join(names, ", ") + when(more > 0, " and %d more", more)
}

// entriesOf says how many entries, and of which feeds, were changed; done is the verb.
func entriesOf(c model.Change, done string) string {
	if c.Entries == 0 {
		return "0 entries " + done
	}
	return fmt.Sprintf("%s of %s %s%s", words.Count(c.Entries, "entry", "entries"), words.Count(c.Feeds, "feed", "feeds"), done, feedNames(c))
}

// feedNames lists the first feeds of a change after a colon.
func feedNames(c model.Change) string {
	if len(c.Names) == 0 {
		return ""
	}
	return ": " + first(c.Names, c.Feeds)
}

// Undone says in words what was undone.
func Undone(u model.UndoResult) string {
	said := "undone: " + Change(u.Change)
	feeds, entries := strings.TrimPrefix(feedNames(u.Change), ": "), words.Count(u.Entries, "entry", "entries")
	is, its := "is", "its"
	if u.Feeds > 1 {
		is, its = "are", "their"
	}
	switch u.Command {
	case "remove", "undo", "sync":
		said = fmt.Sprintf("restored %s with %s %s", feeds, its, entries)
	case model.Reading:
		if len(u.Titles) > 0 { // a reader took back one
			said = "unread again: " + first(u.Titles, 1)
		}
	case "add":
		said = fmt.Sprintf("%s %s removed again, with %s %s", feeds, is, its, entries)
	}
	if u.Restored == 0 {
		said = "nothing undone: " + Change(u.Change)
	}
	return said + when(u.Left > 0, "; %d skipped, changed since", u.Left)
}
