package robots

import (
	"bytes"
	"strings"
)

// Parse reads a robots.txt file. It cannot fail: what it does not know is
// ignored, as the specification asks ("Basics"). It reads MaxSize bytes; of a
// file that long, a last line without an end counts as cut off and is left out,
// since half a path would match more than its author wrote.
//
// Lines end with LF, CRLF or CR, a byte order mark is skipped and "#" begins a
// comment anywhere. The names of fields and agents have no case, and an agent's
// version, from a "/" on, is ignored. Consecutive
// agent lines share the rules that follow; blank lines, comments and unknown
// fields do not part them, but Allow, Disallow, Crawl-delay and Check do,
// whatever their value. Groups for the same agent are one group, in file order.
// What stands before any agent line counts for "User-agent: *".
func Parse(data []byte) *Policy {
	r := reader{policy: &Policy{memberships: make(map[agent][]membership)}}
	rest := strings.TrimPrefix(string(readable(data)), "\ufeff")
	for number := 1; rest != ""; number++ {
		var line string
		line, rest = cutLine(rest)
		r.line(number, line)
	}
	return r.policy
}

// readable returns the part of data that is read.
func readable(data []byte) []byte {
	if len(data) < MaxSize {
		return data
	}
	data = data[:MaxSize]
	return data[:bytes.LastIndexAny(data, "\r\n")+1]
}

// cutLine splits s behind its first line and takes the line's end off.
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

// A reader builds a policy from lines.
type reader struct {
	policy *Policy
	group  *group // the group that lines belong to, nil before the first
	closed bool   // whether the group has a line besides agents
}

func (r *reader) line(number int, line string) {
	line, _, _ = strings.Cut(line, "#")
	text := strings.TrimSpace(line)
	field, value, ok := strings.Cut(text, ":")
	if !ok {
		return
	}
	value = strings.TrimSpace(value)
	switch field = strings.ToLower(strings.TrimSpace(field)); field {
	case "user-agent":
		r.agent(false, value)
	case "virtual-agent":
		r.agent(true, value)
	case "allow", "disallow":
		r.rule(field == "allow", value, text, number)
	case "crawl-delay":
		r.fill().crawlDelay.state(value)
	case "check":
		r.fill().check.state(value)
	}
}

// agent adds an agent line to the group that such lines share.
func (r *reader) agent(virtual bool, name string) {
	if r.group == nil || r.closed {
		r.group, r.closed = &group{}, false
	}
	id := newAgent(virtual, name)
	known := r.policy.memberships[id]
	if n := len(known); n > 0 && known[n-1].group == r.group {
		return
	}
	field := "User-agent: "
	if virtual {
		field = "Virtual-agent: "
	}
	r.policy.memberships[id] = append(known, membership{line: field + name, group: r.group})
}

// rule adds an Allow or Disallow line. An Allow without value says nothing. A
// Disallow without one allows everything, which an empty pattern matches.
func (r *reader) rule(allow bool, value, text string, number int) {
	g := r.fill()
	if allow && value == "" {
		return
	}
	g.rules = append(g.rules, rule{
		allow:   allow || value == "",
		pattern: newPattern(value),
		text:    text,
		line:    number,
	})
}

// fill returns the group that a line with a rule or a delay belongs to.
func (r *reader) fill() *group {
	if r.group == nil {
		r.agent(false, anyone)
	}
	r.closed = true
	return r.group
}
