package fetch_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"gemsub/internal/capsule"
	"gemsub/internal/fetch"
	"gemsub/internal/menu"
)

// startHole returns a Gopher server, with or without TLS, and a visitor of it.
func startHole(t *testing.T, protocol capsule.Protocol) (*capsule.Server, *visitor) {
	t.Helper()
	s, err := capsule.Start(capsule.Options{Protocol: protocol})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	return s, newVisitor(&fetch.Client{Now: time.Now, Timeout: time.Minute})
}

func TestGopher(t *testing.T) {
	t.Parallel()
	s, c := startHole(t, capsule.Gopher)
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
		resp, err := c.Get(t.Context(), parse(t, s.URL(path)))
		if err != nil || resp.Meta != want[0] || string(resp.Body) != want[1] || resp.Err() != nil {
			t.Errorf("%s: got %+v, %v, want %q", path, resp, err, want)
		}
	}
}

// Each of these answers is an error, not a document.
func TestGopherFaults(t *testing.T) {
	t.Parallel()
	s, c := startHole(t, capsule.Gopher)
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
		"/1/empty":       {fetch.PermanentFailure, "the server closed the connection without an answer"},
		"/1/reset":       {fetch.PermanentFailure, "the server closed the connection without an answer"},
		"/1/web":         {fetch.Malformed, "a web server answered, not a Gopher server"},
		"/1/tls":         {fetch.Malformed, "the server wants TLS: use a gophers:// URL"},
		"/0/3":           {fetch.PermanentFailure, "the server says: No  such file"},
		"/1/nothere":     {fetch.PermanentFailure, "the server says: '/nothere' does not exist"},
		"/0/gophernicus": {fetch.PermanentFailure, "the server says: File or directory not found!"},
		"/1/endless":     {fetch.TooLarge, "page is larger than 5 MiB"},
		"/1/stall":       {fetch.TimedOut, "no whole response within 5s"},
	} {
		c.Timeout = time.Minute
		if want.kind == fetch.TimedOut {
			c.Timeout = 5 * time.Second
		}
		_, err := c.Get(t.Context(), parse(t, s.URL(path)))
		if fetch.KindOf(err) != want.kind || err == nil || err.Error() != "read "+s.URL(path)+": "+want.text {
			t.Errorf("%s: got %v (%v), want %v %s", path, err, fetch.KindOf(err), want.kind, want.text)
		}
	}
}

// Over TLS a server is trusted on first use, separately from other servers on the same host and
// port.
func TestGopherTrust(t *testing.T) {
	t.Parallel()
	s, c := startHole(t, capsule.Gophers)
	s.Reply("/a", capsule.Reply{Body: "Hello\n"})
	if _, err := c.Get(t.Context(), parse(t, s.URL("/0/a"))); err != nil {
		t.Fatal(err)
	}
	if _, ok := c.keys["gophers://"+s.Addr()]; !ok || len(c.keys) != 1 {
		t.Errorf("keys %v", c.keys)
	}
	if err := s.NewCertificate(capsule.CertOptions{}); err != nil {
		t.Fatal(err)
	}
	_, err := c.Get(t.Context(), parse(t, s.URL("/0/a")))
	if _, changed := errors.AsType[*fetch.CertificateError](err); !changed {
		t.Errorf("another key: %v", err)
	}
}
