package robots

import (
	"iter"
	"time"
)

// Agents says as whom a bot reads a policy. Names have no case, a "/" and what
// follows it is a version and ignored, and what remains is compared whole; empty
// names address nobody.
type Agents struct {
	// Name is the bot's own user agent, such as "gemsub".
	Name string
	// Virtual names what the bot does, such as "feed" or "webproxy" ("Virtual
	// user agents"). Each name is answered to as Virtual-agent and as
	// User-agent.
	Virtual []string
}

// A Decision says whether a target may be requested, why, and how often.
type Decision struct {
	// Allowed is the answer.
	Allowed bool
	// Group is the agent line whose rule decides, as field and value:
	// "User-agent: *". It is empty when no rule matched.
	Group string
	// Rule is the deciding rule as its line states it, without comment:
	// "Disallow: /private". It is empty when no rule matched.
	Rule string
	// Line is the number of the rule's line, counted from 1, or 0 when no rule
	// matched.
	Line int
	// CrawlDelay is the least time between two requests to the capsule, from 0
	// to a year. Like Check it does not depend on the target: it comes from the
	// most targeted level that states one, and is the largest stated there.
	CrawlDelay time.Duration
	// Check is the least time between two requests for one feed, from 0 to
	// MaxCheck.
	Check time.Duration
}

// levels is the number of levels that Agents.level knows.
const levels = 3

// Decide answers for one target: the escaped path of a URL and, behind a "?",
// its query. A target that does not begin with "/", as the empty one, is read as
// if the slash stood there.
//
// Three levels are asked, the most targeted first: the bot's name as User-agent,
// its virtual names, and "*" of either kind. The first level in which a rule
// matches decides. An agent's answer is that of its first matching rule in file
// order; where agents of one level answer differently, the bot is refused. With
// no matching rule it is allowed.
//
// Rules match the beginning of path and query, both percent-decoded but for
// "%2F"; "*" stands for any characters, and a "$" at a rule's end for the end of
// the target.
func (p *Policy) Decide(a Agents, target string) Decision {
	d := Decision{Allowed: true}
	if p == nil {
		return d
	}
	path := unescape(withSlash(target))
	var crawlDelay, check delay
	for level := range levels {
		if d.Rule == "" {
			p.decideLevel(&d, a, level, path)
		}
		levelDelay, levelCheck := p.delays(a, level)
		if !crawlDelay.stated {
			crawlDelay = levelDelay
		}
		if !check.stated {
			check = levelCheck
		}
	}
	d.CrawlDelay, d.Check = crawlDelay.value, min(check.value, MaxCheck)
	return d
}

// decideLevel sets d to what the rules of one level say, if one matches.
func (p *Policy) decideLevel(d *Decision, a Agents, level int, path string) {
	for id := range a.level(level) {
		line, rule := p.first(id, path)
		if rule == nil || d.Rule != "" && rule.allow {
			continue
		}
		d.Allowed, d.Group, d.Rule, d.Line = rule.allow, line, rule.text, rule.line
		if !rule.allow {
			return
		}
	}
}

// first returns the first rule for an agent that matches path, and the agent
// line above it. The rule is nil when none matches.
func (p *Policy) first(id agent, path string) (line string, rule *rule) {
	for _, m := range p.memberships[id] {
		if rule := m.group.first(path); rule != nil {
			return m.line, rule
		}
	}
	return "", nil
}

// delays returns the largest delays that one level states.
func (p *Policy) delays(a Agents, level int) (crawlDelay, check delay) {
	for id := range a.level(level) {
		for _, m := range p.memberships[id] {
			crawlDelay.merge(m.group.crawlDelay)
			check.merge(m.group.check)
		}
	}
	return crawlDelay, check
}

// level yields the identities of one level; level 0 is the most targeted.
func (a Agents) level(level int) iter.Seq[agent] {
	return func(yield func(agent) bool) {
		switch level {
		case 0:
			if id := newAgent(false, a.Name); !id.isEmpty() {
				yield(id)
			}
		case 1:
			a.virtual(yield)
		default:
			_ = yield(newAgent(false, anyone)) && yield(newAgent(true, anyone))
		}
	}
}

func (a Agents) virtual(yield func(agent) bool) {
	for _, name := range a.Virtual {
		id := newAgent(true, name)
		if id.isEmpty() {
			continue
		}
		if !yield(id) || !yield(newAgent(false, name)) {
			return
		}
	}
}
