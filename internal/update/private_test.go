package update

import (
	"context"
	"fmt"
	"net"
	"net/netip"
	"strconv"
	"strings"
	"testing"

	"gemsub/internal/capsule"
	"gemsub/internal/fetch"
)

// A town has two capsules on this machine, one of which counts as public, and names that the
// name server may move to the other at any time.
type town struct {
	public, local *capsule.Server
	*neighbourhood
	moved bool // public.example has the local address now
}

func newTown(t *testing.T) *town {
	var w town
	w.neighbourhood = newNeighbourhood(t)
	w.public, w.local = w.Server, newNeighbourhood(t).Server
	for _, s := range []*capsule.Server{w.public, w.local} {
		s.Page("/end", "# End\n")
	}
	_, port, _ := net.SplitHostPort(w.public.Addr())
	w.client.IsPrivate = func(a netip.AddrPort) bool { return strconv.Itoa(int(a.Port())) != port }
	w.client.Dial = func(ctx context.Context, network, addr string) (net.Conn, error) {
		to := w.local.Addr()
		if strings.HasPrefix(addr, "public.") && !w.moved {
			to = w.public.Addr()
		}
		return new(net.Dialer).DialContext(ctx, network, to)
	}
	return &w
}

func TestWhoMayLeadToAPrivateAddress(t *testing.T) {
	t.Parallel()
	link := Origin{Home: "other.example:1965", Public: true}
	tests := map[string]struct {
		from      Origin
		url       string
		redirects map[string]string // of both capsules
		allowed   bool
		local     bool // Response.Local
	}{
		"user":                     {Origin{}, "local.example/end", nil, true, true},
		"user, public":             {Origin{}, "public.example/end", nil, true, false},
		"local redirect":           {Origin{}, "local.example/", map[string]string{"/": "//here.example/end"}, true, true},
		"local redirect to public": {Origin{}, "local.example/", map[string]string{"/": "//public.example/end"}, true, true},
		"public redirect":          {Origin{}, "public.example/", map[string]string{"/": "//local.example/end"}, false, false},
		"there and back":           {Origin{}, "local.example/", map[string]string{"/": "//public.example/a", "/a": "//local.example/end"}, false, false},
		"link":                     {link, "local.example/end", nil, false, false},
		"local link":               {Origin{Home: "other.example:1965"}, "local.example/end", nil, true, true},
		"link to a redirect":       {Origin{Home: "other.example:1965"}, "public.example/", map[string]string{"/": "//local.example/end"}, false, false},
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
			if fmt.Sprint(err) != want || fetch.KindOf(err) != fetch.PrivateAddress || fetch.IsConnectionError(err) {
				t.Errorf("%v %q", fetch.KindOf(err), fmt.Sprint(err))
			}
			if n := len(pagesOf(w.local)); n > len(tt.redirects)/2 {
				t.Errorf("%d requests of the local capsule", n)
			}
		})
	}
}

// After a permanent redirect, the address of the new URL counts.
func TestLocalWhereItMovedTo(t *testing.T) {
	t.Parallel()
	w := newTown(t)
	w.local.Redirect("/", 31, "//public.example/end")
	if resp, err := w.get(t, Origin{}, "local.example/"); err != nil || resp.Local || resp.Moved == nil {
		t.Errorf("%+v, %v", resp, err)
	}
}

// After a temporary redirect, the address of the requested URL counts.
func TestLocalWhereItWasAskedFor(t *testing.T) {
	t.Parallel()
	w := newTown(t)
	w.local.Redirect("/", 31, "//public.example/a")
	w.public.Redirect("/a", 30, "/end")
	if resp, err := w.get(t, Origin{}, "local.example/"); err != nil || !resp.Local || resp.Moved != nil {
		t.Errorf("%+v, %v", resp, err)
	}
}

// The address that is dialled counts, not one that the name had before.
func TestNameThatBecomesPrivate(t *testing.T) {
	t.Parallel()
	w := newTown(t)
	if _, err := w.get(t, Origin{}, "public.example/end"); err != nil {
		t.Fatal(err)
	}
	w.moved = true
	_, err := w.get(t, Origin{Public: true}, "public.example/end")
	if want := "connect public.example:1965: 127.0.0.1 is a private address, and the feed counts as public"; fmt.Sprint(err) != want {
		t.Errorf("got %q", fmt.Sprint(err))
	}
	// This is true even between the redirects of one request.
	w.moved = false
	w.public.Handle("/", func(string) capsule.Reply {
		w.moved = true
		return capsule.Reply{Status: 30, Meta: "/end"}
	})
	_, err = w.get(t, Origin{}, "public.example/")
	if fetch.KindOf(err) != fetch.PrivateAddress || w.local.Handshakes() > 0 {
		t.Errorf("%v, %d handshakes", err, w.local.Handshakes())
	}
}
