package address_test

import (
	"testing"

	"gemsub/internal/address"
)

func TestScope(t *testing.T) {
	t.Parallel()
	tests := []struct {
		scope, url string
		want       bool
	}{
		{"example.org/a", "example.org/a", true},
		{"example.org/a", "example.org/a/", true},
		{"example.org/a", "example.org/a/b", true},
		{"example.org/a", "example.org/a?q", true},
		{"example.org/a", "example.org:1965/a", true},
		{"example.org/a", "EXAMPLE.org/x/../a", true},
		{"example.org/a", "example.org/ab", false},
		{"example.org/a", "example.org/", false},
		{"example.org/a", "example.org/b/a", false},
		{"example.org/a", "example.org/A", false},
		{"example.org/a", "example.org:1966/a", false},
		{"example.org/a", "example.net/a", false},
		{"example.org/a", "a.example.org/a", false},
		{"example.org/a/", "example.org/a", false},
		{"example.org/a/", "example.org/a/", true},
		{"example.org/a/", "example.org/a/b", true},
		{"example.org", "example.org/a", true},
		{"example.org", "example.org/robots.txt", true},
		{"example.org:7000/", "example.org:7000/a", true},
		{"example.org:7000/", "example.org/a", false},
		{"example.org/a?q", "example.org/a/b", true},
		// What one server decodes, another does not.
		{"example.org/a", "example.org/a%2Fb", false},
		{"example.org/a", "example.org/a/%2E%2e/b", false},
		{"example.org/a", "example.org/a/x%2F..%2F..%2Fb", false},
		{"example.org/a", `example.org/a/%5C..%5Cb`, false},
		{"example.org/a", "example.org/a/..%252F..%252Fb", false},
		{"example.org/a%2Fb", "example.org/a%2Fb", true}, // named itself
		{"example.org/a%2Fb", "example.org/a%2Fb/c", false},
		{"example.org", "example.org/a%2Fb", true}, // the whole authority, wherever the page is
		{"example.org/%61", "example.org/a", true},
	}
	for _, tt := range tests {
		if got := address.ScopeOf(parse(t, tt.scope)).Contains(parse(t, tt.url)); got != tt.want {
			t.Errorf("%s contains %s: %t, want %t", tt.scope, tt.url, got, tt.want)
		}
	}
}

func TestScopeURL(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"example.org":            "gemini://example.org/",
		"example.org:1965/a":     "gemini://example.org/a",
		"example.org:7000/a/%20": "gemini://example.org:7000/a/%20",
		"[::1]/a":                "gemini://[::1]/a",
	} {
		if got := address.ScopeOf(parse(t, text)).URL(); got != want {
			t.Errorf("%s is %s, want %s", text, got, want)
		}
	}
}
