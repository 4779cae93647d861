package robots

import "time"

// Agents are the names by which a policy addresses a bot. Names are compared as a whole, without
// case, and without a version after a "/". Empty names match nothing.
type Agents struct {
	// Name is the bot's own user agent, such as "gemsub".
	Name string
	// Virtual are kinds of bots to which the bot belongs, such as "feed" or "webproxy" ("Virtual
	// user agents"). Each counts in Virtual-agent and in User-agent lines.
	Virtual []string
}

// A Decision says whether a target may be requested, why, and how often.
type Decision struct {
	// Allowed reports whether the target may be requested.
	Allowed bool
	// Group is the agent line whose rule decides, as field and value:
	// "User-agent: *". It is empty if no rule matched.
	Group string
	// Rule is the line of the rule that decides, without comment:
	// "Disallow: /private". It is empty if no rule matched.
	Rule string
	// Line is the number of that line, counted from 1, or 0 if no rule matched.
	Line int
	// CrawlDelay is the least time between two requests to the capsule, from 0 to MaxCrawlDelay.
	// CrawlDelay and Check do not depend on the target. Each is the largest value of the most
	// targeted level that has a value.
	CrawlDelay time.Duration
	// Check is the least time between two requests for one feed, from 0 to MaxCheck.
	Check time.Duration
}

// Decide decides whether a bot may request a target: the escaped path of a URL and, after a "?", its
// query. A "/" is put before a target without one, such as the empty target. For a policy of
// [ParseGopher] the target is a selector, and the rest of this comment does not apply.
//
// There are three levels, the most targeted first: the bot's name as User-agent, its virtual names,
// and "*" of either kind. The first level with a matching rule decides. For each agent its first
// matching rule in file order counts. If the agents of one level disagree, the bot is refused. If no
// rule matches, the bot is allowed.
//
// Rules match the beginning of path and query, both percent-decoded except for "%2F";
// "*" matches any characters, and a "$" at a rule's end matches the end of the target.
func (p *Policy) Decide(a Agents, target string) Decision {
	d := Decision{Allowed: true}
	switch {
	case p == nil:
		return d
	case p.gopher != nil:
		return p.gopher.decideSelector(target)
	}
	path := unescape(withSlash(target))
	var crawlDelay, check delay
	for _, level := range a.levels() {
		if d.Rule == "" {
			p.decideLevel(&d, level, path)
		}
		levelDelay, levelCheck := p.delays(level)
		if !crawlDelay.stated {
			crawlDelay = levelDelay
		}
		if !check.stated {
			check = levelCheck
		}
	}
	d.CrawlDelay, d.Check = min(crawlDelay.value, MaxCrawlDelay), check.value
	return d
}

// decideLevel sets d to the decision of one level, if one of its rules matches.
func (p *Policy) decideLevel(d *Decision, level []agent, path string) {
	for _, id := range level {
		line, rule := p.firstMatch(id, path)
		if rule == nil || d.Rule != "" && rule.allow {
			continue
		}
		d.Allowed, d.Group, d.Rule, d.Line = rule.allow, line, rule.text, rule.line
		if !rule.allow {
			return
		}
	}
}

// firstMatch returns the first rule for an agent that matches path, and the agent line
// above it. The rule is nil if none matches.
func (p *Policy) firstMatch(id agent, path string) (line string, rule *rule) {
	for _, m := range p.memberships[id] {
		if rule := m.group.firstMatch(path); rule != nil {
			return m.line, rule
		}
	}
	return "", nil
}

// delays returns the largest Crawl-delay and the largest Check of one level.
func (p *Policy) delays(level []agent) (crawlDelay, check delay) {
	for _, id := range level {
		for _, m := range p.memberships[id] {
			crawlDelay.merge(m.group.crawlDelay)
			check.merge(m.group.check)
		}
	}
	return crawlDelay, check
}

// levels returns the agents of each level, the most targeted first.
func (a Agents) levels() [][]agent {
	levels := [][]agent{{newAgent(false, a.Name)}, nil, {newAgent(false, anyone), newAgent(true, anyone)}}
	for _, name := range a.Virtual {
		levels[1] = append(levels[1], newAgent(true, name), newAgent(false, name))
	}
	return levels
}
