package address_test

import (
	"errors"
	"net/url"
	"strings"
	"testing"
	"unicode"

	"gemsub/internal/address"
)

var urls = []struct{ in, want string }{
	{"gemini://example.org/log/", "gemini://example.org/log/"},
	{"example.org/log/", "gemini://example.org/log/"},
	{"example.org", "gemini://example.org/"},
	{"//example.org/x", "gemini://example.org/x"},
	{"localhost:1965/x", "gemini://localhost/x"},
	{"example.org:7000", "gemini://example.org:7000/"},
	{"example.org:7000?q", "gemini://example.org:7000/?q"},
	{" \tgemini://example.org\n", "gemini://example.org/"},
	{"GEMINI://EXAMPLE.Org/A", "gemini://example.org/A"},
	{"gemini://example.org.", "gemini://example.org/"},
	{"gemini://example.org:1965", "gemini://example.org/"},
	{"gemini://example.org:01965", "gemini://example.org/"},
	{"gemini://example.org:/", "gemini://example.org/"},
	{"gemini://example.org:65535/", "gemini://example.org:65535/"},
	{"gemini://example.org/a#b", "gemini://example.org/a"},
	{"gemini://example.org?q", "gemini://example.org/?q"},
	{"gemini://example.org/?", "gemini://example.org/?"},
	{"gemini://example.org/a/./b/../c", "gemini://example.org/a/c"},
	{"gemini://example.org//cgi-bin/x", "gemini://example.org//cgi-bin/x"}, // an empty element is one
	{"gemini://example.org/../..", "gemini://example.org/"},
	{"gemini://example.org/a/%2e%2E/b%2ec/.%2e", "gemini://example.org/"},
	{"gemini://example.org/%252e%252e/%2F", "gemini://example.org/%252e%252e/%2F"},
	{"gemini://example.org//a//b", "gemini://example.org//a//b"},
	{"gemini://example.org/a%2fb%7e~?%c3%a9", "gemini://example.org/a%2Fb~~?%C3%A9"},
	{"gemini://example.org/%7Eann/%41%2D%257E?%7e%5f%26", "gemini://example.org/~ann/A-%257E?~_%26"},
	{"gemini://example.org/ü", "gemini://example.org/%C3%BC"},
	{"gemini://example.org/%zz/100%", "gemini://example.org/%25zz/100%25"},
	{"gemini://example.org/%2F/[ü]!|", "gemini://example.org/%2F/[%C3%BC]!%7C"},
	{"gemini://example.org/?ü%zz%20%", "gemini://example.org/?%C3%BC%25zz%20%25"},
	{"gemini://example.org/?a=b&c=[d]|e_~", "gemini://example.org/?a=b&c=%5Bd%5D%7Ce_~"},
	{"gemini://Dömäin.example/", "gemini://xn--dmin-moa0i.example/"},
	{"gemini://d%C3%B6m%C3%A4in.example/", "gemini://xn--dmin-moa0i.example/"},
	{"gemini://xn--dmin-moa0i.example/", "gemini://xn--dmin-moa0i.example/"},
	{"gemini://example。org/", "gemini://example.org/"},
	{"gemini://my_name.example.org/", "gemini://my_name.example.org/"},
	{"127.0.0.1:7000", "gemini://127.0.0.1:7000/"},
	{"[::1]", "gemini://[::1]/"},
	{"[::1]:7000/x", "gemini://[::1]:7000/x"},
	{"gemini://[2001:DB8:0:0::1]:1965/", "gemini://[2001:db8::1]/"},
	{"gemini://[::ffff:1.2.3.4]/", "gemini://[::ffff:1.2.3.4]/"},
	{"gemini://[fe80::1%25eth0]/", "gemini://[fe80::1%25eth0]/"},
	{"gemini://a/" + strings.Repeat("x", 1013), "gemini://a/" + strings.Repeat("x", 1013)},
	{"gopher://example.org", "gopher://example.org/"},
	{"gopher://example.org:70/1", "gopher://example.org/"},
	{"gopher://example.org/1/", "gopher://example.org/1/"},
	{"GOPHERS://Example.org:70/0a/B", "gophers://example.org/0a/B"},
	{"gopher://example.org:7070/0/a/../b/./c//", "gopher://example.org:7070/0/a/../b/./c//"},
	{"gopher://example.org/0/%2e%2E/a%2fb", "gopher://example.org/0/../a/b"},
	{"gopher://example.org/~ann/", "gopher://example.org/1/~ann/"},
	{"gopher://example.org/1~ann", "gopher://example.org/1~ann"},
	{"gopher://example.org/7/find%09two%20words", "gopher://example.org/7/find%09two%20words"},
	{"gopher://example.org/0/cgi?a=b%20c", "gopher://example.org/0/cgi%3Fa=b%20c"},
	{"gopher://example.org/0/cgi?", "gopher://example.org/0/cgi%3F"},
	{"gopher://example.org/0/a#b", "gopher://example.org/0/a"},
	{"gopher://example.org/0/a%23b%25", "gopher://example.org/0/a%23b%25"},
	{"gopher://example.org/0/(a)!|", "gopher://example.org/0/(a)!%7C"},
	{"gopher://example.org/0/ü%E4", "gopher://example.org/0/%C3%BC%E4"},
	{"gopher://Dömäin.example/1/x", "gopher://xn--dmin-moa0i.example/1/x"},
	{"gopher://[2001:DB8::1]:70/0/x", "gopher://[2001:db8::1]/0/x"},
	{"gopher://example.org/hURL:http://example.com/", "gopher://example.org/hURL:http://example.com/"},
}

var badURLs = []struct{ in, want string }{
	{"", "URL is empty"},
	{" \n", "URL is empty"},
	{"https://example.org", `unsupported URL scheme "https" (supported: gemini, gopher, gophers)`},
	{"spartan://example.org/", `unsupported URL scheme "spartan" (supported: gemini, gopher, gophers)`},
	{"gopher://example.org/0/a%0D%0Ab", "bad URL gopher://example.org/0/a%0D%0Ab: its selector has a line break or a NUL"},
	{"gopher://example.org/0/a%00", "bad URL gopher://example.org/0/a%00: its selector has a line break or a NUL"},
	{"gopher://example.org/0/a?%0a", "bad URL gopher://example.org/0/a?%0A: its selector has a line break or a NUL"},
	{"gopher:///0/a", "bad URL gopher:///0/a: it has no host"},
	{"mailto:x", `unsupported URL scheme "mailto" (supported: gemini, gopher, gophers)`},
	{"file:/etc/passwd", `unsupported URL scheme "file" (supported: gemini, gopher, gophers)`},
	{"gemini:", "bad URL gemini:: it has no host"},
	{"gemini:x", "bad URL gemini:x: it has no host"},
	{"gemini:///x", "bad URL gemini:///x: it has no host"},
	{"/x", "bad URL gemini:///x: it has no host"},
	{"?x", "bad URL gemini:?x: it has no host"},
	{"me@example.org", "bad URL gemini://…@example.org: it contains user information"},
	{"gemini://me:secret@example.org", "bad URL gemini://…@example.org: it contains user information"},
	{"gemini://example.org:0", "bad URL gemini://example.org:0: its port is not from 1 to 65535"},
	{"example.org:65536", "bad URL gemini://example.org:65536: its port is not from 1 to 65535"},
	{"example.org:99999999999999999999", "bad URL gemini://example.org:99999999999999999999: its port is not from 1 to 65535"},
	{"gemini://a..b/", "bad URL gemini://a..b/: its host is not a valid name"},
	{"gemini://./", "bad URL gemini://./: its host is not a valid name"},
	{"gemini://a+b/", "bad URL gemini://a+b/: its host is not a valid name"},
	{"gemini://ex／ample/", "bad URL gemini://ex%EF%BC%8Fample/: its host is not a valid name"},
	{"gemini://" + strings.Repeat("a", 64) + "/", "bad URL gemini://" + strings.Repeat("a", 64) + "/: its host is not a valid name"},
	{"gemini://xn--a.ü/", "bad URL gemini://xn--a.%C3%BC/: its host is not a valid name"},
	{"gemini://[fe80::1%25a%20b]/", "bad URL gemini://[fe80::1%25a%20b]/: its host is not a valid IPv6 address"},
	{"gemini://example.org/a b", "bad URL gemini://example.org/a b: it contains a space or control character"},
	{"gemini://example.org/\x1b[31m", "bad URL gemini://example.org/: it contains a space or control character"},
	{"gemini://example.org/a\u00a0b", "bad URL gemini://example.org/a\u00a0b: it contains a space or control character"},
}

func TestParse(t *testing.T) {
	t.Parallel()
	for _, tt := range urls {
		u, err := address.Parse(tt.in)
		if err != nil {
			t.Errorf("%q: %v", tt.in, err)
			continue
		}
		if u.String() != tt.want {
			t.Errorf("%q: got %q, want %q", tt.in, u, tt.want)
		}
	}
	for _, tt := range badURLs {
		u, err := address.Parse(tt.in)
		if text(err) != tt.want || !isBad(err) {
			t.Errorf("%q: got %v, %v %q, want %q", tt.in, u, err, text(err), tt.want)
		}
	}
	for _, in := range []string{"::1", "gemini://[::1", "gemini://[1.2.3.4]/", "gemini://example.org:x/", "gemini://%ff/", "gemini://a/" + strings.Repeat("x", 1014)} {
		if u, err := address.Parse(in); !isBad(err) {
			t.Errorf("%q: got %v, %v, want an error", in, u, err)
		}
	}
}

func TestParseOfAnyLength(t *testing.T) {
	t.Parallel()
	for _, host := range []string{"ü", "ü.", "a", "%C3%BC", "[", "@", "/"} {
		in := "gemini://" + strings.Repeat(host, 1<<20/len(host))
		u, err := address.Parse(in)
		if !isBad(err) || len(text(err)) > 500 {
			t.Errorf("%q…: got %v, %d bytes of error", host, u, len(text(err)))
		}
	}
}

func TestCanonicalLeavesItsArgument(t *testing.T) {
	t.Parallel()
	u := &url.URL{Scheme: "gemini", Host: "Example.org:1965", Path: "a b", RawQuery: "x y#\n", Fragment: "f"}
	before := *u
	got, err := address.Canonical(u)
	if err != nil {
		t.Fatal(err)
	}
	if want := "gemini://example.org/a%20b?x%20y%23%0A"; got.String() != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if *u != before {
		t.Errorf("argument changed to %+v", u)
	}
}

func TestAuthority(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		"example.org":      "example.org:1965",
		"example.org:7000": "example.org:7000",
		"[::1]":            "[::1]:1965",
		"[::1]:7000":       "[::1]:7000",
		"[fe80::1%25eth0]": "[fe80::1%eth0]:1965",

		"gopher://example.org/1/x":    "gopher://example.org:70",
		"gophers://example.org:7/0/x": "gophers://example.org:7",
	} {
		if got := address.Authority(parse(t, in)); got != want {
			t.Errorf("%s: got %s, want %s", in, got, want)
		}
	}
}

func FuzzParse(f *testing.F) {
	for _, tt := range urls {
		f.Add(tt.in)
	}
	for _, tt := range badURLs {
		f.Add(tt.in)
	}
	f.Fuzz(func(t *testing.T, in string) {
		u, err := address.Parse(in)
		if err != nil {
			if strings.ContainsFunc(err.Error(), unicode.IsControl) || !isBad(err) {
				t.Errorf("%q: error %q", in, err)
			}
			return
		}
		text := u.String()
		again, err := address.Parse(text)
		if err != nil || again.String() != text || *again != *u {
			t.Errorf("%q gives %q, which gives %q (%v)", in, text, again, err)
		}
		notPrintable := func(r rune) bool { return r <= ' ' || r > '~' }
		if len(text) > 1024 || strings.ContainsFunc(text, notPrintable) || !address.IsSupported(u.Scheme) {
			t.Errorf("%q gives %q", in, text)
		}
		if u.User != nil || u.Fragment != "" || u.Path == "" {
			t.Errorf("%q gives %+v", in, u)
		}
	})
}

func parse(t testing.TB, s string) *url.URL {
	t.Helper()
	u, err := address.Parse(s)
	if err != nil {
		t.Fatal(err)
	}
	return u
}

func isBad(err error) bool {
	_, bad := errors.AsType[*address.Error](err)
	return bad
}

// A selector is sent as it was written, and rules of robots.txt match that form.
func TestSelector(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		"gopher://example.org":                  "1|",
		"gopher://example.org/1/":               "1|/",
		"gopher://example.org/0robots.txt":      "0|robots.txt",
		"gopher://example.org/00/robots.txt":    "0|0/robots.txt",
		"gopher://example.org/0/a%20b%E4":       "0|/a b\xe4",
		"gopher://example.org/7/find%09two%09+": "7|/find\ttwo\t+",
		"gopher://example.org/0/cgi?a%3Fb":      "0|/cgi?a?b",
	} {
		u := parse(t, in)
		kind, selector := address.Selector(u)
		if got := string(kind) + "|" + selector; got != want || address.RobotsTarget(u) != selector {
			t.Errorf("%s: got %q, want %q; for robots.txt %q", in, got, want, address.RobotsTarget(u))
		}
	}
}

// text is the text of an error, "" for none.
func text(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}

func TestWithoutUser(t *testing.T) {
	t.Parallel()
	for raw, want := range map[string]string{
		"gemini://me:secret@example.org/x@y": "gemini://…@y", // rather too little is shown
		"socks5://me:p@ss/word@example.org":  "socks5://…@example.org",
		"gemini://me:sec@ret@example.org":    "gemini://…@example.org",
		"//me@example.org?a@b":               "//…@example.org?a@b",
		"me:secret@example.org/x":            "…@example.org/x",
		"gemini://me:sec/ret@example.org/":   "gemini://…@example.org/",
		"gemini://me:sec?ret@example.org/":   "gemini://…@example.org/",
		"gemini://example.org:1965/~me@home": "gemini://example.org:1965/~me@home",
		"gemini://[::1]/~me@home":            "gemini://[::1]/~me@home",
		"gemini://[::1]:1965/~me@home":       "gemini://[::1]:1965/~me@home",
		"gemini://[2001:db8::ffff]/~me@home": "gemini://[2001:db8::ffff]/~me@home",
		"gemini://[::1]:secret/x@y":          "gemini://…@y",
		"gemini://me:secret@[::1]/x@y":       "gemini://…@y",
		"gemini://[fe80::1%25eth0]/~me@home": "gemini://[fe80::1%25eth0]/~me@home",
		"gemini:me:secret@example.org/":      "…@example.org/",
		"me@home":                            "me@home",
		"News: me @ home":                    "News: me @ home",
		"gemini://example.org/~me@home":      "gemini://example.org/~me@home",
		"gemini://me:se cret@example.org/":   "gemini://…@example.org/",
		"mailto:me@example.org":              "mailto:me@example.org",
		"":                                   "",
	} {
		if got := address.WithoutUser(raw); got != want {
			t.Errorf("%q: got %q, want %q", raw, got, want)
		}
	}
}

// An empty query counts in robots.txt: "Disallow: /cgi?" refuses "/cgi?".
func TestRobotsTarget(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"example.org":            "/",
		"example.org/cgi":        "/cgi",
		"example.org/cgi?":       "/cgi?",
		"example.org/cgi?#there": "/cgi?",
		"example.org/cgi?a=b":    "/cgi?a=b",
		"example.org/a%2Fb?%2F":  "/a%2Fb?%2F",
	} {
		if got := address.RobotsTarget(parse(t, text)); got != want {
			t.Errorf("rules are compared with %s for %s, want %s", got, text, want)
		}
	}
}
