package mail

import (
	"crypto/sha256"
	"encoding/base32"
	"fmt"
	"strings"
)

// domain is that of all Message-IDs and List-IDs. No host can have it (RFC 2606).
const domain = "gemsub.invalid"

// NewID returns the Message-ID of an entry without its brackets: always the same for an
// entry's number and its database's name.
func NewID(database string, entry int64) string {
	return digest(fmt.Sprintf("%s %d", database, entry)) + "@" + domain
}

// digest returns 160 bits of a hash in 32 letters and digits.
func digest(s string) string {
	sum := sha256.Sum256([]byte(s))
	return strings.ToLower(base32.StdEncoding.EncodeToString(sum[:20]))
}
