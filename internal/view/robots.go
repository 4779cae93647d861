package view

import (
	"encoding/json"
	"fmt"
	"strconv"
	"time"

	"gemsub/internal/model"
	"gemsub/internal/term"
)

// Robots are answers to whether a URL may be asked for.
func Robots() List[model.RobotsAnswer] {
	return List[model.RobotsAnswer]{Pipe: "allowed url status group rule line crawl_delay check", Fields: []Field[model.RobotsAnswer]{
		{"url", term.Column{Name: "URL"}, func(r model.RobotsAnswer) any { return r.URL }},
		{"allowed", term.Column{Name: "allowed or refused"}, func(r model.RobotsAnswer) any { return Shown{Value: r.Decision.Allowed, Text: allowed(r)} }},
		{Key: "robots_url", Value: func(r model.RobotsAnswer) any { return r.RobotsURL }},
		{"status", term.Column{Name: "the capsule's answer"}, func(r model.RobotsAnswer) any { return r.Status }},
		{Key: "group", Value: func(r model.RobotsAnswer) any { return r.Decision.Group }},
		{Key: "rule", Value: func(r model.RobotsAnswer) any { return r.Decision.Rule }},
		{Key: "line", Value: func(r model.RobotsAnswer) any { return r.Decision.Line }},
		{"crawl_delay", term.Column{Name: "Crawl-delay"}, func(r model.RobotsAnswer) any { return json.Number(seconds(r.Decision.CrawlDelay)) }},
		{"check", term.Column{Name: "Check in seconds"}, func(r model.RobotsAnswer) any { return json.Number(seconds(r.Decision.Check)) }},
		{Key: "policy_at", Value: func(r model.RobotsAnswer) any { return r.PolicyAt }},
		{Key: "policy_until", Value: func(r model.RobotsAnswer) any { return r.PolicyUntil }},
		{Key: "failing_since", Value: func(r model.RobotsAnswer) any { return r.FailingSince }},
		{Key: "deferred_until", Value: func(r model.RobotsAnswer) any { return r.DeferredUntil }},
		{Key: "ignored", Value: func(r model.RobotsAnswer) any { return r.Ignored }},
		{Key: "next_url", Value: func(r model.RobotsAnswer) any { return r.NextURL }},
		{Key: "next_at", Value: func(r model.RobotsAnswer) any { return r.NextAt }},
	}}
}

func allowed(r model.RobotsAnswer) string {
	if r.Decision.Allowed {
		return "allowed"
	}
	return "refused"
}

// seconds is a number of seconds, which may have decimals as in robots.txt.
func seconds(d time.Duration) string { return strconv.FormatFloat(d.Seconds(), 'f', -1, 64) }

// RobotsFacts say whether a URL may be asked for, and why, for a terminal.
func RobotsFacts(r model.RobotsAnswer, now time.Time) (facts Row) {
	add := func(name, format string, args ...any) {
		facts = append(facts, Value{Key: name, Value: fmt.Sprintf(format, args...)})
	}
	at := func(t time.Time) string { return t.Local().Format("15:04 on 2006-01-02") }
	d, style := r.Decision, term.Red
	if d.Allowed {
		style = term.Green
	}
	facts = Row{{allowed(r), r.URL, style}}
	if d.Rule == "" {
		add("because", "no rule matches")
	} else {
		add("because", "line %d, %q for %q", d.Line, d.Rule, d.Group)
	}
	add("policy", "%s (%s)", r.RobotsURL, r.Status)
	if d.CrawlDelay > 0 {
		add("delay", "%s s between requests", seconds(d.CrawlDelay))
	}
	if d.Check > 0 {
		add("check", "at most every %s s", seconds(d.Check))
	}
	if !r.PolicyAt.IsZero() && !r.PolicyUntil.IsZero() {
		add("asked", "%s, again not before %s", Ago(r.PolicyAt).Text(now), at(r.PolicyUntil))
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
	case r.NextURL != "" && !r.NextAt.After(now):
		add("next", "%s, at the next update", r.NextURL)
	case r.NextURL != "":
		add("next", "%s, at the first update after %s", r.NextURL, at(r.NextAt))
	case !r.PolicyAt.IsZero():
		add("next", "nothing: no feed of this capsule is due")
	}
	return facts
}
