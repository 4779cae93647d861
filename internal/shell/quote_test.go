package shell

import "testing"

func TestQuote(t *testing.T) {
	t.Parallel()
	for s, want := range map[string]string{
		"gemini://example.org:7000/~a_b/c-d.gmi": "gemini://example.org:7000/~a_b/c-d.gmi",
		"gemini://a/$(rm%20x)":                   "'gemini://a/$(rm%20x)'",
		"gemini://a/x;y":                         "'gemini://a/x;y'",
		"gemini://a/?q":                          "'gemini://a/?q'",
		"gemini://a/x'y":                         `'gemini://a/x'\''y'`,
		"~a":                                     "'~a'",
		"-a":                                     "'-a'",
		"a b":                                    "'a b'",
		"ä":                                      "'ä'",
		"":                                       "''",
	} {
		if got := Quote(s); got != want {
			t.Errorf("%q: %s, want %s", s, got, want)
		}
	}
}
