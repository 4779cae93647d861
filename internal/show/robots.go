package show

import (
	"encoding/json"
	"fmt"
	"strconv"
	"time"

	"gemsub/internal/model"
	"gemsub/internal/term"
)

// seconds is a number of seconds, which may have decimals as in robots.txt.
func seconds(d time.Duration) string { return strconv.FormatFloat(d.Seconds(), 'f', -1, 64) }

func robotsList() list {
	return list{pipe: "allowed url status group rule line crawl_delay check", fields: []field{
		{"url", term.Column{Name: "URL"}},
		{"allowed", term.Column{Name: "allowed or refused"}},
		{key: "robots_url"},
		{"status", term.Column{Name: "the capsule's answer"}},
		{key: "group"},
		{key: "rule"},
		{key: "line"},
		{"crawl_delay", term.Column{Name: "Crawl-delay"}},
		{"check", term.Column{Name: "Check in seconds"}},
		{key: "policy_at"},
		{key: "policy_until"},
		{key: "failing_since"},
		{key: "deferred_until"},
		{key: "ignored"},
		{key: "next_url"},
		{key: "next_at"},
	}}
}

func robotsRow(r model.RobotsAnswer) row {
	d := r.Decision
	return row{
		r.URL,
		shown{d.Allowed, allowedText(r), term.Plain},
		r.RobotsURL, r.Status, d.Group, d.Rule, d.Line,
		json.Number(seconds(d.CrawlDelay)), json.Number(seconds(d.Check)),
		r.PolicyAt, r.PolicyUntil, r.FailingSince, r.DeferredUntil, r.Ignored, r.NextURL, r.NextAt,
	}
}

func allowedText(r model.RobotsAnswer) string {
	if r.Decision.Allowed {
		return "allowed"
	}
	return "refused"
}

// Robots prints whether a URL may be asked for, and why.
func (p *Printer) Robots(r model.RobotsAnswer) error {
	if p.JSON || !p.Out.IsTerminal() {
		return print(p, robotsList(), []model.RobotsAnswer{r}, robotsRow)
	}
	d := r.Decision
	style := term.Green
	if !d.Allowed {
		style = term.Red
	}
	because := "no rule matches"
	if d.Rule != "" {
		because = fmt.Sprintf("line %d, %q for %q", d.Line, d.Rule, d.Group)
	}
	facts := [][]term.Cell{{{Text: allowedText(r), Style: style}, {Text: r.URL}}, fact("because", because), fact("policy", r.RobotsURL+" ("+r.Status+")")}
	if d.CrawlDelay > 0 {
		facts = append(facts, fact("delay", seconds(d.CrawlDelay)+" s between requests"))
	}
	if d.Check > 0 {
		facts = append(facts, fact("check", "at most every "+seconds(d.Check)+" s"))
	}
	return p.facts(append(facts, p.whenAsked(r)...)...)
}

// whenAsked returns when the capsule was asked and will be asked.
func (p *Printer) whenAsked(r model.RobotsAnswer) (facts [][]term.Cell) {
	add := func(name, format string, args ...any) {
		facts = append(facts, fact(name, fmt.Sprintf(format, args...)))
	}
	at := func(t time.Time) string { return t.Local().Format("15:04 on 2006-01-02") }
	if !r.PolicyAt.IsZero() && !r.PolicyUntil.IsZero() {
		add("asked", "%s, again not before %s", p.ago(r.PolicyAt), at(r.PolicyUntil))
	}
	if !r.FailingSince.IsZero() {
		add("outage", "robots.txt has not been answered since %s; the last one applies for 30 days, and each update asks again", at(r.FailingSince))
	}
	if !r.DeferredUntil.IsZero() {
		add("deferred", "asked to slow down (44): nothing is requested before %s", at(r.DeferredUntil))
	}
	if r.Ignored {
		add("ignored", "you subscribed with --ignore-robots")
	}
	switch {
	case r.NextURL != "" && !r.NextAt.After(p.Now()):
		add("next", "%s, at the next update", r.NextURL)
	case r.NextURL != "":
		add("next", "%s, at the first update after %s", r.NextURL, at(r.NextAt))
	case !r.PolicyAt.IsZero():
		add("next", "nothing: no feed of this capsule is due")
	}
	return facts
}
