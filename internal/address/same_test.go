package address_test

import (
	"testing"

	"gemsub/internal/address"
)

func TestIsSame(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		a, b string
		same bool
	}{
		{"gemini://a/log", "gemini://a/log", true},
		{"gemini://a/~me/%6Cog", "gemini://a/%7eme/log", true},
		{"gemini://a/x%2fy%c3%9f", "gemini://a/x%2Fy%C3%9F", true},
		{"gemini://a/x%2Fy", "gemini://a/x/y", false},
		{"gemini://a/%", "gemini://a/%2", false},
		{"gemini://a/%zz", "gemini://a/%ZZ", true},
		{"gemini://a/log", "gemini://a/Log", false},
	} {
		if got := address.IsSame(tt.a, tt.b); got != tt.same {
			t.Errorf("%s and %s: %t", tt.a, tt.b, got)
		}
	}
}
