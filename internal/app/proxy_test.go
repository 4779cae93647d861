package app_test

import (
	"strings"
	"testing"

	"gemsub/internal/app"
)

// With a URL that is no proxy, all requests fail, and the error has no password.
func TestUseProxyFails(t *testing.T) {
	t.Parallel()
	for _, raw := range []string{"socks5://me:secret@[", "http://me:secret@127.0.0.1:1"} {
		h := newHome(t)
		env := h.environment()
		err := env.UseProxy(raw)
		if err == nil || !strings.Contains(err.Error(), " such as socks5://127.0.0.1:9050") || strings.Contains(err.Error(), "secret") {
			t.Errorf("%s: %v", raw, err)
		}
		if _, dialErr := env.Dial(t.Context(), "tcp", "a.example:1965"); dialErr == nil || dialErr != err || env.Proxy != "" {
			t.Errorf("%s: dialled with %v, proxy %q", raw, dialErr, env.Proxy)
		}
	}
}

// If the system names no name server, the error of a request says how to name one.
func TestNoNameServer(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	h.subscribe(page, "Garden", "Worms")
	h.subscribe("gemini://b.example/", "Other", "X")
	h.away["a.example"], h.away["b.example"], h.away["c.example"] = true, true, true
	env := h.environment()
	env.NoNameServer = true
	h.App = h.open(env)
	const hint = "there is no /etc/resolv.conf: set GEMSUB_DNS to the address of a name server"
	_, err := h.update(app.UpdateOptions{Force: true})
	expect(t, err, app.ErrNoNetwork.Error(), hint)
	all := collect(t, h.Add(t.Context(), app.AddOptions{URLs: []string{"gemini://c.example/"}}))
	expect(t, all[0].Err, "network is unreachable", hint)
	env.NoNameServer = false
	h.App = h.open(env)
	_, err = h.update(app.UpdateOptions{Force: true})
	expect(t, err, app.ErrNoNetwork.Error(), "")
}
