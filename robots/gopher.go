package robots

import "strings"

// everyRobot is the group that a decision about Gopher names.
const everyRobot = "every robot"

// ParseGopher reads a robots.txt file of a Gopher server by the proposal of 2019.
//   - Every Disallow counts. User-agent lines do not matter.
//   - The value of a Disallow is matched from the beginning of the selector. "*" matches any bytes.
//     "$" has no special meaning, nothing is decoded, and file and selector may be in any encoding.
//   - A Disallow without a value refuses nothing, as on the web.
//   - The largest Crawl-delay counts. Allow and other fields do not.
//   - Lines and size are limited as in [Parse].
//
// The target of [Policy.Decide] is then the selector, and agents do not matter.
func ParseGopher(data []byte) *Policy {
	const usual = 2 // rules
	g := &group{rules: make([]rule, 0, usual)}
	for l := range lines(data) {
		switch {
		case l.field == "disallow" && l.value != "":
			prefix, rest, globs := strings.Cut(l.value, "*")
			p := pattern{prefix: prefix}
			if globs {
				p.pieces = strings.Split(rest, "*")
			}
			g.rules = append(g.rules, rule{pattern: p, text: strings.ToValidUTF8(l.text, "\ufffd"), line: l.number})
		case l.field == "crawl-delay":
			g.crawlDelay.readValue(l.value)
		}
	}
	return &Policy{gopher: g}
}

// decideSelector does the work of [Policy.Decide] for a Gopher server.
func (g *group) decideSelector(selector string) Decision {
	d := Decision{Allowed: true, CrawlDelay: min(g.crawlDelay.value, MaxCrawlDelay)}
	if rule := g.firstMatch(selector); rule != nil {
		d.Allowed, d.Group, d.Rule, d.Line = false, everyRobot, rule.text, rule.line
	}
	return d
}
