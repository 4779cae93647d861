package robots_test

import (
	"strings"
	"testing"

	"gemsub/internal/hostile"
	"gemsub/robots"
)

// parseAndDecide reads a policy and asks it about a URL as long as URLs can be.
func parseAndDecide(file []byte) {
	robots.Parse(file).Decide(agents("gemsub,feed"), "/"+strings.Repeat("a", 1000))
}

func BenchmarkHostile(b *testing.B) { hostile.Benchmark(b, hostile.DocumentSize, parseAndDecide) }

func TestHostileShapes(t *testing.T) { hostile.Check(t, parseAndDecide) }
