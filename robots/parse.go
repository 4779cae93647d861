package robots

import (
	"bytes"
	"iter"
	"strings"
)

// Parse reads a robots.txt file. It cannot fail: it ignores unknown lines, as the specification
// requires ("Basics"). It reads at most [MaxSize] bytes. If they end within a line, Parse ignores
// that line, since half a path would match more than its author wrote.
//   - Lines end with LF, CRLF or CR. A byte order mark is skipped. "#" begins a comment anywhere.
//   - Case does not matter in names of fields and agents. An agent's version, from a "/" on, is
//     ignored.
//   - Consecutive agent lines share the rules that follow, even with blank lines, comments or
//     unknown fields between them. Any Allow, Disallow, Crawl-delay or Check ends the agent lines.
//   - Groups for the same agent are merged in file order.
//   - Rules before any agent line count for "User-agent: *".
func Parse(data []byte) *Policy {
	r := policyReader{policy: &Policy{memberships: make(map[agent][]membership)}}
	for l := range lines(data) {
		r.readLine(l)
	}
	return r.policy
}

// A line is a line of the file that has a field.
type line struct {
	number       int    // counted from 1
	text         string // without comment and outer white space
	field, value string // the field in lower case
}

// lines yields the lines of a file that have a field.
func lines(data []byte) iter.Seq[line] {
	return func(yield func(line) bool) {
		rest := strings.TrimPrefix(string(cutToMaxSize(data)), "\ufeff")
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

// cutToMaxSize returns the part of data that [Parse] reads.
func cutToMaxSize(data []byte) []byte {
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

// A policyReader builds a policy line by line.
type policyReader struct {
	policy *Policy
	group  *group // the group that lines belong to, nil before the first
	closed bool   // whether the group has a line other than agent lines
}

func (r *policyReader) readLine(l line) {
	switch l.field {
	case "user-agent":
		r.addAgent(false, l.value)
	case "virtual-agent":
		r.addAgent(true, l.value)
	case "allow", "disallow":
		r.addRule(l)
	case "crawl-delay":
		r.groupOfRule().crawlDelay.readValue(l.value)
	case "check":
		r.groupOfRule().check.readValue(l.value)
	}
}

// addAgent adds an agent line to the group of consecutive agent lines. It ignores an empty
// name.
func (r *policyReader) addAgent(virtual bool, name string) {
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

// addRule adds an Allow or Disallow line. An Allow without a value has no meaning. A
// Disallow without a value becomes an Allow whose empty pattern matches everything.
func (r *policyReader) addRule(l line) {
	g, allow := r.groupOfRule(), l.field == "allow"
	if allow && l.value == "" {
		return
	}
	g.rules = append(g.rules, rule{allow || l.value == "", newPattern(l.value), l.text, l.number})
}

// groupOfRule returns the group to which a rule or a delay belongs. The next agent line
// begins another group.
func (r *policyReader) groupOfRule() *group {
	if r.group == nil {
		r.addAgent(false, anyone)
	}
	r.closed = true
	return r.group
}
