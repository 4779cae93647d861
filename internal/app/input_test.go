package app_test

import (
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"gemsub/internal/app"
	"gemsub/internal/exchange"
)

// input is standard input with a text.
func input(text string) app.Input { return app.Input{Stdin: strings.NewReader(text)} }

// The URLs on standard input replace "-" among the arguments; standard input is read up to a limit.
func TestInputURLs(t *testing.T) {
	t.Parallel()
	got, err := input("# mine\n=> gemini://b.example/ B\n").URLs([]string{"a.example", "-", "c.example"}, url.Parse)
	if want := []string{"a.example", "gemini://b.example/", "c.example"}; err != nil || !slices.Equal(got, want) {
		t.Errorf("%q, %v; want %q", got, err, want)
	}
	if _, err := input("# none\n").URLs([]string{"-"}, url.Parse); err == nil || err.Error() != "no URL on standard input" {
		t.Error(err)
	}
	if got, err := input(strings.Repeat("a.example\n", 200_000)).URLs([]string{"-"}, url.Parse); err != nil || len(got) > 1<<20/10+1 {
		t.Errorf("%d URLs, %v", len(got), err)
	}
}

// A page may have 5 MiB, and not a byte more.
func TestInputPage(t *testing.T) {
	t.Parallel()
	from := parse(t, page)
	h := newHome(t)
	p, err := input(strings.Repeat("x", 5<<20)).Page("-", from, h.now())
	if err != nil || len(p.Body) != 5<<20 || p.URL != from || !p.Fetched.Equal(h.now()) {
		t.Errorf("%d bytes of %v, %v", len(p.Body), p.URL, err)
	}
	if _, err := input(strings.Repeat("x", 5<<20+1)).Page("-", from, h.now()); err == nil || err.Error() != "read -: larger than 5 MiB" {
		t.Error(err)
	}
}

// The error names the file that cannot be read, without a password.
func TestInputUnreadable(t *testing.T) {
	t.Parallel()
	in, dir := input(""), t.TempDir()
	if _, err := in.List("gemini://me:word@a.example/", exchange.Auto); err == nil || !strings.HasPrefix(err.Error(), "read gemini://…@a.example/: ") {
		t.Error(err)
	}
	if _, err := in.Page(dir, nil, newHome(t).now()); err == nil || !strings.HasPrefix(err.Error(), "read "+dir+": ") {
		t.Error(err)
	}
	if _, err := in.Robots(parse(t, page), filepath.Join(dir, "none")); err == nil {
		t.Error("a robots.txt that is not there decides")
	}
}

// A certificate and its key may be in one file, which is read once.
func TestInputIdentity(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	id := newIdentity(t, "me", h.now(), h.now().Add(day))
	cert := filepath.Join(t.TempDir(), "cert.pem")
	if err := os.WriteFile(cert, id.Certificate, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, in := range []struct{ stdin, cert string }{
		{string(id.Certificate) + string(id.Key), "-"},
		{string(id.Key), cert},
	} {
		got, err := input(in.stdin).Identity("me", in.cert, "-")
		if err != nil || string(got.Key) != string(id.Key) || string(got.Certificate) != string(id.Certificate) {
			t.Errorf("%s: %v", in.cert, err)
		}
	}
	for _, files := range [][2]string{{cert + "x", cert}, {cert, cert + "x"}} {
		if _, err := input("").Identity("me", files[0], files[1]); err == nil || !strings.Contains(err.Error(), "cert.pemx: ") {
			t.Error(err)
		}
	}
}

func TestInputRobots(t *testing.T) {
	t.Parallel()
	answer, err := input("User-agent: *\nDisallow: /log/\n").Robots(parse(t, page), "-")
	if err != nil || answer.Decision.Allowed {
		t.Errorf("%+v, %v", answer, err)
	}
}
