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
	rest := strings.TrimPrefix(string(readable(data)), "\ufeff")
	for number := 1; rest != ""; number++ {
		var line string
		line, rest = cutLine(rest)
		g.gopherLine(number, line)
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

// gopherLine adds a line of a Gopher policy.
func (g *group) gopherLine(number int, line string) {
	line, _, _ = strings.Cut(line, "#")
	text := strings.TrimSpace(line)
	field, value, ok := strings.Cut(text, ":")
	if !ok {
		return
	}
	value = strings.TrimSpace(value)
	field = strings.TrimSpace(field)
	switch {
	case strings.EqualFold(field, "disallow") && value != "":
		p := pattern{prefix: value}
		if prefix, rest, globs := strings.Cut(value, "*"); globs {
			p = pattern{prefix: prefix, pieces: strings.Split(rest, "*")}
		}
		g.rules = append(g.rules, rule{pattern: p, text: strings.ToValidUTF8(text, "\ufffd"), line: number})
	case strings.EqualFold(field, "crawl-delay"):
		g.crawlDelay.state(value)
	}
}
