package app_test

import (
	"strings"
	"testing"
)

// What is no proxy carries nothing, and the error has no password.
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
