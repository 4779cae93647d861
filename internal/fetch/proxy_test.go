package fetch_test

import (
	"context"
	"io"
	"net"
	"net/url"
	"testing"
	"testing/synctest"
	"time"

	"gemsub/internal/capsule"
	"gemsub/internal/fetch"
)

// A proxy resolves names, so only addresses and local names in a URL can be judged.
func TestThroughProxy(t *testing.T) {
	server, client := start(t, capsule.Options{Now: now})
	server.Page("/", "# Hello\n")
	hosts := map[string]string{"a.example": server.Addr(), "127.0.0.1": server.Addr(), "router": server.Addr()}
	socks, err := capsule.StartSOCKS(hosts)
	if err != nil {
		t.Fatal(err)
	}
	defer socks.Close()
	client.Dial, err = fetch.ThroughProxy(&url.URL{Scheme: "socks5", Host: socks.Addr()}, new(net.Dialer).DialContext)
	if err != nil {
		t.Fatal(err)
	}
	tests := []struct {
		url    string
		public bool
		local  bool
		kind   fetch.Kind
		fails  string
	}{
		{url: "gemini://a.example/"},
		{url: "gemini://a.example/", public: true},
		{url: "gemini://127.0.0.1/", local: true},
		{url: "gemini://router/", local: true},
		{url: "gemini://127.0.0.1/", public: true, kind: fetch.PrivateAddress, fails: "connect 127.0.0.1:1965: 127.0.0.1 is a private address, and a public capsule led there"},
		{url: "gemini://router/", public: true, kind: fetch.PrivateAddress, fails: "connect router:1965: router is a private address, and a public capsule led there"},
		{url: "gemini://b.example/", kind: fetch.UnknownHost, fails: "connect b.example:1965: proxy " + socks.Addr() + ": host unreachable"},
	}
	for _, test := range tests {
		u, err := url.Parse(test.url)
		if err != nil {
			t.Fatal(err)
		}
		r := fetch.Request{URL: u}
		if test.public {
			r.PrivateRefusal = barred
		}
		resp, err := client.Do(t.Context(), r)
		switch {
		case test.fails != "":
			if err == nil || err.Error() != test.fails || fetch.KindOf(err) != test.kind {
				t.Errorf("%s: %v (%v), want %s", test.url, err, fetch.KindOf(err), test.fails)
			}
		case err != nil:
			t.Errorf("%s: %v", test.url, err)
		case resp.Local != test.local:
			t.Errorf("%s: local %t", test.url, resp.Local)
		}
	}
	socks.Close()
	_, err = client.Get(t.Context(), parse(t, "a.example"))
	if want := "connect a.example:1965: proxy " + socks.Addr() + ": connection refused"; err == nil || err.Error() != want || fetch.KindOf(err) != fetch.Offline {
		t.Errorf("without proxy: %v, want %s", err, want)
	}
}

// A proxy that does not answer is at fault; one that waits for a capsule is not.
func TestSlowProxy(t *testing.T) {
	for _, tt := range []struct {
		reached bool
		want    string
		kind    fetch.Kind
	}{
		{false, "connect a.example:1965: proxy 192.0.2.1:9050: no connection within 10s", fetch.Offline},
		{true, "connect a.example:1965: no connection within 10s", fetch.NoAnswer},
	} {
		synctest.Test(t, func(t *testing.T) {
			_, client := inBubble(t)
			dial, err := fetch.ThroughProxy(&url.URL{Scheme: "socks5", Host: "192.0.2.1:9050"}, func(ctx context.Context, _, _ string) (net.Conn, error) {
				if tt.reached {
					here, proxy := net.Pipe()
					go func() { _, _ = io.Copy(io.Discard, proxy) }()
					return here, nil
				}
				<-ctx.Done()
				return nil, ctx.Err()
			})
			if err != nil {
				t.Fatal(err)
			}
			client.Dial = dial
			if _, err := client.Get(t.Context(), parse(t, "a.example")); text(err) != tt.want || fetch.KindOf(err) != tt.kind {
				t.Errorf("%v %v, want %s", fetch.KindOf(err), err, tt.want)
			}
			ctx, cancel := context.WithTimeout(t.Context(), time.Second)
			defer cancel()
			if _, err := client.Get(ctx, parse(t, "a.example")); fetch.KindOf(err) != fetch.NoAnswer {
				t.Errorf("out of time: %v %v", fetch.KindOf(err), err)
			}
		})
	}
}

func TestThroughProxyRefuses(t *testing.T) {
	t.Parallel()
	for _, raw := range []string{"http://127.0.0.1:8080", "socks4://127.0.0.1", "socks5://", "127.0.0.1:9050", "socks5:9050"} {
		u, err := url.Parse(raw)
		if err != nil {
			continue
		}
		if _, err := fetch.ThroughProxy(u, nil); err == nil {
			t.Errorf("%s is a proxy", raw)
		}
	}
}

func TestIsLocalName(t *testing.T) {
	t.Parallel()
	for host, want := range map[string]bool{
		"localhost": true, "LOCALHOST.": true, "a.localhost": true, "printer.local": true, "nas": true, "x.home.arpa": true,
		"example.org": false, "local.example.org": false, "abc.onion": false, "notlocal": true, "xlocal.example": false,
		// A proxy's resolver may read these as 127.0.0.1, as that of C does.
		"127.1": true, "0x7f.1": true, "0177.0.0.1": true, "127.0.0.01": true, "127.0.0x1": true, "2130706433": true,
		"x.localdomain": true, "router.lan": true, "1.example": false, "a.0xyz": false, "123.abc": false,
	} {
		if got := fetch.IsLocalName(host); got != want {
			t.Errorf("%s: %t", host, got)
		}
	}
}
