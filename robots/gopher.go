package robots

import "strings"

// everyRobot is the group in Gopher decisions.
const everyRobot = "every robot"

// ParseGopher reads a robots.txt file of a Gopher server, as its proposal of 2019 has
// it. Every Disallow counts, whatever User-agent lines are around it. Its value, without
// white space before it, is matched from the beginning of the selector: "*" matches any
// bytes, nothing is decoded, no character means the end, and neither file nor selector
// need be UTF-8. One without a value refuses nothing, as on the web. The largest
// Crawl-delay counts too; Allow and other fields do not. Lines and MaxSize are as of
// [Parse].
//
// The target of Decide is then the selector, and agents do not matter.
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
			g.crawlDelay.state(l.value)
		}
	}
	return &Policy{gopher: g}
}

// decideSelector is [Policy.Decide] for the policy of a Gopher server.
func (g *group) decideSelector(selector string) Decision {
	d := Decision{Allowed: true, CrawlDelay: min(g.crawlDelay.value, MaxCrawlDelay)}
	if rule := g.first(selector); rule != nil {
		d.Allowed, d.Group, d.Rule, d.Line = false, everyRobot, rule.text, rule.line
	}
	return d
}
