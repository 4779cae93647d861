package app_test

import (
	"testing"

	"gemsub/internal/app"
)

// A host that is an IP address is not looked up.
func TestLookUp(t *testing.T) {
	t.Parallel()
	for host, remote := range map[string]bool{"127.0.0.1": false, "::1": false, "203.0.113.7": true} {
		ip, got := app.LookUp(nil)(t.Context(), host)
		if ip.String() != host || got != remote {
			t.Errorf("%s: %v, remote %v", host, ip, got)
		}
	}
}
