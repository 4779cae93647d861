// Package robots reads robots.txt files of Gemini capsules and decides from them
// what a bot may request, and how often.
//
// It follows "robots.txt for Gemini" of the companion specifications with what
// the mailing list settled later: the first matching rule in file order decides,
// Allow, Virtual-agent, Crawl-delay and Check. To these it adds the wildcard "*"
// and the final "$" that authors use on the web.
//
// It requests nothing, keeps no time and knows no URL but its path and query:
// who calls it fetches the file, caches it and waits. It is not RFC 9309, in
// which the longest rule decides.
package robots

import (
	"strings"
	"time"
)

// MaxSize is the number of bytes of a file that Parse reads.
const MaxSize = 512 << 10

// MaxCheck is the longest Check that a Decision states.
const MaxCheck = 7 * 24 * time.Hour

// maxDelay is the longest delay that is kept, far below what a Duration holds.
const maxDelay = 365 * 24 * time.Hour

// A Policy is what one robots.txt file says. A nil *Policy and the zero Policy
// allow everything. A Policy does not change, so goroutines may share it.
type Policy struct {
	memberships map[agent][]membership
}

// An agent is one identity that a file addresses. Virtual agents have names of
// their own, apart from those of user agents.
type agent struct {
	virtual bool
	name    string // lower case, without version
}

// anyone is the name that addresses every agent.
const anyone = "*"

// newAgent returns the identity of that name, whatever its case and version:
// "gemsub/1.0" is gemsub.
func newAgent(virtual bool, name string) agent {
	name, _, _ = strings.Cut(name, "/")
	return agent{virtual: virtual, name: strings.ToLower(strings.TrimSpace(name))}
}

// isEmpty reports an identity that addresses nobody.
func (a agent) isEmpty() bool { return a.name == "" }

// A membership says that an agent line puts an agent into a group. Agents hold
// groups, and not copies of their rules, so that a file of many agents and many
// rules takes no more memory than its size.
type membership struct {
	line  string // such as "User-agent: *"
	group *group
}

// A group is the rules below consecutive agent lines.
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

// first returns the first rule of g that matches path, or nil.
func (g *group) first(path string) *rule {
	for i := range g.rules {
		if g.rules[i].pattern.matches(path) {
			return &g.rules[i]
		}
	}
	return nil
}
