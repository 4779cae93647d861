package fetch_test

import (
	"context"
	"net"
	"net/netip"
	"net/url"
	"strconv"
	"strings"
	"testing"
	"time"

	"gemsub/internal/capsule"
	"gemsub/internal/fetch"
)

func TestPrivate(t *testing.T) {
	t.Parallel()
	private := strings.Fields(`127.0.0.1 127.255.255.255 ::1 0.0.0.0 0.1.2.3 :: 255.255.255.255
		10.0.0.1 10.255.255.255 172.16.0.1 172.31.255.255 192.168.0.1 192.168.255.255
		100.64.0.1 100.127.255.255 169.254.0.1 169.254.169.254 fe80::1 fe80::1%eth0 febf::1 fec0::1
		fc00::1 fdff:ffff::1 ::ffff:127.0.0.1 ::ffff:10.0.0.1 ::ffff:192.168.1.1 ::ffff:100.64.0.1 ::ffff:0.0.0.0
		::127.0.0.1 ::10.0.0.1 64:ff9b::10.0.0.1 64:ff9b::7f00:1 64:ff9b:1::1 2002:7f00:1::1 2002:c0a8:101::`)
	public := strings.Fields(`1.1.1.1 9.255.255.255 11.0.0.1 172.15.255.255 172.32.0.1 192.167.255.255 192.169.0.1
		100.63.255.255 100.128.0.1 128.0.0.1 126.255.255.255 169.253.0.1 169.255.0.1 200::1 201:1::1 3ff:ffff::1
		2001:db8::1 2a01::1 ::ffff:1.1.1.1 64:ff9b::1.1.1.1 2002:101:101::1 fbff::1 fe00::1`)
	for _, text := range append(private, public...) {
		want := !contains(public, text)
		if got := fetch.Private(netip.AddrPortFrom(netip.MustParseAddr(text), 1965)); got != want {
			t.Errorf("%s is private: %t, want %t", text, got, want)
		}
	}
}

func contains(all []string, one string) bool {
	for _, s := range all {
		if s == one {
			return true
		}
	}
	return false
}

// A town has two capsules on this machine, of which one counts as public, and
// names that a name server may give to the other at any time.
type town struct {
	public, local *capsule.Server
	client        *fetch.Client
	moved         bool // public.example has the local address now
}

func newTown(t *testing.T) *town {
	var w town
	w.public, w.client = start(t, capsule.Options{})
	w.local, _ = start(t, capsule.Options{})
	for _, s := range []*capsule.Server{w.public, w.local} {
		s.Page("/end", "# End\n")
	}
	_, port, _ := net.SplitHostPort(w.public.Addr())
	w.client.Private = func(a netip.AddrPort) bool { return strconv.Itoa(int(a.Port())) != port }
	w.client.Dial = func(ctx context.Context, network, addr string) (net.Conn, error) {
		to := w.local.Addr()
		if strings.HasPrefix(addr, "public.") && !w.moved {
			to = w.public.Addr()
		}
		return (&net.Dialer{ControlContext: fetch.Control}).DialContext(ctx, network, to)
	}
	return &w
}

func (w *town) get(t *testing.T, o fetch.Origin, u string) (*fetch.Response, error) {
	t.Helper()
	return w.client.Get(fetch.LedBy(t.Context(), o), parse(t, u), nil)
}

func TestWhoMayLeadToAPrivateAddress(t *testing.T) {
	t.Parallel()
	link := fetch.Origin{Home: "other.example:1965", Public: true}
	tests := map[string]struct {
		from      fetch.Origin
		url       string
		redirects map[string]string // of both capsules
		allowed   bool
		local     bool // Response.Local
	}{
		"user":                     {fetch.Origin{}, "local.example/end", nil, true, true},
		"user, public":             {fetch.Origin{}, "public.example/end", nil, true, false},
		"local redirect":           {fetch.Origin{}, "local.example/", map[string]string{"/": "//here.example/end"}, true, true},
		"local redirect to public": {fetch.Origin{}, "local.example/", map[string]string{"/": "//public.example/end"}, true, true},
		"public redirect":          {fetch.Origin{}, "public.example/", map[string]string{"/": "//local.example/end"}, false, false},
		"there and back":           {fetch.Origin{}, "local.example/", map[string]string{"/": "//public.example/a", "/a": "//local.example/end"}, false, false},
		"link":                     {link, "local.example/end", nil, false, false},
		"local link":               {fetch.Origin{Home: "other.example:1965"}, "local.example/end", nil, true, true},
		"link to a redirect":       {fetch.Origin{Home: "other.example:1965"}, "public.example/", map[string]string{"/": "//local.example/end"}, false, false},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := newTown(t)
			for path, to := range tt.redirects {
				w.public.Redirect(path, 30, to)
				w.local.Redirect(path, 30, to)
			}
			resp, err := w.get(t, tt.from, tt.url)
			if tt.allowed {
				if err != nil || resp.Local != tt.local {
					t.Errorf("%+v, %v", resp, err)
				}
				return
			}
			want := "connect local.example:1965: 127.0.0.1 is a private address, and a public capsule led there"
			if text(err) != want || fetch.KindOf(err) != fetch.PrivateAddress || fetch.NoConnection(err) {
				t.Errorf("%v %q", fetch.KindOf(err), text(err))
			}
			if n := len(w.local.Requests()); n > len(tt.redirects)/2 {
				t.Errorf("%d requests of the local capsule", n)
			}
		})
	}
}

// A permanent redirect says where the page lives.
func TestLocalWhereItMovedTo(t *testing.T) {
	t.Parallel()
	w := newTown(t)
	w.local.Redirect("/", 31, "//public.example/end")
	if resp, err := w.get(t, fetch.Origin{}, "local.example/"); err != nil || resp.Local || resp.Moved == nil {
		t.Errorf("%+v, %v", resp, err)
	}
}

// The address is looked at that is connected to, not what the name meant before.
func TestNameThatBecomesPrivate(t *testing.T) {
	t.Parallel()
	w := newTown(t)
	if _, err := w.get(t, fetch.Origin{}, "public.example/end"); err != nil {
		t.Fatal(err)
	}
	w.moved = true
	_, err := w.get(t, fetch.Origin{Public: true}, "public.example/end")
	if want := "connect public.example:1965: 127.0.0.1 is a private address, and the capsule was at a public one before"; text(err) != want {
		t.Errorf("got %q", text(err))
	}
	// Even while the redirects of one request are followed.
	w.moved = false
	w.public.Redirect("/", 30, "/end")
	_, err = w.client.Get(t.Context(), parse(t, "public.example/"), func(_ context.Context, u *url.URL) (time.Duration, error) {
		w.moved = u.Path == "/end"
		return 0, nil
	})
	if fetch.KindOf(err) != fetch.PrivateAddress || w.local.Handshakes() > 0 {
		t.Errorf("%v, %d handshakes", err, w.local.Handshakes())
	}
}

// A dialer that knows nothing of the rule is looked after, too.
func TestPrivateWithoutControl(t *testing.T) {
	t.Parallel()
	w := newTown(t)
	w.client.Dial = w.local.Dial
	_, err := w.get(t, fetch.Origin{Public: true}, "local.example/end")
	if fetch.KindOf(err) != fetch.PrivateAddress || w.local.Handshakes() > 0 {
		t.Errorf("%v, %d handshakes", err, w.local.Handshakes())
	}
}
