package robots_test

import (
	"fmt"
	"strings"
	"testing"

	"gemsub/robots"
)

// largeFile resembles the largest file of the corpus: a few rules for everyone, then more
// than a hundred agents that are refused.
func largeFile() []byte {
	var b strings.Builder
	b.WriteString("User-agent: *\nDisallow: /noindex/\nDisallow: /misc/\nDisallow: /*/drafts/\n\n")
	for i := range 150 {
		fmt.Fprintf(&b, "# Bot %d, which asks for too much and tells too little.\nUser-agent: ExampleBot-%d/1.0\n", i, i)
		if i%10 == 9 {
			b.WriteString("Disallow: /\n\n")
		}
	}
	return []byte(b.String())
}

func BenchmarkParse(b *testing.B) {
	file := largeFile()
	b.SetBytes(int64(len(file)))
	b.ReportAllocs()
	for b.Loop() {
		robots.Parse(file)
	}
}

func BenchmarkDecide(b *testing.B) {
	policy, a := robots.Parse(largeFile()), agents("gemsub,feed")
	b.ReportAllocs()
	for b.Loop() {
		if d := policy.Decide(a, "/gemlog/2024-03-25-on-beans-and-peas.gmi"); !d.Allowed {
			b.Fatal(d)
		}
	}
}

func BenchmarkDecideCorpus(b *testing.B) {
	file, ok := corpusFile(b, "robots/Seirdy__seirdy.one__static__robots.txt.ab68206")
	if !ok {
		file = largeFile()
	}
	policy, a := robots.Parse(file), agents("gemsub,feed")
	b.ReportAllocs()
	for b.Loop() {
		if d := policy.Decide(a, "/misc/caf%C3%A9"); d.Allowed {
			b.Fatal(d)
		}
	}
}

func BenchmarkDecideManyWildcards(b *testing.B) {
	rule := "Disallow: /" + strings.Repeat("a*", 200) + "b$\n"
	policy, a := robots.Parse([]byte(strings.Repeat(rule, 100))), agents("gemsub,feed")
	target := "/" + strings.Repeat("a", 1000)
	b.ReportAllocs()
	for b.Loop() {
		if d := policy.Decide(a, target); !d.Allowed {
			b.Fatal(d)
		}
	}
}
