package fetch_test

import (
	"context"
	"net"
	"net/netip"
	"strconv"
	"strings"
	"testing"

	"gemsub/internal/capsule"
	"gemsub/internal/fetch"
)

func TestPrivate(t *testing.T) {
	t.Parallel()
	private := strings.Fields(`127.0.0.1 127.255.255.255 ::1 0.0.0.0 0.1.2.3 :: 255.255.255.255
		10.0.0.1 10.255.255.255 172.16.0.1 172.31.255.255 192.168.0.1 192.168.255.255
		100.64.0.1 100.127.255.255 169.254.0.1 169.254.169.254 fe80::1 fe80::1%eth0 febf::1 fec0::1
		192.0.0.1 192.0.0.255 198.18.0.1 198.19.255.255 224.0.0.1 239.255.255.255 240.0.0.1 ::ffff:224.0.0.1 64:ff9b::c612:1
		fc00::1 fdff:ffff::1 ::ffff:127.0.0.1 ::ffff:10.0.0.1 ::ffff:192.168.1.1 ::ffff:100.64.0.1 ::ffff:0.0.0.0
		::127.0.0.1 ::10.0.0.1 64:ff9b::10.0.0.1 64:ff9b::7f00:1 64:ff9b:1::1 2002:7f00:1::1 2002:c0a8:101::`)
	public := strings.Fields(`1.1.1.1 9.255.255.255 11.0.0.1 172.15.255.255 172.32.0.1 192.167.255.255 192.169.0.1
		100.63.255.255 100.128.0.1 128.0.0.1 126.255.255.255 169.253.0.1 169.255.0.1 191.255.255.255 192.0.1.1 198.17.0.1 198.20.0.1 223.255.255.255 200::1 201:1::1 3ff:ffff::1
		2001:db8::1 2a01::1 ::ffff:1.1.1.1 64:ff9b::1.1.1.1 2002:101:101::1 fbff::1 fe00::1`)
	for _, text := range append(private, public...) {
		want := !contains(public, text)
		if got := fetch.IsPrivate(netip.AddrPortFrom(netip.MustParseAddr(text), 1965)); got != want {
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

// A town has two capsules on this machine, one of which counts as public, and names that the
// name server may move to the other at any time.
type town struct {
	public, local *capsule.Server
	client        *visitor
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

// barred is the reason why private addresses are refused.
const barred = "a public capsule led there"

func (w *town) get(t *testing.T, barred, u string) (*fetch.Response, error) {
	t.Helper()
	return w.client.Do(t.Context(), fetch.Request{URL: parse(t, u), PrivateRefusal: barred})
}

// The address that is dialled counts, not one that the name had before.
func TestBarred(t *testing.T) {
	t.Parallel()
	w := newTown(t)
	for url, local := range map[string]bool{"local.example/end": true, "public.example/end": false} {
		if resp, err := w.get(t, "", url); err != nil || resp.Local != local {
			t.Errorf("%s: %+v, %v", url, resp, err)
		}
	}
	if _, err := w.get(t, barred, "public.example/end"); err != nil {
		t.Error(err)
	}
	before := w.local.Handshakes()
	w.moved = true
	for _, name := range []string{"local.example", "public.example"} {
		_, err := w.get(t, barred, name+"/end")
		want := "connect " + name + ":1965: 127.0.0.1 is a private address, and a public capsule led there"
		if text(err) != want || fetch.KindOf(err) != fetch.PrivateAddress || fetch.IsConnectionError(err) || w.local.Handshakes() > before {
			t.Errorf("%v %q", fetch.KindOf(err), text(err))
		}
	}
}

// With the system's dialer the address is checked before the connection is made, with another
// dialer after it.
func TestBarredBySystem(t *testing.T) {
	t.Parallel()
	s, c := start(t, capsule.Options{})
	for _, dial := range []fetch.DialFunc{nil, new(net.Dialer).DialContext} {
		asked := 0
		c.Dial, c.IsPrivate = dial, func(netip.AddrPort) bool { asked++; return asked > 1 } // not by the URL
		_, err := c.Do(t.Context(), fetch.Request{URL: parse(t, s.URL("/")), PrivateRefusal: barred})
		if fetch.KindOf(err) != fetch.PrivateAddress || s.Handshakes() > 0 || (asked == 2) != (dial == nil) {
			t.Errorf("%v, asked %d times", err, asked)
		}
	}
}
