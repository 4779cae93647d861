package robots

import (
	"bytes"
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
	rest := strings.TrimPrefix(string(readable(data)), "\ufeff")
	for number := 1; rest != ""; number++ {
		var line string
		line, rest = cutLine(rest)
		r.line(number, line)
	}
	return r.policy
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

// agent adds an agent line to the group of consecutive agent lines.
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

// rule adds an Allow or Disallow line. An Allow without a value has no meaning. A
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

// fill returns the group to which a line with a rule or a delay belongs.
func (r *reader) fill() *group {
	if r.group == nil {
		r.agent(false, anyone)
	}
	r.closed = true
	return r.group
}
