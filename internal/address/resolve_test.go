package address_test

import (
	"net/url"
	"strings"
	"testing"

	"gemsub/internal/address"
)

var references = []struct{ base, ref, want string }{
	{"gemini://example.org/log/", "a b", "gemini://example.org/log/a%20b"},
	{"gemini://example.org/log/", "100%", "gemini://example.org/log/100%25"},
	{"gemini://example.org/log/", "10:30.gmi", "gemini://example.org/log/10:30.gmi"},
	{"gemini://example.org/log/", "%2e%2E/é%2F!", "gemini://example.org/%C3%A9%2F!"},
	{"gemini://example.org/log/", "caf%c3%a9?%c3%A9#%c3", "gemini://example.org/log/caf%C3%A9?%C3%A9#%C3"},
	{"gemini://example.org/log/", "?a|é%#x#y z%", "gemini://example.org/log/?a%7C%C3%A9%25#x%23y%20z%25"},
	{"gemini://example.org/log/", "//HOST", "gemini://host/"},
	{"gemini://example.org/log/", "//Пример.рф:01965/п", "gemini://xn--e1afmkfd.xn--p1ai/%D0%BF"},
	{"gemini://example.org/log/", "gemini://me@Host/x", "gemini://me@host/x"},
	{"gemini://example.org/log/", "HTTPS://Пример.рф:443/a/%2E|?é", "https://xn--e1afmkfd.xn--p1ai:443/a/.%7C?%C3%A9"},
	{"gemini://example.org/log/", "https://A..B/\u202e", "https://a..b/%E2%80%AE"},
	{"gemini://example.org/log/", "https://ПӀ", "https://xn--o1a20a"},
	{"gemini://example.org/log/", "mailto:é x@Host?subject=ä|", "mailto:%C3%A9%20x@Host?subject=%C3%A4%7C"},
	{"gemini://example.org/log/", "gopher://Host:70/1/a%09b", "gopher://host/1/a%09b"},
	{"file:///log/", "a b", "file:///log/a%20b"},
	{"gemini://example.org/", "gemini:x", ""},
	{"gemini://example.org/", "gemini:///x", ""},
	{"gemini://example.org/", "//a..b/", ""},
	{"gemini://example.org/", "//h:70000/", ""},
	{"gemini://example.org/", "a\x1b", ""},
	{"gemini://example.org/", "//[::1/", ""},
	{"gemini://example.org/", "//[example]/", ""},
}

func TestResolve(t *testing.T) {
	t.Parallel()
	for _, tt := range references {
		got := ""
		u, err := address.Resolve(asIs(t, tt.base), tt.ref)
		if err == nil {
			got = u.String()
		} else if !isBad(err) {
			t.Errorf("%q: %v", tt.ref, err)
		}
		if got != tt.want {
			t.Errorf("%q on %s: got %q (%v), want %q", tt.ref, tt.base, got, err, tt.want)
		}
	}
}

// A resolved URL is valid and resolves to itself; if it can be requested, Parse returns the
// same URL.
func FuzzResolve(f *testing.F) {
	for _, tt := range references {
		f.Add(tt.base, tt.ref)
	}
	for _, tt := range urls {
		f.Add("gemini://example.org/log/", tt.in)
	}
	f.Fuzz(func(t *testing.T, base, ref string) {
		b, err := address.Parse(base)
		if err != nil {
			return
		}
		u, err := address.Resolve(b, ref)
		if err != nil {
			return
		}
		text := u.String()
		again, err := address.Resolve(b, text)
		if err != nil || again.String() != text {
			t.Errorf("%q gives %q, which gives %v (%v)", ref, text, again, err)
		}
		if strings.ContainsFunc(text, func(r rune) bool { return r <= ' ' || r > '~' }) {
			t.Errorf("%q gives %q", ref, text)
		}
		if !address.IsSupported(u.Scheme) || u.User != nil {
			return
		}
		text, _, _ = strings.Cut(text, "#")
		if p, err := address.Parse(text); len(text) <= 1024 && (err != nil || p.String() != text) {
			t.Errorf("%q gives %q, parsed to %v (%v)", ref, text, p, err)
		}
	})
}

func asIs(t *testing.T, raw string) *url.URL {
	t.Helper()
	u, err := url.Parse(raw)
	if err != nil {
		t.Fatal(err)
	}
	return u
}

func TestParseLink(t *testing.T) {
	t.Parallel()
	long := "https://a.example/" + strings.Repeat("x", (2<<10))
	for text, want := range map[string]string{
		"a.example":                         "gemini://a.example/",
		" https://A.example:443/x y?q#f ":   "https://a.example:443/x%20y?q#f",
		"http://xn--bcher-kva.example":      "http://xn--bcher-kva.example",
		long[:(2 << 10)]:                    long[:(2 << 10)],
		long:                                "",
		"https://u:secret@a.example/":       "",
		"https:///x":                        "",
		"https:a.example":                   "",
		"gemsub:later":                      "",
		"file:///etc/passwd":                "",
		"javascript:alert(1)":               "",
		"gemini://a.example/\x1b":           "",
		"https://a.example/\x1b":            "",
		"gemini://u:secret@a.example/":      "",
		"gemini://a.example/" + long[:1024]: "",
	} {
		u, err := address.ParseLink(text)
		if got := ""; err == nil {
			if got = u.String(); got != want {
				t.Errorf("%q: %q, want %q", text, got, want)
			}
		} else if want != "" || strings.Contains(err.Error(), "secret") {
			t.Errorf("%q: %v", text, err)
		}
	}
}
