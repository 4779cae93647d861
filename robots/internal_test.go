package robots

import (
	"fmt"
	"strings"
	"testing"
)

// The memory for many agents that share many rules must not grow with their product: an agent
// refers to a group, and only once.
func TestParseOfManyAgentsAndRules(t *testing.T) {
	t.Parallel()
	const agents, rules = 5000, 10000
	var b strings.Builder
	for i := range agents {
		fmt.Fprintf(&b, "User-agent: a%d\nUser-agent: feed\n", i)
	}
	b.WriteString(strings.Repeat("Disallow: /*a*b$\n", rules))

	groups := make(map[*group]bool)
	for id, memberships := range Parse([]byte(b.String())).memberships {
		if len(memberships) != 1 {
			t.Fatalf("agent %v is %d times in the one group", id, len(memberships))
		}
		groups[memberships[0].group] = true
	}
	if len(groups) != 1 {
		t.Fatalf("%d groups, want 1", len(groups))
	}
	for g := range groups {
		if len(g.rules) != rules {
			t.Errorf("the group has %d rules, want %d", len(g.rules), rules)
		}
	}
}
