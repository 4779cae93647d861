package robots_test

import (
	"strings"
	"testing"

	"gemsub/robots"
)

func TestNoPolicyAllows(t *testing.T) {
	t.Parallel()
	for name, p := range map[string]*robots.Policy{
		"nil":            nil,
		"zero":           {},
		"empty":          robots.Parse(nil),
		"a page instead": robots.Parse([]byte("# Not found\n\nSorry: nothing here.\n=> / Home\n")),
	} {
		want := robots.Decision{Allowed: true}
		if got := p.Decide(agents("gemsub,feed"), "/a"); got != want {
			t.Errorf("%s policy decides %+v, want %+v", name, got, want)
		}
	}
}

func TestParseLineEnds(t *testing.T) {
	t.Parallel()
	const file = "# all\n\nUser-agent: *\nDisallow: /a\n\nDisallow: /b"
	for name, end := range map[string]string{"LF": "\n", "CRLF": "\r\n", "CR": "\r"} {
		p := robots.Parse([]byte(strings.ReplaceAll(file, "\n", end)))
		for target, line := range map[string]int{"/a": 4, "/b": 6} {
			d := p.Decide(agents("gemsub"), target)
			if d.Allowed || d.Line != line || d.Rule != "Disallow: "+target {
				t.Errorf("%s: %s is decided by %+v, want a refusal by line %d", name, target, d, line)
			}
		}
	}
}

func TestParseMixedLineEnds(t *testing.T) {
	t.Parallel()
	p := robots.Parse([]byte("User-agent: *\r\n\n\r\rDisallow: /a\r\n"))
	if d := p.Decide(agents("gemsub"), "/a"); d.Line != 5 {
		t.Errorf("the rule stands on line %d, want 5", d.Line)
	}
}

func TestParseSkipsByteOrderMark(t *testing.T) {
	t.Parallel()
	p := robots.Parse([]byte("\ufeffUser-agent: gemsub\nDisallow: /a"))
	if d := p.Decide(agents("gemsub"), "/a"); d.Allowed {
		t.Error("the first line is not read when a byte order mark stands before it")
	}
}

func TestParseSize(t *testing.T) {
	t.Parallel()
	const head = "User-agent: *\n"
	const rule = "Disallow: /private"
	for _, test := range []struct {
		name    string
		size    int // of what stands before the rule
		end     string
		allowed bool
	}{
		{"just within", robots.MaxSize - len(rule) - 1, "\n", false},
		{"no end of line, smaller", robots.MaxSize - len(rule) - 1, "", false},
		{"no end of line, no smaller", robots.MaxSize - len(rule), "", true},
		{"cut in the path", robots.MaxSize - len(rule) + 1, "\n", true},
		{"cut behind the slash", robots.MaxSize - len("Disallow: /"), "\n", true},
		{"beyond", robots.MaxSize, "\n", true},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			file := head + strings.Repeat("#", test.size-len(head)-1) + "\n" + rule + test.end
			d := robots.Parse([]byte(file)).Decide(agents("gemsub"), "/private/a")
			if d.Allowed != test.allowed {
				t.Errorf("the decision is %+v, want allowed %v", d, test.allowed)
			}
			if d := robots.Parse([]byte(file)).Decide(agents("gemsub"), "/other"); !d.Allowed {
				t.Errorf("half a rule refuses everything: %+v", d)
			}
		})
	}
}
