package view

import (
	"cmp"
	"fmt"

	"gemsub/internal/app"
	"gemsub/internal/model"
	"gemsub/internal/term"
	"gemsub/internal/words"
)

// The shorter lists.

// Tags lists the tags of feeds.
var Tags = List[app.TagInfo]{None: "no tags yet", Fields: []Field[app.TagInfo]{
	{"tag", term.Column{Title: "TAG", Min: 12}, func(t app.TagInfo) any { return inStyle(emphasis(t.Unread > 0), t.Tag) }},
	{"feeds", term.Column{Title: "FEEDS", Right: true}, func(t app.TagInfo) any { return t.Feeds }},
	{"unread", term.Column{Title: "UNREAD", Right: true}, func(t app.TagInfo) any { return t.Unread }},
}}

// Mutes lists mutes.
var Mutes = List[model.Mute]{None: "nothing is muted", Fields: []Field[model.Mute]{
	{"id", term.Column{Title: "#", Name: "number", Right: true}, func(m model.Mute) any { return m.ID }},
	{"pattern", term.Column{Title: "PATTERN", Min: 12}, func(m model.Mute) any { return m.Pattern }},
	{"feed_id", term.Column{Title: "FEED", Right: true}, func(m model.Mute) any { return orNull(m.SubscriptionID) }},
	{"tag", term.Column{Title: "TAG"}, func(m model.Mute) any { return m.Tag }},
	{"added_at", term.Column{Title: "SINCE", Drop: 1}, func(m model.Mute) any { return m.AddedAt }},
	{"not", term.Column{Title: "NOT"}, func(m model.Mute) any {
		return Display{Value: m.Inverted, Text: map[bool]string{true: "not"}[m.Inverted]}
	}},
}}

// Keys lists trusted keys.
var Keys = List[model.PinnedKey]{None: "no certificates yet", Fields: []Field[model.PinnedKey]{
	{"authority", term.Column{Title: "AUTHORITY", Min: 16}, func(k model.PinnedKey) any { return k.Authority }},
	{"fingerprint", term.Column{Title: "SHA-256 OF THE KEY", Name: "SHA-256 of the key", Min: 12}, func(k model.PinnedKey) any { return fingerprint(k.Fingerprint) }},
	{"not_after", term.Column{Title: "EXPIRES", Name: "expiry", Drop: 2}, func(k model.PinnedKey) any { return k.NotAfter }},
	{"seen_at", term.Column{Title: "FIRST SEEN", Drop: 1}, func(k model.PinnedKey) any { return ago(k.SeenAt) }},
}}

// Identities lists client certificates.
var Identities = List[app.IdentityInfo]{Pipe: "name fingerprint not_after uses", None: "no identities yet", Fields: []Field[app.IdentityInfo]{
	{"name", term.Column{Title: "NAME"}, func(id app.IdentityInfo) any { return id.Name }},
	{"fingerprint", term.Column{Title: "SHA-256", Name: "SHA-256 of the certificate", Min: 12}, func(id app.IdentityInfo) any { return fingerprint(id.Fingerprint) }},
	{"not_after", term.Column{Title: "EXPIRES", Name: "expiry", Drop: 1}, expiry},
	{Key: "added_at", Value: func(id app.IdentityInfo) any { return id.AddedAt }},
	{"uses", term.Column{Title: "SHOWN AT", Name: "URLs where it is shown", Min: 16}, func(id app.IdentityInfo) any { return links(id.URLs) }},
}}

// NewIdentities lists identities that are not used anywhere yet.
var NewIdentities = List[app.IdentityInfo]{Pipe: "name fingerprint not_after", Fields: Identities.Fields}

// expiry returns the day on which a certificate expires, or "never". An identity that cannot be
// read has none: gemsub doctor says why.
func expiry(id app.IdentityInfo) any {
	shown := Display{Value: id.NotAfter, Text: cmp.Or(words.Date(id.NotAfter), "never")}
	if id.Err != nil {
		shown.Text = "cannot be used"
	}
	if id.Invalid != "" || id.Err != nil {
		shown.Style = term.Red
	}
	return shown
}

// NewIdentity returns the facts about a new identity, for a terminal.
func NewIdentity(id app.IdentityInfo) Row {
	return Row{{Key: "identity", Value: id.Name}, {Key: "expires", Value: expiry(id)}, {Key: "SHA-256", Value: id.Fingerprint}}
}

// FoundPages lists pages that can be subscribed to.
var FoundPages = List[app.FoundPage]{Pipe: "format title entries newest url", Fields: []Field[app.FoundPage]{
	{"url", term.Column{Title: "URL", Name: "URL"}, func(f app.FoundPage) any { return link(f.URL) }},
	{"format", term.Column{Title: "FORMAT"}, func(f app.FoundPage) any { return f.Format }},
	{"title", term.Column{Title: "TITLE", Min: 12}, func(f app.FoundPage) any { return f.Title }},
	{"entries", term.Column{Title: "ENTRIES", Right: true, Drop: 1}, func(f app.FoundPage) any { return f.Entries }},
	{"newest", term.Column{Title: "NEWEST", Name: "newest entry's date", Drop: 2}, func(f app.FoundPage) any { return f.Newest }},
}}

// NewFeeds lists new subscriptions, in a pipe.
var NewFeeds = List[app.AddResult]{Fields: []Field[app.AddResult]{
	{Key: "number", Value: func(a app.AddResult) any { return a.ID }},
	{Key: "URL", Value: func(a app.AddResult) any { return cmp.Or(a.MovedTo, a.URL) }},
	{Key: "title", Value: func(a app.AddResult) any { return a.Title }},
	{Key: "entries", Value: func(a app.AddResult) any { return a.Entries }},
	{Key: "newest entry's date", Value: func(a app.AddResult) any { return a.Newest }},
}}

// ImportLines lists the results of the lines of an imported file.
var ImportLines = List[model.ImportLine]{Fields: []Field[model.ImportLine]{
	{"line", term.Column{Title: "LINE", Right: true}, func(l model.ImportLine) any { return l.Line }},
	{"result", term.Column{Title: "RESULT", Name: "added, known or refused"}, func(l model.ImportLine) any {
		styles := map[string]term.Style{model.ImportAdded: term.Green, model.ImportRefused: term.Red}
		return inStyle(styles[l.Result], l.Result)
	}},
	{"url", term.Column{Title: "URL", Name: "URL", Min: 20}, func(l model.ImportLine) any { return link(l.URL) }},
	{"detail", term.Column{Title: "TITLE OR REASON", Min: 20, Wrap: true}, func(l model.ImportLine) any { return l.Detail }},
}}

// Machines lists the files of the machines that stay in step.
var Machines = List[model.SyncFile]{Fields: []Field[model.SyncFile]{
	{"machine", term.Column{Title: "MACHINE", Min: 12}, func(f model.SyncFile) any { return f.Machine }},
	{"file", term.Column{Title: "FILE", Min: 12}, func(f model.SyncFile) any { return f.Name }},
	{"seen_at", term.Column{Title: "LAST NEWS", Name: "last news"}, func(f model.SyncFile) any { return ago(f.SeenAt) }},
}}

// Changes lists changes that can be undone.
var Changes = List[model.Change]{Pipe: "id at command what", None: "there is no change to undo", Fields: []Field[model.Change]{
	{"id", term.Column{Title: "#", Name: "number", Right: true}, func(c model.Change) any { return c.ID }},
	{"at", term.Column{Title: "WHEN", Drop: 1}, func(c model.Change) any { return Display{Value: c.At, Text: RFC3339(c.At), Terminal: minute(c.At)} }},
	{"command", term.Column{Title: "COMMAND", Drop: 2}, func(c model.Change) any { return c.Command }},
	{Key: "subject", Value: func(c model.Change) any { return c.Subject }},
	{Key: "entries", Value: func(c model.Change) any { return c.Entries }},
	{Key: "feeds", Value: func(c model.Change) any { return c.Feeds }},
	{Key: "names", Value: func(c model.Change) any { return Texts(c.Names) }},
	{"what", term.Column{Title: "WHAT", Min: 20, Wrap: true}, func(c model.Change) any { return changeLine(c) }},
}}

// Findings lists what the doctor found.
var Findings = List[app.Finding]{Fields: []Field[app.Finding]{
	{Key: "level", Value: func(f app.Finding) any { return f.Level }},
	{Key: "about", Value: func(f app.Finding) any { return f.About }},
	{Key: "message", Value: func(f app.Finding) any { return f.Message }},
	{Key: "command", Value: func(f app.Finding) any { return f.Command }},
}}

// A Setting is a setting with its value, and the source of the value.
type Setting struct{ Key, Value, From string }

// Settings lists settings.
var Settings = List[Setting]{None: "no setting differs from its default; gemsub config --all lists every setting", Fields: []Field[Setting]{
	{"setting", term.Column{Title: "SETTING"}, func(s Setting) any { return s.Key }},
	{"value", term.Column{Title: "VALUE", Min: 16}, func(s Setting) any { return s.Value }},
	{"from", term.Column{Title: "FROM", Min: 8, Drop: 1}, func(s Setting) any { return inStyle(term.Dim, s.From) }},
}}

// Version says in a line which program this is.
func Version(b app.Build) string {
	return fmt.Sprintf("gemsub %s (%s %s/%s, SQLite %s)", b.Version, b.Go, b.OS, b.Arch, b.SQLite)
}
