// Package robots reads robots.txt files of Gemini capsules and decides what a bot may
// request, and how often.
//
// The package follows the companion specification "robots.txt for Gemini" and later agreements on the
// mailing list: the first matching rule in file order decides, and Allow, Virtual-agent,
// Crawl-delay and Check are fields. It adds the wildcard "*" and the final "$" that authors
// use on the web. It does not follow RFC 9309, in which the longest rule decides. For Gopher
// servers see [ParseGopher].
//
// The package makes no requests, has no clock and sees only the path and query of URLs. Its
// callers fetch the file, cache it, and wait.
//
// The shortest use asks whether a bot may request a path:
//
//	policy := robots.Parse(file)
//	if policy.Decide(robots.Agents{Name: "mybot"}, "/log/").Allowed {
//		…
//	}
package robots

import (
	"math"
	"strconv"
	"strings"
	"time"
)

// MaxSize is how many bytes of a file Parse reads.
const MaxSize = 512 << 10

// MaxCheck is the longest Check of a Decision.
const MaxCheck = 7 * 24 * time.Hour

// MaxCrawlDelay is the longest CrawlDelay of a Decision.
const MaxCrawlDelay = 24 * time.Hour

// A Policy is the content of one robots.txt file. A nil *Policy and the zero Policy allow
// everything. A Policy does not change, so goroutines may share it.
type Policy struct {
	gopher      *group // of a Gopher server, for every robot; then memberships is nil
	memberships map[agent][]membership
}

// An agent is a bot, or a kind of bot, that a file names. A virtual agent and a user agent
// may have the same name.
type agent struct {
	virtual bool
	name    string // lower case, without version
}

// anyone is the name that addresses every agent.
const anyone = "*"

// newAgent returns the agent of that name, in lower case and without its version:
// "Gemsub/1.0" is gemsub.
func newAgent(virtual bool, name string) agent {
	if slash := strings.IndexByte(name, '/'); slash >= 0 {
		name = strings.TrimSpace(name[:slash])
	}
	return agent{virtual: virtual, name: strings.ToLower(name)}
}

// A membership links an agent to a group in which an agent line names it. Agents share
// groups instead of copying their rules, so memory is proportional to the file's size.
type membership struct {
	line  string // such as "User-agent: *"
	group *group
}

// A group holds the rules below consecutive agent lines.
type group struct {
	rules      []rule
	crawlDelay delay
	check      delay
}

// A rule is one Allow or Disallow line.
type rule struct {
	allow   bool
	pattern pattern
	text    string // the line without comment and outer white space
	line    int    // counted from 1
}

// firstMatch returns the first rule of g that matches path, or nil.
func (g *group) firstMatch(path string) *rule {
	for i := range g.rules {
		if g.rules[i].pattern.matches(path) {
			return &g.rules[i]
		}
	}
	return nil
}

// A delay is the value of a Crawl-delay or Check field, if there is one.
type delay struct {
	value  time.Duration
	stated bool
}

// readValue reads a field's value: seconds, perhaps with decimals, and at most MaxCheck. It ignores
// other values. If a group has the field several times, the largest value counts.
func (d *delay) readValue(value string) {
	if strings.Trim(value, "0123456789.") != "" {
		return // ParseFloat would accept signs, exponents, NaN and Inf
	}
	seconds, err := strconv.ParseFloat(value, 64)
	if err != nil && !math.IsInf(seconds, 1) {
		return
	}
	seconds = min(seconds, MaxCheck.Seconds()) // far below the maximum of a Duration
	d.merge(delay{
		value:  time.Duration(math.Round(seconds * float64(time.Second))),
		stated: true,
	})
}

// merge sets d to the larger of d and other.
func (d *delay) merge(other delay) {
	d.value = max(d.value, other.value)
	d.stated = d.stated || other.stated
}
