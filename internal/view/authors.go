package view

import (
	"cmp"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"time"

	"gemsub/feed"
	"gemsub/internal/app"
	"gemsub/internal/term"
)

// Answers for authors of pages: how readers see a page, and what robots.txt allows.

// Checks lists feeds, as their authors check them. In tables, warnings stand below the others.
var Checks = List[app.PageReport]{Fields: []Field[app.PageReport]{
	{Key: "url", Value: func(c app.PageReport) any { return c.Page.URL.String() }},
	{Key: "title", Value: func(c app.PageReport) any { return c.Feed.Title }},
	{Key: "subtitle", Value: func(c app.PageReport) any { return c.Feed.Subtitle }},
	{Key: "lang", Value: func(c app.PageReport) any { return c.Feed.Lang }},
	{Key: "updated", Value: func(c app.PageReport) any { return Display{Value: c.Feed.Updated, Text: RFC3339(c.Feed.Updated)} }},
	{Key: "format", Value: func(c app.PageReport) any { return c.Feed.Format }},
	{Key: "dating", Value: func(c app.PageReport) any { return orNothing(string(c.Feed.DateSource)) }},
	{Key: "entries", Value: func(c app.PageReport) any {
		return Display{Value: CheckedEntries.Rows(c.Feed.Entries), Text: len(c.Feed.Entries)}
	}},
	{Key: "warnings", Value: func(c app.PageReport) any { return Display{Value: Warnings.Rows(c.Warnings), Text: ""} }},
}}

// CheckedEntries lists the entries of a feed. In a pipe the first column says that the line is
// an entry.
var CheckedEntries = List[feed.Entry]{Terminal: "updated title url", Pipe: "kind updated title url", Fields: []Field[feed.Entry]{
	{Key: "id", Value: func(e feed.Entry) any { return e.ID }},
	{"url", term.Column{Title: "LINK", Min: 20, Drop: 1}, func(e feed.Entry) any { return inStyle(term.Dim, e.Link) }},
	{"title", term.Column{Title: "TITLE", Min: 20}, func(e feed.Entry) any { return e.Title }},
	{"updated", term.Column{Title: "DATE"}, func(e feed.Entry) any { return e.Updated }},
	{Key: "kind", Value: func(feed.Entry) any { return Display{Text: "entry"} }},
}}

// Warnings lists warnings for the author of a feed, in a pipe and as JSON.
var Warnings = List[feed.Warning]{Pipe: "kind line code message", Fields: []Field[feed.Warning]{
	{Key: "line", Value: func(w feed.Warning) any { return w.Line }},
	{Key: "code", Value: func(w feed.Warning) any { return w.Code }},
	{Key: "message", Value: func(w feed.Warning) any { return w.Message }},
	{Key: "kind", Value: func(feed.Warning) any { return Display{Text: "warning"} }},
}}

// maxLines is how many lines of further warnings of a kind are listed.
const maxLines = 8

// WarningsByCode returns the first warning of each kind, with up to maxLines lines of the others.
func WarningsByCode(warnings []feed.Warning) (texts []string) {
	lines := map[string][]string{}
	for _, w := range warnings {
		lines[w.Code] = append(lines[w.Code], strconv.Itoa(w.Line))
	}
	for _, w := range warnings {
		all := lines[w.Code]
		if len(all) == 0 {
			continue // the first of its kind has a text
		}
		delete(lines, w.Code)
		where := cmp.Or(when(w.Line > 0, "line %d", w.Line), "page")
		others := all[1:]
		first := strings.Join(others[:min(len(others), maxLines)], ", ") + when(len(others) > maxLines, ", …")
		more := when(len(others) > 0, " (and %d more: lines %s)", len(others), first)
		texts = append(texts, fmt.Sprintf("warning: %s: %s%s", where, w.Message, more))
	}
	return texts
}

// Robots lists answers to whether a URL may be requested.
var Robots = List[app.RobotsAnswer]{Pipe: "allowed url status group rule line crawl_delay check", Fields: []Field[app.RobotsAnswer]{
	{"url", term.Column{Name: "URL"}, func(r app.RobotsAnswer) any { return r.URL }},
	{"allowed", term.Column{Name: "allowed or refused"}, func(r app.RobotsAnswer) any { return Display{Value: r.Decision.Allowed, Text: allowed(r)} }},
	{Key: "robots_url", Value: func(r app.RobotsAnswer) any { return r.RobotsURL }},
	{"status", term.Column{Name: "the capsule's answer"}, func(r app.RobotsAnswer) any { return r.Status }},
	{Key: "group", Value: func(r app.RobotsAnswer) any { return r.Decision.Group }},
	{Key: "rule", Value: func(r app.RobotsAnswer) any { return r.Decision.Rule }},
	{Key: "line", Value: func(r app.RobotsAnswer) any { return r.Decision.Line }},
	{"crawl_delay", term.Column{Name: "Crawl-delay"}, func(r app.RobotsAnswer) any { return json.Number(seconds(r.Decision.CrawlDelay)) }},
	{"check", term.Column{Name: "Check in seconds"}, func(r app.RobotsAnswer) any { return json.Number(seconds(r.Decision.Check)) }},
	{Key: "policy_at", Value: func(r app.RobotsAnswer) any { return r.PolicyAt }},
	{Key: "policy_until", Value: func(r app.RobotsAnswer) any { return r.PolicyUntil }},
	{Key: "failing_since", Value: func(r app.RobotsAnswer) any { return r.FailingSince }},
	{Key: "deferred_until", Value: func(r app.RobotsAnswer) any { return r.DeferredUntil }},
	{Key: "ignored", Value: func(r app.RobotsAnswer) any { return r.Ignored }},
	{Key: "next_url", Value: func(r app.RobotsAnswer) any { return r.NextURL }},
	{Key: "next_at", Value: func(r app.RobotsAnswer) any { return r.NextAt }},
}}

func allowed(r app.RobotsAnswer) string {
	return map[bool]string{true: "allowed", false: "refused"}[r.Decision.Allowed]
}

// seconds returns a number of seconds, with decimals if needed, as in robots.txt.
func seconds(d time.Duration) string { return strconv.FormatFloat(d.Seconds(), 'f', -1, 64) }

// RobotsFacts returns for a terminal whether a URL may be requested, and why.
func RobotsFacts(r app.RobotsAnswer, now time.Time) Row {
	d := r.Decision
	isAsked := !r.PolicyAt.IsZero()
	next := when(isAsked, "nothing: no feed of this capsule is due")
	switch {
	case r.NextURL != "" && !r.NextAt.After(now):
		next = r.NextURL + ", at the next update"
	case r.NextURL != "":
		next = r.NextURL + ", at the first update after " + minute(r.NextAt)
	}
	const outage = "robots.txt has not been answered since %s; the last one applies for 30 days, and each update asks again"
	return Row{
		{allowed(r), inStyle(map[bool]term.Style{true: term.Green, false: term.Red}[d.Allowed], r.URL)},
		{"because", cmp.Or(when(d.Rule != "", "line %d, %q for %q", d.Line, d.Rule, d.Group), "no rule matches")},
		{"policy", fmt.Sprintf("%s (%s)", r.RobotsURL, r.Status)},
		{"delay", when(d.CrawlDelay > 0, "%s s between requests", seconds(d.CrawlDelay))},
		{"check", when(d.Check > 0, "at most every %s s", seconds(d.Check))},
		{"asked", when(isAsked && !r.PolicyUntil.IsZero(), "%s, again not before %s", PastTime(r.PolicyAt).Text(now), minute(r.PolicyUntil))},
		{"outage", when(!r.FailingSince.IsZero(), outage, minute(r.FailingSince))},
		{"deferred", when(!r.DeferredUntil.IsZero(), "asked to slow down (44): nothing is requested before %s", minute(r.DeferredUntil))},
		{"ignored", when(r.Ignored, "you subscribed with --ignore-robots")},
		{"next", next},
	}
}
