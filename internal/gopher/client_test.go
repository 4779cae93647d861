package gopher_test

import (
	"context"
	"errors"
	"net/url"
	"strings"
	"testing"
	"time"

	"gemsub/internal/address"
	"gemsub/internal/capsule"
	"gemsub/internal/fetch"
	"gemsub/internal/gopher"
	"gemsub/internal/menu"
	"gemsub/internal/model"
)

// keys keeps keys in memory.
type keys map[string]model.PinnedKey

func (k keys) Key(_ context.Context, authority string) (model.PinnedKey, bool, error) {
	key, ok := k[authority]
	return key, ok, nil
}

func (k keys) PinKey(_ context.Context, key model.PinnedKey) error {
	k[key.Authority] = key
	return nil
}

func newClient(k keys) gopher.Client {
	return gopher.Client{Fetch: &fetch.Client{Now: time.Now, Keys: k, Timeout: time.Second, MaxBody: 1 << 20}}
}

func start(t *testing.T, protocol capsule.Protocol) *capsule.Server {
	t.Helper()
	s, err := capsule.Start(capsule.Options{Protocol: protocol})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	return s
}

func get(t *testing.T, c gopher.Client, raw string) (*fetch.Response, error) {
	t.Helper()
	u, err := address.Parse(raw)
	if err != nil {
		t.Fatal(err)
	}
	return c.Get(t.Context(), u, nil)
}

func TestGet(t *testing.T) {
	t.Parallel()
	s := start(t, capsule.Gopher)
	s.Reply("", capsule.Reply{Body: "iHello\t\tx\t1\r\n..\r\n.\r\n"})
	s.Reply("/a \xe4", capsule.Reply{Body: "Gr\xfcn\r\n"})
	s.Reply("/utf8", capsule.Reply{Body: "Grün\n.\n"})
	s.Reply("/find\twords", capsule.Reply{Body: "0Hit\t/a\tx\t70\n"})
	s.Reply("/bin", capsule.Reply{Body: "..\x00\r\n.\r\n"})
	s.Reply("/feed", capsule.Reply{Body: "<?xml version='1.0' encoding='iso-8859-1'?><a>\xfc</a>\n.\n"})
	for path, want := range map[string][2]string{
		"/":               {menu.MediaType, "iHello\t\tx\t1\r\n.\r\n"},
		"/0/a%20%E4":      {"text/plain; charset=iso-8859-1", "Gr\xfcn\r\n"},
		"/0/utf8":         {"text/plain", "Grün\n"},
		"/7/find%09words": {menu.MediaType, "0Hit\t/a\tx\t70\n"},
		"/9/bin":          {"application/octet-stream", "..\x00\r\n.\r\n"},
		"/0/feed":         {"text/plain", "<?xml version='1.0' encoding='iso-8859-1'?><a>\xfc</a>\n"},
	} {
		resp, err := get(t, newClient(keys{}), s.URL(path))
		if err != nil || resp.Meta != want[0] || string(resp.Body) != want[1] || resp.Err() != nil {
			t.Errorf("%s: got %+v, %v, want %q", path, resp, err, want)
		}
	}
}

// Answers that are no document.
func TestFaults(t *testing.T) {
	t.Parallel()
	s := start(t, capsule.Gopher)
	for selector, r := range map[string]capsule.Reply{
		"/empty": {}, "/web": {Body: "HTTP/1.1 400 Bad Request\r\n\r\n"}, "/tls": {Body: "\x15\x03\x01\x00\x02\x02\x46"},
		"/3": {Body: "3No \x1b[31m such file\tfake\t(NULL)\t0\r\n"}, "/reset": {End: capsule.Reset},
		"/gophernicus": {Body: "Error: File or directory not found! (null)\r\n"},
		"/endless":     {Body: strings.Repeat("x", 1<<16), Repeat: true}, "/stall": {Body: "iHello", End: capsule.Stall},
	} {
		s.Reply(selector, r)
	}
	for path, want := range map[string]struct {
		kind fetch.Kind
		text string
	}{
		"/1/empty":            {fetch.Failed, "the server closed the connection without an answer"},
		"/1/reset":            {fetch.Failed, "the server closed the connection without an answer"},
		"/1/web":              {fetch.Malformed, "a web server answered, not a Gopher server"},
		"/1/tls":              {fetch.Malformed, "the server wants TLS: a gophers:// URL asks with it"},
		"/0/3":                {fetch.Failed, "the server says: No \uFFFD[31m such file"},
		"/1/nothere":          {fetch.Failed, "the server says: '/nothere' does not exist"},
		"/0/gophernicus":      {fetch.Failed, "the server says: File or directory not found!"},
		"/1/endless":          {fetch.TooLarge, "page is larger than 1 MiB"},
		"/1/stall":            {fetch.TimedOut, "no whole response within 1s"},
		"/hURL:http://a.org/": {fetch.Failed, "it is a link to http://a.org/"},
	} {
		_, err := get(t, newClient(keys{}), s.URL(path))
		if fetch.KindOf(err) != want.kind || err == nil || err.Error() != "read "+s.URL(path)+": "+want.text {
			t.Errorf("%s: got %v (%v), want %v %s", path, err, fetch.KindOf(err), want.kind, want.text)
		}
	}
}

// Over TLS a server is trusted on first use, apart from others of the same host and port.
func TestTrust(t *testing.T) {
	t.Parallel()
	s, known := start(t, capsule.Gophers), keys{}
	s.Reply("/a", capsule.Reply{Body: "Hello\n"})
	if _, err := get(t, newClient(known), s.URL("/0/a")); err != nil {
		t.Fatal(err)
	}
	if _, ok := known["gophers://"+s.Addr()]; !ok || len(known) != 1 {
		t.Errorf("keys %v", known)
	}
	if err := s.NewCertificate(capsule.CertOptions{}); err != nil {
		t.Fatal(err)
	}
	_, err := get(t, newClient(known), s.URL("/0/a"))
	if _, changed := errors.AsType[*fetch.CertificateError](err); !changed {
		t.Errorf("another key: %v", err)
	}
}

// Where a page leads, a port of another service is not asked, and no words are sent to
// another server.
func TestPortsThatNobodyAskedFor(t *testing.T) {
	t.Parallel()
	s := start(t, capsule.Gopher)
	s.Reply("/a", capsule.Reply{Body: "Hello\n"})
	home, err := url.Parse(s.URL("/"))
	if err != nil {
		t.Fatal(err)
	}
	led := fetch.LedBy(t.Context(), fetch.Origin{Home: address.Authority(home)})
	for raw, want := range map[string]string{
		s.URL("/0/a"):                      "",
		"gopher://127.0.0.1:25/0HELO":      "nobody asked for its port",
		"gopher://example.invalid:6379/0x": "nobody asked for its port",
		"gopher://example.invalid/7/a%09b": "it has a query for another capsule",
		"gophers://127.0.0.1:1965/0/a":     "nobody asked for its port",
	} {
		u, err := address.Parse(raw)
		if err != nil {
			t.Fatal(err)
		}
		_, err = newClient(keys{}).Get(led, u, nil)
		if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%s: got %v, want %q", raw, err, want)
		}
	}
}

func TestMeant(t *testing.T) {
	t.Parallel()
	for raw, want := range map[string]string{
		"gopher://example.org/phlog":             "gopher://example.org/1/phlog",
		"gopher://example.org/1/phlog":           "",
		"gopher://example.org/0phlog":            "",
		"gopher://example.org/I/a.png":           "",
		"gopher://example.org":                   "",
		"gopher://example.org/hURL:http://a.org": "",
	} {
		if got := gopher.Meant(raw); got != want {
			t.Errorf("%s: got %q, want %q", raw, got, want)
		}
	}
}
