package show

import (
	"fmt"
	"strconv"
	"time"

	"gemsub/internal/model"
	"gemsub/internal/term"
)

// seconds may have decimals, as those of robots.txt.
type seconds float64

// String has no more decimals than it takes.
func (s seconds) String() string { return strconv.FormatFloat(float64(s), 'f', -1, 64) }

type jsonRobots struct {
	URL        string  `json:"url"`
	Allowed    bool    `json:"allowed"`
	RobotsURL  string  `json:"robots_url"`
	Status     string  `json:"status"`
	Group      string  `json:"group"`
	Rule       string  `json:"rule"`
	Line       int     `json:"line"`
	CrawlDelay seconds `json:"crawl_delay"`
	Check      seconds `json:"check"`

	PolicyAt      Time   `json:"policy_at"`      // when the capsule last answered for robots.txt
	PolicyUntil   Time   `json:"policy_until"`   // when it is asked for again
	FailingSince  Time   `json:"failing_since"`  // since when requests for it fail
	DeferredUntil Time   `json:"deferred_until"` // by a 44
	Ignored       bool   `json:"ignored"`        // by a subscription of this URL
	NextURL       string `json:"next_url"`       // the next request to this capsule
	NextAt        Time   `json:"next_at"`
}

// RobotsJSON is Robots as one JSON object.
func (p *Printer) RobotsJSON(r model.RobotsAnswer) error {
	d := r.Decision
	return WriteJSON(p.Out, jsonRobots{
		URL: r.URL, Allowed: d.Allowed, RobotsURL: r.RobotsURL, Status: r.Status, Group: d.Group, Rule: d.Rule, Line: d.Line,
		CrawlDelay: seconds(d.CrawlDelay.Seconds()), Check: seconds(d.Check.Seconds()),
		PolicyAt: Time(r.PolicyAt), PolicyUntil: Time(r.PolicyUntil), FailingSince: Time(r.FailingSince),
		DeferredUntil: Time(r.DeferredUntil), Ignored: r.Ignored, NextURL: r.NextURL, NextAt: Time(r.NextAt),
	})
}

// Robots prints whether a URL may be asked for, and why.
func (p *Printer) Robots(r model.RobotsAnswer) error {
	d := r.Decision
	answer, style := "allowed", term.Green
	if !d.Allowed {
		answer, style = "refused", term.Red
	}
	crawlDelay, check := seconds(d.CrawlDelay.Seconds()), seconds(d.Check.Seconds())
	if !p.Out.IsTerminal() {
		return p.row(robotsColumns(), answer, r.URL, r.Status, d.Group, d.Rule, strconv.Itoa(d.Line), crawlDelay.String(), check.String())
	}
	if err := p.Out.Line(style, "%-10s%s", answer, r.URL); err != nil {
		return err
	}
	because := "no rule matches"
	if d.Rule != "" {
		because = fmt.Sprintf("line %d, %q for %q", d.Line, d.Rule, d.Group)
	}
	facts := [][2]string{{"because", because}, {"policy", r.RobotsURL + " (" + r.Status + ")"}}
	if d.CrawlDelay > 0 {
		facts = append(facts, [2]string{"delay", crawlDelay.String() + " s between requests"})
	}
	if d.Check > 0 {
		facts = append(facts, [2]string{"check", "not before " + check.String() + " s have passed"})
	}
	for _, fact := range append(facts, p.whenAsked(r)...) {
		if err := p.Out.Field(fact[0], fact[1]); err != nil {
			return err
		}
	}
	return nil
}

func robotsColumns() []term.Column {
	return []term.Column{
		{Name: "allowed or refused"},
		{Name: "URL"},
		{Name: "the capsule's answer"},
		{Name: "group"},
		{Name: "rule"},
		{Name: "line"},
		{Name: "Crawl-delay"},
		{Name: "Check in seconds"},
	}
}

// whenAsked returns when the capsule was asked and will be asked.
func (p *Printer) whenAsked(r model.RobotsAnswer) (facts [][2]string) {
	add := func(name, format string, args ...any) {
		facts = append(facts, [2]string{name, fmt.Sprintf(format, args...)})
	}
	at := func(t time.Time) string { return t.Local().Format("15:04 on 2006-01-02") }
	if !r.PolicyAt.IsZero() && !r.PolicyUntil.IsZero() {
		add("asked", "%s, again not before %s", p.ago(r.PolicyAt), at(r.PolicyUntil))
	}
	if !r.FailingSince.IsZero() {
		add("outage", "no answer about robots.txt since %s; the last one holds for 30 days, and each update asks again", at(r.FailingSince))
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
