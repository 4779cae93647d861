package update

import (
	"errors"
	"fmt"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"gemsub/internal/address"
	"gemsub/internal/capsule"
	"gemsub/internal/fetch"
)

// A neighbourhood is a real capsule that answers for every address, and a session that makes
// requests for a person.
type neighbourhood struct {
	*capsule.Server
	client  *fetch.Client
	store   *memory
	session *Session
}

func newNeighbourhood(t *testing.T) *neighbourhood {
	t.Helper()
	s, err := capsule.Start(capsule.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	n := &neighbourhood{Server: s, client: &fetch.Client{Dial: s.Dial, Now: time.Now}, store: newMemory()}
	n.session = (&Engine{Fetch: n.client, Store: n.store, Now: time.Now}).NewSession()
	return n
}

// get requests a URL to which the origin from led.
func (n *neighbourhood) get(t *testing.T, from Origin, raw string) (Answer, error) {
	t.Helper()
	return n.session.Get(t.Context(), Request{URL: parsed(t, raw), Purpose: ForPerson, From: from})
}

// pages returns the requests for anything except robots.txt.
func (n *neighbourhood) pages() []capsule.Request { return pagesOf(n.Server) }

func pagesOf(s *capsule.Server) (all []capsule.Request) {
	for _, r := range s.Requests() {
		if !strings.HasSuffix(r.URL, "/robots.txt") {
			all = append(all, r)
		}
	}
	return all
}

// showing makes the session show an identity in a scope, and returns its fingerprint.
func (n *neighbourhood) showing(t *testing.T, scope string) string {
	t.Helper()
	cert, key, err := fetch.NewCertificate("me", time.Now().Add(-time.Hour), fetch.NoExpiry)
	if err != nil {
		t.Fatal(err)
	}
	id, err := fetch.ParseIdentity("me", cert, key)
	if err != nil {
		t.Fatal(err)
	}
	within := address.ScopeOf(parsed(t, scope))
	n.store.identity = func(u *url.URL) *fetch.Identity {
		if !within.Contains(u) {
			return nil
		}
		return id
	}
	return id.Fingerprint()
}

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
			s := newNeighbourhood(t)
			s.Page("/end", "# End\n")
			for path, header := range tt.redirects {
				s.Reply(path, capsule.Reply{Header: header + "\r\n"})
			}
			begin := "example.org"
			if tt.redirects == nil {
				begin += "/end"
			}
			resp, err := s.get(t, Origin{}, begin)
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
		{"control character", "/\x1b[1m", "/", "invalid control character in URL"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			s := newNeighbourhood(t)
			s.Redirect("/", 30, tt.target)
			_, err := s.get(t, Origin{}, "example.org")
			want := "follow redirect from gemini://example.org/ to " + tt.to + ": " + tt.reason
			if fmt.Sprint(err) != want || fetch.KindOf(err) != fetch.BadRedirect {
				t.Errorf("%v %q\nwant %q", fetch.KindOf(err), fmt.Sprint(err), want)
			}
		})
	}
}

func TestRedirectLoops(t *testing.T) {
	t.Parallel()
	s := newNeighbourhood(t)
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
		before := len(s.pages())
		_, err := s.get(t, Origin{}, "example.org"+tt.path)
		var redirect *fetch.Error
		if !errors.As(err, &redirect) || redirect.Kind != fetch.BadRedirect || redirect.Reason != tt.reason {
			t.Errorf("%s: %v, want %s", tt.path, err, tt.reason)
		}
		if got := len(s.pages()) - before; got != tt.requests {
			t.Errorf("%s: %d requests, want %d", tt.path, got, tt.requests)
		}
	}
}

// An identity is shown in its scope, but not after a redirect of another authority or user, even
// if that leads back.
func TestIdentityAtEachHop(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		scope     string
		redirects [][2]string // from and to
		want      [][2]string // host and visitor of each request
	}{
		"within its scope": {
			"a.example/in",
			[][2]string{{"a.example/in", "/out"}, {"a.example/out", "/in/end"}},
			[][2]string{{"a.example/in", "me"}, {"a.example/out", ""}, {"a.example/in/end", "me"}},
		},
		"for the target of another capsule": {
			"b.example/",
			[][2]string{{"a.example/in", "gemini://b.example/action"}},
			[][2]string{{"a.example/in", ""}, {"b.example/action", ""}},
		},
		"at another port": {
			"a.example:7000/",
			[][2]string{{"a.example/in", "gemini://a.example:7000/action"}},
			[][2]string{{"a.example/in", ""}, {"a.example:7000/action", ""}},
		},
		"of another user": {
			"a.example/~alice/",
			[][2]string{{"a.example/in", "/~mallory/"}, {"a.example/~mallory/", "/~alice/action"}},
			[][2]string{{"a.example/in", ""}, {"a.example/~mallory/", ""}, {"a.example/~alice/action", ""}},
		},
		"of a folder below": {
			"a.example/~alice/",
			[][2]string{{"a.example/in", "/~alice/"}, {"a.example/~alice/", "/~alice/app"}},
			[][2]string{{"a.example/in", ""}, {"a.example/~alice/", ""}, {"a.example/~alice/app", ""}},
		},
		"back home": {
			"a.example/in",
			[][2]string{{"a.example/in", "gemini://b.example/back"}, {"b.example/back", "gemini://a.example/in/action"}},
			[][2]string{{"a.example/in", "me"}, {"b.example/back", ""}, {"a.example/in/action", ""}},
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newNeighbourhood(t)
			me := s.showing(t, tt.scope)
			for _, r := range tt.redirects {
				s.Redirect(parsed(t, r[0]).Path, 30, r[1])
			}
			s.Page("/in/end", "# End\n")
			s.Page("/action", "# End\n")
			s.Page("/~alice/action", "# End\n")
			s.Page("/~alice/app", "# End\n")
			s.Page("/in/action", "# End\n")
			if _, err := s.get(t, Origin{}, "a.example/in"); err != nil {
				t.Fatal(err)
			}
			var got [][2]string
			for _, r := range s.pages() {
				got = append(got, [2]string{strings.TrimPrefix(r.URL, "gemini://"), strings.Replace(r.Visitor, me, "me", 1)})
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("requests (-want +got):\n%s", diff)
			}
		})
	}
}

// A link is followed with a query only on the page's own authority, with an identity only below
// the page's folder, and never with both.
func TestLinksOfAPage(t *testing.T) {
	t.Parallel()
	s := newNeighbourhood(t)
	for _, path := range []string{"/", "/x", "/log/", "/log/x"} {
		s.Page(path, "# A\n")
	}
	me := s.showing(t, "a.example/")
	page, err := s.get(t, Origin{}, "a.example/log/")
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(Origin{Home: "a.example:1965", Page: page.Response.URL}, page.Origin); diff != "" {
		t.Errorf("origin (-want +got):\n%s", diff)
	}
	for link, shown := range map[string]string{"a.example/log/x": me, "a.example/log/x?q": "", "a.example/x": "", "b.example/log/x": ""} {
		_, err := s.get(t, page.Origin, link)
		if all := s.pages(); err != nil || all[len(all)-1].Visitor != shown {
			t.Errorf("%s: visitor %q, error %v", link, all[len(all)-1].Visitor, err)
		}
	}
	before := len(s.Requests())
	_, err = s.get(t, page.Origin, "b.example/x?q")
	if want := "bad URL gemini://b.example/x?q: it has a query for another capsule"; err == nil || err.Error() != want || len(s.Requests()) != before {
		t.Errorf("got %v after %d requests, want %q", err, len(s.Requests())-before, want)
	}
}

// Over Gopher, a page leads neither to the port of another service, nor to another server with
// the words of a search.
func TestRefusal(t *testing.T) {
	t.Parallel()
	from := Origin{Home: "gopher://a.example:7070"}
	for raw, want := range map[string]string{
		"gopher://a.example:7070/0/a":      "",
		"gopher://b.example/0/a":           "",
		"gopher://b.example:7070/0/a":      "its port is not 70, and nobody asked for it",
		"gopher://127.0.0.1:25/0HELO":      "its port is not 70, and nobody asked for it",
		"gophers://127.0.0.1:1965/0/a":     "its port is not 70, and nobody asked for it",
		"gopher://example.invalid/7/a%09b": "it has a query for another capsule",
	} {
		if got := from.Refusal(parsed(t, raw)); got != want {
			t.Errorf("%s: %q, want %q", raw, got, want)
		}
	}
}
