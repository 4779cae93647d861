package mail

import (
	"cmp"
	"crypto/sha256"
	"encoding/base32"
	"fmt"
	"net/mail"
	"net/url"
	"strconv"
	"strings"
	"time"

	rfc5322 "github.com/emersion/go-message/mail"

	"gemsub/internal/address"
	"gemsub/internal/model"
	"gemsub/internal/term"
	"gemsub/internal/words"
)

// Bounds of texts in a header.
const (
	maxSubject = 200 // columns
	maxName    = 100 // columns
	maxBytes   = 800 // of either, since some characters take no column
	maxURL     = 900 // bytes: a line may have 998, and a URL is never cut
)

// header returns the header of the message.
func (l Letter) header() rfc5322.Header {
	var h rfc5322.Header // fields are written in reverse order
	h.SetContentType("text/plain", map[string]string{"charset": "utf-8", "format": "flowed"})
	h.Set("Auto-Submitted", "auto-generated")
	if tags := strings.Join(l.Entry.Tags, ", "); tags != "" {
		h.SetText("X-Gemsub-Tags", short(tags, maxSubject))
	}
	setURL(&h, "X-Gemsub-Feed", l.Entry.FeedURL)
	setURL(&h, "X-Gemsub-URL", l.Entry.URL)
	h.Set("X-Gemsub-Entry", strconv.FormatInt(l.Entry.ID, 10))
	local, host := place(l.Entry.FeedURL)
	h.Set("List-ID", "<"+local+"."+host+"."+domain+">") // RFC 2919
	if l.InReplyTo != "" {
		h.Set("References", "<"+l.InReplyTo+">")
		h.Set("In-Reply-To", "<"+l.InReplyTo+">")
	}
	h.Set("Message-ID", "<"+l.ID+">")
	h.SetDate(dateOf(l.Entry))
	if l.To != "" {
		h.Set("To", l.To)
	}
	h.SetSubject(short(l.Entry.Title, maxSubject))
	from := mail.Address{Name: short(l.Entry.FeedTitle, maxName), Address: local + "@" + host + ".invalid"} // no host can have such a domain
	h.Set("From", from.String())
	return h
}

// setURL sets a field to a URL that people may follow, unless the URL is too long for a line of a
// header, or not printable ASCII.
func setURL(h *rfc5322.Header, field, value string) {
	breaksLine := func(r rune) bool { return r <= ' ' || r > '~' }
	if len(value) <= maxURL && address.MayLink(value) && !strings.ContainsFunc(value, breaksLine) {
		h.Set(field, value)
	}
}

// short returns s as one safe line of at most columns columns, no part of which can be read as
// an encoded word (RFC 2047).
func short(s string, columns int) string {
	if len(s) > maxBytes {
		s = strings.ToValidUTF8(s[:maxBytes], "") + "…"
	}
	return term.Cut(strings.ReplaceAll(strings.TrimSpace(words.Safe(s)), "=?", "= ?"), columns)
}

// place makes a local name and a host from a feed's URL, of letters, digits, dots and hyphens. A
// hash of the URL tells all feeds apart; the rest helps people recognise the feed.
func place(feedURL string) (local, host string) {
	u, err := url.Parse(feedURL)
	if err != nil {
		return digest(feedURL)[:12], domain
	}
	local = strings.TrimPrefix(dotted(u.Path, 40)+"."+digest(feedURL)[:12], ".")
	return local, cmp.Or(dotted(u.Hostname(), 120), "host")
}

// dotted returns the words of a text with dots between them, at most n bytes.
func dotted(s string, n int) string {
	words := strings.FieldsFunc(strings.ToLower(s), func(r rune) bool {
		return (r < 'a' || r > 'z') && (r < '0' || r > '9') && r != '-'
	})
	clean := strings.Join(words, ".")
	return strings.Trim(clean[:min(len(clean), n)], ".-")
}

// dateOf returns the date of an entry, by which mail programs sort; before 1970 or after 9999, when
// it was first seen. Mail has no years before 1900, and programs know none before 1970.
func dateOf(e model.Entry) time.Time {
	date := e.SortTime.UTC()
	if date.Before(time.Unix(0, 0)) || date.Year() > 9999 {
		return e.FirstSeen.UTC()
	}
	return date
}

// maxAddress is how long an address may be, in bytes (RFC 5321, section 4.5.3).
const maxAddress = 254

// IsAddress reports whether mail can be sent to an address: NAME@HOST, or the NAME of a user of
// this machine. A program cannot take such an address for a flag, a command or two addresses.
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

// WithHost adds "@localhost" to an address without a host, that of a user of this machine.
func WithHost(s string) string {
	if strings.Contains(s, "@") {
		return s
	}
	return s + "@localhost"
}

// domain ends all Message-IDs and List-IDs. No host can have it (RFC 2606).
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
