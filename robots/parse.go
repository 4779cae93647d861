package robots

import (
	"bytes"
	"iter"
	"strings"
)

// Parse reads a robots.txt file. It cannot fail: it ignores unknown lines, as the
// specification requires ("Basics"). It reads MaxSize bytes; if a file of that size
// ends without a line end, the last line counts as cut off and is ignored, since half
// a path would match more than its author wrote.
//
// Lines end with LF, CRLF or CR, a byte order mark is skipped and "#" begins a
// comment anywhere. The names of fields and agents have no case, and an agent's
// version, from a "/" on, is ignored. Consecutive agent lines share the rules that
// follow. Blank lines, comments and unknown fields between them do not matter; Allow,
// Disallow, Crawl-delay and Check, whatever their value, end the agent lines. Groups
// for the same agent are one group, in file order. Rules before any agent line count
// for "User-agent: *".
func Parse(data []byte) *Policy {
	r := reader{policy: &Policy{memberships: make(map[agent][]membership)}}
	for l := range lines(data) {
		r.line(l)
	}
	return r.policy
}

// A line is one with a field.
type line struct {
	number       int    // counted from 1
	text         string // without comment and outer white space
	field, value string // the field in lower case
}

// lines yields the lines of a file that have a field.
func lines(data []byte) iter.Seq[line] {
	return func(yield func(line) bool) {
		rest := strings.TrimPrefix(string(readable(data)), "\ufeff")
		for number := 1; rest != ""; number++ {
			var text string
			text, rest = cutLine(rest)
			text, _, _ = strings.Cut(text, "#")
			text = strings.TrimSpace(text)
			field, value, ok := strings.Cut(text, ":")
			if ok && !yield(line{number, text, strings.ToLower(strings.TrimSpace(field)), strings.TrimSpace(value)}) {
				return
			}
		}
	}
}

// readable returns the part of data that Parse reads.
func readable(data []byte) []byte {
	if len(data) < MaxSize {
		return data
	}
	data = data[:MaxSize]
	return data[:bytes.LastIndexAny(data, "\r\n")+1]
}

// cutLine splits s after its first line, and removes the line's end.
func cutLine(s string) (line, rest string) {
	end := strings.IndexAny(s, "\r\n")
	if end < 0 {
		return s, ""
	}
	line, rest = s[:end], s[end+1:]
	if s[end] == '\r' {
		rest = strings.TrimPrefix(rest, "\n")
	}
	return line, rest
}

// A reader builds a policy line by line.
type reader struct {
	policy *Policy
	group  *group // the group that lines belong to, nil before the first
	closed bool   // whether the group has a line besides agents
}

func (r *reader) line(l line) {
	switch l.field {
	case "user-agent":
		r.agent(false, l.value)
	case "virtual-agent":
		r.agent(true, l.value)
	case "allow", "disallow":
		r.rule(l)
	case "crawl-delay":
		r.fill().crawlDelay.state(l.value)
	case "check":
		r.fill().check.state(l.value)
	}
}

// agent adds an agent line to the group of consecutive agent lines. No agent has an empty
// name.
func (r *reader) agent(virtual bool, name string) {
	if r.group == nil || r.closed {
		r.group, r.closed = &group{}, false
	}
	id := newAgent(virtual, name)
	known := r.policy.memberships[id]
	if n := len(known); id.name == "" || n > 0 && known[n-1].group == r.group {
		return
	}
	field := "User-agent: "
	if virtual {
		field = "Virtual-agent: "
	}
	r.policy.memberships[id] = append(known, membership{line: field + name, group: r.group})
}

// rule adds an Allow or Disallow line. An Allow without a value has no meaning. A
// Disallow without one allows everything, which an empty pattern matches.
func (r *reader) rule(l line) {
	g, allow := r.fill(), l.field == "allow"
	if allow && l.value == "" {
		return
	}
	g.rules = append(g.rules, rule{allow || l.value == "", newPattern(l.value), l.text, l.number})
}

// fill returns the group to which a line with a rule or a delay belongs.
func (r *reader) fill() *group {
	if r.group == nil {
		r.agent(false, anyone)
	}
	r.closed = true
	return r.group
}
