package mail

import (
	"net/mail"
	"strings"
)

// maxAddress is how long an address may be, in bytes (RFC 5321, section 4.5.3).
const maxAddress = 254

// IsAddress reports whether mail can be sent to an address: NAME@HOST, or the NAME of a
// user of this machine. It cannot pass for a flag, a command or two addresses.
func IsAddress(s string) bool {
	if len(s) > maxAddress || strings.HasPrefix(s, "-") || strings.ContainsFunc(s, isOdd) {
		return false
	}
	a, err := mail.ParseAddress(WithHost(s))
	return err == nil && a.Name == "" && a.Address == WithHost(s)
}

// isOdd reports a character that no address needs.
func isOdd(r rune) bool {
	return r <= ' ' || r > '~' || strings.ContainsRune(`"'\<>()[],;:|/!%`+"`", r)
}

// WithHost is an address with a host, for those of this machine.
func WithHost(s string) string {
	if strings.Contains(s, "@") {
		return s
	}
	return s + "@localhost"
}
