package view

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"gemsub/feed"
	"gemsub/internal/term"
)

// A Checked is a feed as its author checks it.
type Checked struct {
	URL      string
	Feed     *feed.Feed
	Warnings []feed.Warning
}

// Checks are feeds, as their authors check them.
func Checks() List[Checked] {
	return List[Checked]{Fields: []Field[Checked]{
		{Key: "url", Value: func(c Checked) any { return c.URL }},
		{Key: "title", Value: func(c Checked) any { return c.Feed.Title }},
		{Key: "subtitle", Value: func(c Checked) any { return c.Feed.Subtitle }},
		{Key: "lang", Value: func(c Checked) any { return c.Feed.Lang }},
		{Key: "updated", Value: func(c Checked) any { return c.Feed.Updated }},
		{Key: "format", Value: func(c Checked) any { return c.Feed.Format }},
		{Key: "dating", Value: func(c Checked) any { return orNothing(string(c.Feed.DateSource)) }},
		{Key: "entries", Value: func(c Checked) any { return CheckedEntries().Rows(c.Feed.Entries) }},
		{Key: "warnings", Value: func(c Checked) any { return Warnings().Rows(c.Warnings) }},
	}}
}

// CheckFacts are what is known of a feed as a whole.
func CheckFacts(c Checked) Row {
	return Row{
		{Key: "title", Value: c.Feed.Title},
		{Key: "subtitle", Value: c.Feed.Subtitle},
		{Key: "url", Value: c.URL},
		{Key: "lang", Value: c.Feed.Lang},
		{Key: "updated", Value: c.Feed.Updated.Format(time.RFC3339)},
		{Key: "dated by", Value: c.Feed.DateSource},
		{Key: "entries", Value: len(c.Feed.Entries)},
	}
}

// CheckedEntries are the entries of a feed. In a pipe the first word of a line says what it
// is.
func CheckedEntries() List[feed.Entry] {
	return List[feed.Entry]{Terminal: "updated title url", Pipe: "kind updated title url", Fields: []Field[feed.Entry]{
		{Key: "id", Value: func(e feed.Entry) any { return e.ID }},
		{"url", term.Column{Title: "LINK", Min: 20, Drop: 1}, func(e feed.Entry) any { return styled(term.Dim, e.Link) }},
		{"title", term.Column{Title: "TITLE", Min: 20}, func(e feed.Entry) any { return e.Title }},
		{"updated", term.Column{Title: "DATE"}, func(e feed.Entry) any { return e.Updated }},
		{Key: "kind", Value: func(feed.Entry) any { return Shown{Text: "entry"} }},
	}}
}

// Warnings are warnings for the author of a feed, in a pipe and as JSON.
func Warnings() List[feed.Warning] {
	return List[feed.Warning]{Pipe: "kind line code message", Fields: []Field[feed.Warning]{
		{Key: "line", Value: func(w feed.Warning) any { return w.Line }},
		{Key: "code", Value: func(w feed.Warning) any { return w.Code }},
		{Key: "message", Value: func(w feed.Warning) any { return w.Message }},
		{Key: "kind", Value: func(feed.Warning) any { return Shown{Text: "warning"} }},
	}}
}

// WarningsByCode are the first warning of each kind, with the lines of the others.
func WarningsByCode(warnings []feed.Warning) (texts []string) {
	lines := map[string][]string{}
	for _, w := range warnings {
		lines[w.Code] = append(lines[w.Code], strconv.Itoa(w.Line))
	}
	for _, w := range warnings {
		all := lines[w.Code]
		if len(all) == 0 {
			continue // counted with the first of its kind
		}
		lines[w.Code] = nil
		where, more := "page", ""
		if w.Line > 0 {
			where = "line " + all[0]
		}
		if len(all) > 1 {
			more = fmt.Sprintf(" (and %d more: lines %s)", len(all)-1, firstOf(all[1:]))
		}
		texts = append(texts, fmt.Sprintf("warning: %s: %s%s", where, w.Message, more))
	}
	return texts
}

// firstOf lists the first few lines.
func firstOf(lines []string) string {
	const most = 8
	if len(lines) > most {
		return strings.Join(lines[:most], ", ") + ", …"
	}
	return strings.Join(lines, ", ")
}
