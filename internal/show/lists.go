package show

import (
	"cmp"
	"fmt"
	"strconv"

	"gemsub/internal/model"
	"gemsub/internal/term"
)

// The shorter lists.

// Tags prints tags.
func (p *Printer) Tags(all []model.TagInfo) error {
	return print(p, tagList(), all, func(t model.TagInfo) row {
		return row{styled(emphasis(t.Unread > 0), t.Tag), t.Feeds, t.Unread}
	})
}

func tagList() list {
	return list{fields: []field{
		{"tag", term.Column{Title: "TAG", Min: 12}},
		{"feeds", term.Column{Title: "FEEDS", Right: true}},
		{"unread", term.Column{Title: "UNREAD", Right: true}},
	}}
}

// Mutes prints mutes.
func (p *Printer) Mutes(all []model.Mute) error {
	return print(p, muteList(), all, func(m model.Mute) row {
		feed := shown{value: orNull(m.SubscriptionID)} // all feeds have no number
		if m.SubscriptionID != 0 {
			feed.text = strconv.FormatInt(m.SubscriptionID, 10)
		}
		return row{m.ID, m.Pattern, feed, m.Tag, m.AddedAt}
	})
}

func muteList() list {
	return list{fields: []field{
		{"id", term.Column{Title: "#", Name: "number", Right: true}},
		{"pattern", term.Column{Title: "PATTERN", Min: 12}},
		{"feed_id", term.Column{Title: "FEED", Right: true}},
		{"tag", term.Column{Title: "TAG"}},
		{"added_at", term.Column{Title: "SINCE", Drop: 1}},
	}}
}

// Keys prints the keys that are trusted.
func (p *Printer) Keys(all []model.PinnedKey) error {
	return print(p, keyList(), all, func(k model.PinnedKey) row {
		return row{k.Authority, k.Fingerprint, k.NotAfter, shown{k.SeenAt, p.ago(k.SeenAt), term.Plain}}
	})
}

func keyList() list {
	return list{fields: []field{
		{"authority", term.Column{Title: "AUTHORITY", Min: 16}},
		{"fingerprint", term.Column{Title: "SHA-256 OF THE KEY", Name: "SHA-256 of the key", Min: 12}},
		{"not_after", term.Column{Title: "EXPIRES", Name: "expiry", Drop: 2}},
		{"seen_at", term.Column{Title: "FIRST SEEN", Drop: 1}},
	}}
}

// Found prints pages that can be subscribed to.
func (p *Printer) Found(all []model.FoundPage) error {
	return print(p, foundList(), all, func(f model.FoundPage) row {
		return row{p.url(f.URL, term.Plain), f.Format, f.Title, f.Entries, f.Newest}
	})
}

func foundList() list {
	return list{fields: []field{
		{"url", term.Column{Title: "URL", Name: "URL"}},
		{"format", term.Column{Title: "FORMAT"}},
		{"title", term.Column{Title: "TITLE", Min: 12}},
		{"entries", term.Column{Title: "ENTRIES", Right: true, Drop: 1}},
		{"newest", term.Column{Title: "NEWEST", Name: "newest entry's date", Drop: 2}},
	}, terminal: "format title entries newest url", pipe: "format title entries newest url"}
}

// A Setting is a setting in force, and where its value comes from.
type Setting struct{ Key, Value, From string }

// Settings prints settings.
func (p *Printer) Settings(all []Setting) error {
	return print(p, settingList(), all, func(s Setting) row { return row{s.Key, s.Value, styled(term.Dim, s.From)} })
}

func settingList() list {
	return list{fields: []field{
		{"setting", term.Column{Title: "SETTING"}},
		{"value", term.Column{Title: "VALUE", Min: 16}},
		{"from", term.Column{Title: "FROM", Min: 8, Drop: 1}},
	}}
}

// added prints in a pipe what was subscribed to.
func (p *Printer) added(a model.AddResult) error {
	return print(p, addedList(), []model.AddResult{a}, func(a model.AddResult) row {
		return row{a.ID, cmp.Or(a.MovedTo, a.URL), a.Title, a.Entries, a.Newest}
	})
}

func addedList() list {
	return list{fields: append(keyed("number URL title entries"), field{key: "newest entry's date"})}
}

// Findings prints what the doctor found.
func (p *Printer) Findings(found []model.Finding) error {
	if p.JSON || !p.Out.IsTerminal() {
		return print(p, findingList(), found, func(f model.Finding) row { return row{f.Level, f.About, f.Message, f.Command} })
	}
	styles := map[string]term.Style{model.LevelError: term.Red, model.LevelWarning: term.Yellow}
	for _, f := range found { // a table would cut what matters
		if err := p.Out.Paragraph(styles[f.Level], "%s: %s: %s", f.Level, f.About, f.Message); err != nil {
			return err
		}
		if f.Command == "" {
			continue
		}
		if _, err := fmt.Fprintln(p.Out, "  "+p.Out.Styled(term.Cyan, p.Out.Text(f.Command))); err != nil { // whole, to be copied
			return err
		}
	}
	return nil
}

func findingList() list {
	return list{fields: keyed("level about message command")}
}

// Version prints a program's version and what it was built for, as JSON all that is known
// of the build.
func (p *Printer) Version(b model.Build) error {
	if p.JSON {
		return WriteJSON(p.Out, buildList().object(row{b.Version, orNull(b.Commit), b.CommitTime, b.Modified, b.Go, b.OS, b.Arch, b.SQLite}))
	}
	_, err := fmt.Fprintf(p.Out, "gemsub %s (%s %s/%s)\n", b.Version, b.Go, b.OS, b.Arch)
	return err
}

func buildList() list {
	return list{fields: keyed("version commit commit_time modified go os arch sqlite")}
}

// Columns returns the names of the columns that a command's table has in a pipe, none
// if it prints no table.
func Columns(command string) []string {
	return map[string]list{
		"entries": entryList(), "search": entryList(), "prune": entryList(),
		"thread":        threadList(),
		"mentions":      mentionList(),
		"show":          linkList(),
		"list":          feedList(FeedView{}),
		"add":           addedList(),
		"discover":      foundList(),
		"import":        importList(),
		"tag list":      tagList(),
		"mute list":     muteList(),
		"undo":          changeList(),
		"robots":        robotsList(),
		"config":        settingList(),
		"doctor":        findingList(),
		"sync":          machineList(),
		"trust list":    keyList(),
		"identity new":  addedIdentityList(),
		"identity add":  addedIdentityList(),
		"identity list": identityList(),
	}[command].names()
}
