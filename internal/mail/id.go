package mail

import (
	"crypto/sha256"
	"encoding/base32"
	"strings"
)

// domain ends the names that messages have. No host can have it (RFC 2606).
const domain = "gemsub.invalid"

// NewID returns the Message-ID of an entry without its brackets: the same for the same
// feed and Atom id, whatever these hold.
func NewID(feedURL, atomID string) string { return digest(feedURL+"\x00"+atomID) + "@" + domain }

// digest returns 160 bits of a hash in 32 letters and digits.
func digest(s string) string {
	sum := sha256.Sum256([]byte(s))
	return strings.ToLower(base32.StdEncoding.EncodeToString(sum[:20]))
}

// isID reports whether a text is what [NewID] returns. A database may have come from
// anywhere.
func isID(s string) bool {
	name, own := strings.CutSuffix(s, "@"+domain)
	return own && len(name) == len(digest("")) && strings.Trim(name, "abcdefghijklmnopqrstuvwxyz234567") == ""
}
