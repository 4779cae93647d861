package view

import (
	"fmt"
	"strings"

	"gemsub/internal/model"
	"gemsub/internal/words"
)

// Change says in words what a command changed.
func Change(c model.Change) string {
	switch c.Command {
	case "read", "unread":
		return entriesOf(c, "marked as "+c.Command)
	case "star":
		return entriesOf(c, "starred")
	case "unstar":
		return entriesOf(c, "unstarred")
	case "mute":
		return "muted " + c.Subject + ", " + entriesOf(c, "marked as read")
	case "unmute":
		return "removed the mute of " + c.Subject
	case "tag":
		return words.Count(c.Feeds, "feed", "feeds") + " tagged " + c.Subject + feedNames(c)
	case "untag":
		return words.Count(c.Feeds, "feed", "feeds") + " without the tag " + c.Subject + feedNames(c)
	case "set":
		return "set " + c.Subject + " of " + words.Count(c.Feeds, "feed", "feeds") + feedNames(c)
	case "add":
		return words.Count(c.Feeds, "feed", "feeds") + " added" + feedNames(c)
	case "remove", "undo", "sync":
		return words.Count(c.Feeds, "feed", "feeds") + " with " + words.Count(c.Entries, "entry", "entries") + " removed" + feedNames(c)
	}
	return c.Command
}

// entriesOf says how many entries, and of which feeds, are as done says.
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
	names := ": " + strings.Join(c.Names, ", ")
	if more := c.Feeds - len(c.Names); more > 0 {
		names += fmt.Sprintf(" and %d more", more)
	}
	return names
}

// Undone says in words what was undone.
func Undone(u model.Undone) string {
	said := "undone: "
	if u.Restored == 0 {
		said = "nothing undone: "
	}
	said += Change(u.Change)
	if u.Command == "add" && u.Restored > 0 {
		said += "; removed with " + words.Count(u.Entries, "entry", "entries")
	}
	if u.Left > 0 {
		said += fmt.Sprintf("; %d skipped, changed since", u.Left)
	}
	return said
}
