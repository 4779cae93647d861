package fetch

import (
	"errors"
	"strconv"
	"strings"

	"git.sr.ht/~adnano/go-gemini"

	"gemsub/internal/address"
)

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

// NoConnection reports an error before the request was sent: every URL of the authority
// would fail so, however it was reached.
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
	opRead     = "read"
)

// A StatusError is a response that is no success: its status is 10-19 or 40-69.
type StatusError struct {
	*Response
	// Away is set by whoever made the request, where that is why no identity was shown.
	Away bool
}

// Error returns the status and what the server said, or else what the status
// means: "51 not found". A status 6x has the identity with it: "61 not authorised
// (identity me)", and a status 1x says in words what the server wants: "asks for input
// (10): Your name?". It is safe to print.
func (e *StatusError) Error() string {
	text := address.Printable(e.Meta)
	if e.Means() == WantsInput {
		return e.question(text)
	}
	if text == "" {
		s := gemini.Status(e.Status)
		if s.String() == "" { // an unknown one means what the first of its class does ("Status codes")
			s = s.Class()
		}
		text = strings.ToLower(s.String())
	}
	if e.Identity != "" && gemini.Status(e.Status).Class() == gemini.StatusCertificateRequired {
		text += " (identity " + address.Printable(e.Identity) + ")"
	}
	return strconv.Itoa(e.Status) + " " + text
}

// question says what input the server asks for, in its own words if it sent any.
func (e *StatusError) question(text string) string {
	wants := "asks for input"
	if e.Sensitive() {
		wants = "asks for a secret such as a password"
	}
	if wants += " (" + strconv.Itoa(e.Status) + ")"; text != "" {
		wants += ": " + text
	}
	return wants
}

// Sensitive reports whether the server asks for what nobody else should see.
func (e *StatusError) Sensitive() bool { return gemini.Status(e.Status) == gemini.StatusSensitiveInput }
