package fetch

import (
	"context"
	"errors"
	"net/url"
	"strings"

	"git.sr.ht/~adnano/go-gemini"

	"gemsub/internal/address"
)

// A Kind says what went wrong, for those who count failures or decide what to
// do next.
type Kind uint8

// The kinds of errors.
const (
	Other          Kind = iota // anything else: an Asker's error, a StatusError
	NotFound                   // the host does not resolve
	Refused                    // nobody listens on the port
	Unreachable                // there is no way to the host or to a name server
	NoAnswer                   // nobody answered the attempt to connect, or the name server's query
	TimedOut                   // a time limit passed
	TLS                        // no secure connection came about, or it broke
	BadCertificate             // the server's certificate cannot be read
	Certificate                // the server's key changed
	Redirect                   // a redirect was not followed
	TooLarge                   // the body passes the limit
	Malformed                  // what came back is no Gemini response, or no whole header
	BadURL                     // the URL cannot be requested
	PrivateAddress             // a public capsule leads to a private address
	Canceled                   // the caller's context ended it
)

// String returns a word or two, stable enough to be stored.
func (k Kind) String() string {
	switch k {
	case NotFound:
		return "not found"
	case Refused:
		return "refused"
	case Unreachable:
		return "unreachable"
	case NoAnswer:
		return "no answer"
	case TimedOut:
		return "timed out"
	case TLS:
		return "tls"
	case BadCertificate:
		return "bad certificate"
	case Certificate:
		return "certificate"
	case Redirect:
		return "redirect"
	case TooLarge:
		return "too large"
	case Malformed:
		return "malformed"
	case BadURL:
		return "bad url"
	case PrivateAddress:
		return "private address"
	case Canceled:
		return "canceled"
	}
	return "other"
}

// KindOf returns the kind of an error of this package or of package address,
// wrapped or not.
func KindOf(err error) Kind {
	if e, ok := errors.AsType[*Error](err); ok {
		return e.Kind
	}
	if _, ok := errors.AsType[*CertificateError](err); ok {
		return Certificate
	}
	if _, ok := errors.AsType[*RedirectError](err); ok {
		return Redirect
	}
	if _, ok := errors.AsType[*address.Error](err); ok {
		return BadURL
	}
	switch {
	case errors.Is(err, context.Canceled):
		return Canceled
	case errors.Is(err, context.DeadlineExceeded):
		return TimedOut
	}
	return Other
}

// An Error is any failure that has no type of its own.
type Error struct {
	// Op and Target say what was tried: "connect", "example.org:1965". Both
	// are empty where Reason says it all.
	Op, Target string
	Kind       Kind
	// Reason is the cause in a few words, safe to print.
	Reason string
	// Err is the cause, or nil. Its text may be anything.
	Err error
}

// Error returns one line that is safe to print.
func (e *Error) Error() string {
	if e.Op == "" {
		return e.Reason
	}
	return e.Op + " " + e.Target + ": " + e.Reason
}

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Err }

// NoConnection reports an error from before a request could be made: every URL
// of the authority would meet it, whoever led there.
func NoConnection(err error) bool {
	if e, ok := errors.AsType[*Error](err); ok {
		return e.Kind != PrivateAddress && (e.Op == opLookUp || e.Op == opConnect || e.Op == opStartTLS)
	}
	_, changed := errors.AsType[*CertificateError](err)
	return changed
}

// What an Error tried, where that matters.
const (
	opLookUp   = "look up"
	opConnect  = "connect"
	opStartTLS = "start TLS with"
)

// A StatusError is a response that is no success.
type StatusError struct {
	URL    *url.URL // as of Response
	Status int      // 10-19 or 40-69
	Meta   string   // as of Response
	// Identity is as of Response; a status 6x speaks of it.
	Identity string
	// Away is set where a redirect of another authority or user led there, so that no
	// identity could be shown.
	Away bool
}

// Error returns the status and what the server said, or else what the status
// means: "51 not found". A status 6x has the identity with it: "61 not authorised
// (identity me)". It is safe to print.
func (e *StatusError) Error() string {
	text := address.Printable(e.Meta)
	if text == "" {
		text = meaning(gemini.Status(e.Status))
	}
	if e.Identity != "" && e.Status/10 == 6 {
		text += " (identity " + address.Printable(e.Identity) + ")"
	}
	return statusText(e.Status) + " " + text
}

func statusText(status int) string {
	return string([]byte{'0' + byte(status/10%10), '0' + byte(status%10)})
}

// meaning describes a status; an unknown one means what its class does
// ("Status codes").
func meaning(s gemini.Status) string {
	text := s.String()
	if text == "" {
		text = s.Class().String()
	}
	if text == gemini.StatusCGIError.String() {
		return text // an abbreviation stays as it is
	}
	return strings.ToLower(text)
}
