package view

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"gemsub/internal/app"
	"gemsub/internal/model"
	"gemsub/internal/shell"
	"gemsub/internal/words"
)

// AddNotes says what was noticed when a page was added, where the page moved, and whether it is
// subscribed to already.
func AddNotes(a app.AddResult) Messages {
	m, known := Notices(a.Notices), a.Known
	switch {
	case known == nil && a.MovedTo != "":
		m.say("%s moved to %s", a.URL, a.MovedTo)
	case known == nil:
	case a.MovedTo != "":
		m.say("already subscribed: %s leads to %s", a.URL, a.MovedTo)
	default:
		m.say("already subscribed: %d %s <%s>", known.ID, known.Name(), known.URL)
		if known.OldURL != "" { // the page may not be what the user expects
			m.hint("it moved there from %s; gemsub set %d --url %s undoes it", known.OldURL, known.ID, shell.Quote(known.OldURL))
		}
		if len(a.NotApplied) > 0 { // flags that do not apply to a known subscription
			m.hint("nothing was changed; gemsub set %d %s changes it", known.ID, strings.Join(a.NotApplied, " "))
		}
		for _, tag := range a.MissingTags {
			m.hint("gemsub tag add %s %d tags it", shell.Quote(tag), known.ID)
		}
	}
	return m
}

// Subscribed says to what the user subscribed, in words before and after its title.
func Subscribed(a app.AddResult) (before, after string) {
	after = ": " + words.Count(a.Entries, "entry", "entries") + when(!a.Newest.IsZero(), ", newest %s", words.Date(a.Newest))
	return fmt.Sprintf("subscribed to %d ", a.ID), after
}

// AddHints says how many entries a new feed has in common with another one. For a page without
// entries it says which were expected, and what else the user could subscribe to.
func AddHints(a app.AddResult) (m Messages) {
	if a.Common != nil {
		m = Say("it has %s in common with %d %s", words.Count(a.InCommon, "entry", "entries"), a.Common.ID, a.Common.Name()).onTerminal()
	}
	e := a.Empty
	if e == nil {
		return m
	}
	m.say("%s: %s", e.URL, e.Why)
	if e.IsFeed {
		return m
	}
	read := fmt.Sprintf("gemsub set %d", a.ID)
	if a.Refused() {
		read = "gemsub add " + shell.Quote(e.URL)
	}
	if e.NearMisses > 0 {
		m.hint("gemsub check %s shows %s", shell.Quote(e.URL), words.Count(e.NearMisses, "line that is nearly an entry", "lines that are nearly entries"))
	}
	if e.Index != "" {
		m.hint("gemsub add %s adds its folder, if this is a single post", shell.Quote(e.Index))
	}
	for _, url := range e.Candidates {
		m.hint("gemsub add %s", shell.Quote(url))
	}
	if e.Links > 0 {
		dated := when(e.DatedLinks > 0, ", %d of them with a date", e.DatedLinks)
		m.hint("%s --as links reads %s as entries%s", read, words.Count(e.Links, "link", "links"), dated)
	}
	if e.Headings > 0 {
		m.hint("%s --as headings reads %s as entries", read, words.Count(e.Headings, "heading", "headings"))
	}
	m.hint("%s --as page turns each change into an entry", read)
	if a.Refused() {
		m.hint("%s --as gemtext waits for its first dated link", read)
	}
	return m
}

// Results of import and sync.

// ImportCounts says how many feeds of a list were added, known or refused.
func ImportCounts(im app.ImportResult) (m Messages) {
	m.leftOut(im.LeftOut)
	m.paused(im.Paused)
	added := words.Count(im.Count[model.ImportAdded], "feed", "feeds")
	tagged := when(im.Tags > 0, " with %s", words.Count(im.Tags, "tag", "tags"))
	m.say("%s added%s, %d known already, %d refused", added, tagged, im.Count[model.ImportKnown], im.Count[model.ImportRefused])
	return m
}

// Restored says what a backup brought, where the state before is, and whether sync will bring
// later changes back.
func Restored(file string, done model.RestoreResult) (m Messages) {
	m.say("%s with %s restored from %s", words.Count(done.Feeds, "feed", "feeds"), words.Count(done.Entries, "entry", "entries"), file)
	if done.Before != "" {
		m.say("the state before is in %s", done.Before)
		m.hint("gemsub backup --restore %s goes back", shell.Quote(done.Before))
	}
	if done.Synced {
		m.say("the next sync brings back what was changed since the backup, as far as the folder has it")
	}
	return m
}

// Synced says what a sync changed. If it changed nothing, it says so only on a terminal.
func Synced(done model.SyncResult) Messages {
	m := Notices(done.Notes)
	if done.Machine != "" {
		m.say("%s: %s written, %d learned, %s added, %d removed", done.Machine,
			words.Count(done.Changes, "change", "changes"), done.Learned, words.Count(done.Added, "feed", "feeds"), done.Removed)
		m[len(m)-1].TerminalOnly = done.Changes+done.Learned == 0
	}
	if done.Left > 0 {
		m.say("%s left out, as there are too many", words.Count(done.Left, "change is", "changes are"))
	}
	m.paused(done.Paused)
	return m
}

// InStep says how many marks wait for entries and, without machines, how to begin with sync.
func InStep(machines []model.SyncFile, waiting int) (m Messages) {
	if waiting > 0 {
		m.say("%s not here yet", words.Count(waiting, "mark waits for an entry that is", "marks wait for entries that are"))
	}
	if len(machines) == 0 {
		m.hint("gemsub sync DIR brings this machine in step with others")
	}
	return m
}

// paused says how many feeds are paused, why, and how the user can resume them.
func (m *Messages) paused(feeds model.PausedFeeds) {
	why := slices.Concat(slices.Collect(maps.Values(feeds))...)
	slices.Sort(why)
	if len(feeds) > 0 {
		m.say("%s: %s", words.Count(len(feeds), "feed is paused", "feeds are paused"), strings.Join(slices.Compact(why), ", "))
		const most = 10
		which := ""
		for _, id := range slices.Sorted(maps.Keys(feeds)) {
			which += fmt.Sprint(" ", id)
		}
		if len(feeds) > most {
			which = " FEED…"
		}
		m.hint("gemsub list --failing shows which; gemsub set%s --resume starts those that you trust", which)
	}
}

func (m *Messages) leftOut(all map[string]int) {
	for _, reason := range slices.Sorted(maps.Keys(all)) {
		m.say("left out: %d × %s", all[reason], reason)
	}
}
