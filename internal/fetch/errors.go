package fetch

import (
	"errors"
	"strconv"
	"strings"

	"git.sr.ht/~adnano/go-gemini"

	"gemsub/internal/address"
)

// An Error is a failure that has no type of its own.
type Error struct {
	// Op and Target say what failed: "connect", "example.org:1965". Both are empty if Reason
	// is enough.
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

// IsConnectionError reports whether the error came before the request was sent, so that any other
// URL of the authority would fail in the same way. It is false for a private address, which another
// origin may reach.
func IsConnectionError(err error) bool {
	if e, ok := errors.AsType[*Error](err); ok {
		return e.Kind != PrivateAddress && (e.Op == opLookUp || e.Op == opConnect || e.Op == opStartTLS)
	}
	_, changed := errors.AsType[*CertificateError](err)
	return changed
}

// Values of [Error.Op].
const (
	opLookUp   = "look up"
	opConnect  = "connect"
	opStartTLS = "start TLS with"
	opRead     = "read"
)

// A StatusError is a response other than success, with a status of 10-19 or 40-69.
type StatusError struct {
	*Response
	// IdentityWithheld says that no identity was shown because another page led to this one. The
	// caller of [Client.Do] sets it.
	IdentityWithheld bool
}

// Error returns the status and the server's text, or else the meaning of the status: "51 not
// found". For a status 6x it names the identity: "61 not authorised (identity me)". For a
// status 1x it says in words what the server wants: "asks for input (10): Your name?". It is
// safe to print.
func (e *StatusError) Error() string {
	if e.Means() != WantsInput {
		return e.Line()
	}
	wants, text := "asks for input", address.SafeExcerpt(e.Meta)
	if e.Sensitive() {
		wants = "asks for a secret such as a password"
	}
	if wants += " (" + strconv.Itoa(e.Status) + ")"; text != "" {
		wants += ": " + text
	}
	return wants
}

// Line returns the answer in one line that begins with the status, also for a status 1x. It is
// safe to print.
func (e *StatusError) Line() string {
	text := address.SafeExcerpt(e.Meta)
	if text == "" {
		s := gemini.Status(e.Status)
		if s.String() == "" { // an unknown status means the same as the first of its class ("Status codes")
			s = s.Class()
		}
		text = strings.ToLower(s.String())
	}
	if e.Identity != "" && gemini.Status(e.Status).Class() == gemini.StatusCertificateRequired {
		text += " (identity " + address.SafeExcerpt(e.Identity) + ")"
	}
	return strconv.Itoa(e.Status) + " " + text
}

// Sensitive reports whether the server asks for input that nobody else should see.
func (e *StatusError) Sensitive() bool { return gemini.Status(e.Status) == gemini.StatusSensitiveInput }
