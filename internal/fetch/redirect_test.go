package fetch_test

import (
	"errors"
	"fmt"
	"testing"

	"gemsub/internal/capsule"
	"gemsub/internal/fetch"
)

func TestRedirects(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name      string
		redirects map[string]string // path -> status and target
		url       string
		moved     bool
	}{
		{"none", nil, "gemini://example.org/end", false},
		{"permanent", map[string]string{"/": "31 /end"}, "gemini://example.org/end", true},
		{"temporary", map[string]string{"/": "30 /end"}, "gemini://example.org/end", false},
		{"unknown", map[string]string{"/": "39 /end"}, "gemini://example.org/end", false},
		{"relative", map[string]string{"/": "31 x/../y/", "/y/": "31 ../end"}, "gemini://example.org/end", true},
		{"mixed", map[string]string{"/": "31 /a", "/a": "30 /end"}, "gemini://example.org/end", false},
		{"other host", map[string]string{"/": "31 //Other.example:1965/end"}, "gemini://other.example/end", true},
		{"space", map[string]string{"/": "31 /b c", "/b%20c": "31 end"}, "gemini://example.org/end", true},
		{"stray percent sign", map[string]string{"/": "31 /100%", "/100%25": "31 /ü", "/%C3%BC": "31 10:30", "/10:30": "31 end"}, "gemini://example.org/end", true},
		{"query at home", map[string]string{"/": "31 /b?a", "/b": "31 /end"}, "gemini://example.org/end", true},
		{"fragment", map[string]string{"/": "31 /end#x"}, "gemini://example.org/end", true},
		{
			"five",
			map[string]string{"/": "31 1", "/1": "31 2", "/2": "31 3", "/3": "31 4", "/4": "31 end"},
			"gemini://example.org/end", true,
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			s, c := start(t, capsule.Options{})
			s.Page("/end", "# End\n")
			for path, header := range tt.redirects {
				s.Reply(path, capsule.Reply{Header: header + "\r\n"})
			}
			begin := "example.org"
			if tt.redirects == nil {
				begin += "/end"
			}
			resp, err := c.Get(t.Context(), parse(t, begin), nil)
			if err != nil {
				t.Fatal(err)
			}
			if got := resp.URL.String(); got != tt.url || string(resp.Body) != "# End\n" {
				t.Errorf("got %s with %q, want %s", got, resp.Body, tt.url)
			}
			if tt.moved != (resp.Moved != nil) || tt.moved && resp.Moved.String() != tt.url {
				t.Errorf("moved to %v, want %v", resp.Moved, tt.moved)
			}
		})
	}
}

func TestRedirectsNotFollowed(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, target, to, reason string
	}{
		{"to itself", "/", "gemini://example.org/", "redirects run in a circle"},
		{"to itself spelt otherwise", "gemini://EXAMPLE.org:1965", "gemini://example.org/", "redirects run in a circle"},
		{"another scheme", "https://example.org/", "https://example.org/", `unsupported URL scheme "https" (supported: gemini, gopher, gophers)`},
		{"no host", "gemini:///x", "gemini:///x", "it has no host"},
		{"user", "//me:secret@example.org/", "//…@example.org/", "it contains user information"},
		{"bad host", "//a..b/100%", "//a..b/100%", "its host is not a valid name"},
		{"query elsewhere", "//other.example/delete?yes", "gemini://other.example/delete?yes", "it has a query for another capsule"},
		{"empty query elsewhere", "//other.example/delete?", "gemini://other.example/delete?", "it has a query for another capsule"},
		{"query at another port", "//example.org:7000/?yes", "gemini://example.org:7000/?yes", "it has a query for another capsule"},
		{"control character", "/\x1b[1m", "/\uFFFD[1m", "invalid control character in URL"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			s, c := start(t, capsule.Options{})
			s.Redirect("/", 30, tt.target)
			_, err := c.Get(t.Context(), parse(t, "example.org"), nil)
			want := "follow redirect from gemini://example.org/ to " + tt.to + ": " + tt.reason
			if text(err) != want || fetch.KindOf(err) != fetch.Redirect {
				t.Errorf("%v %q\nwant %q", fetch.KindOf(err), text(err), want)
			}
		})
	}
}

func TestRedirectLoops(t *testing.T) {
	t.Parallel()
	s, c := start(t, capsule.Options{})
	s.Redirect("/a", 31, "/b")
	s.Redirect("/b", 31, "/a")
	for i := range 7 {
		s.Redirect(fmt.Sprintf("/%d", i), 31, fmt.Sprintf("/%d", i+1))
	}
	tests := []struct {
		path, reason string
		requests     int
	}{
		{"/a", "redirects run in a circle", 2},
		{"/0", "more than 5 redirects", 6},
	}
	for _, tt := range tests {
		before := len(s.Requests())
		_, err := c.Get(t.Context(), parse(t, "example.org"+tt.path), nil)
		var redirect *fetch.RedirectError
		if !errors.As(err, &redirect) || redirect.Reason != tt.reason {
			t.Errorf("%s: %v, want %s", tt.path, err, tt.reason)
		}
		if got := len(s.Requests()) - before; got != tt.requests {
			t.Errorf("%s: %d requests, want %d", tt.path, got, tt.requests)
		}
	}
}
