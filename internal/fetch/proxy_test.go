package fetch_test

import (
	"net"
	"net/url"
	"testing"

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
	_, err = client.Get(t.Context(), &url.URL{Scheme: "gemini", Host: "a.example", Path: "/"})
	if want := "connect a.example:1965: proxy " + socks.Addr() + ": connection refused"; err == nil || err.Error() != want || fetch.KindOf(err) != fetch.Unreachable {
		t.Errorf("without proxy: %v, want %s", err, want)
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
