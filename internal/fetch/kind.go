package fetch

import (
	"context"
	"errors"
	"strconv"
	"strings"
	"time"

	"git.sr.ht/~adnano/go-gemini"

	"gemsub/internal/address"
)

// A Kind is the meaning of an error, independent of the transport. Package update has the
// table of what follows from it.
type Kind uint8

// The kinds of errors.
const (
	Other             Kind = iota // anything else, such as an error of the database
	UnknownHost                   // the host does not resolve
	ConnectionRefused             // nobody listens on the port
	Unreachable                   // there is no route to the host or to a name server
	NoAnswer                      // nobody answered the attempt to connect, or the name server's query
	Offline                       // the proxy does not answer, or this machine has no route at all
	TimedOut                      // a time limit passed
	TLSFailure                    // the TLS handshake failed, or the connection broke
	BadCertificate                // the server's certificate cannot be read
	KeyChanged                    // the server's key changed
	BadRedirect                   // a redirect was not followed
	TooLarge                      // the body exceeds the limit
	Malformed                     // the answer is not a response, or its header is incomplete
	BadURL                        // the URL cannot be requested
	PrivateAddress                // a public capsule leads to a private address
	Canceled                      // the caller's context ended it

	WantsInput       // the server asks for input first
	TemporaryFailure // the server cannot answer now
	SlowDown         // the server wants no requests for a while, see [RetryAfter]
	PermanentFailure // the failure is permanent: the server will give the same answer again
	Gone             // the page is gone for good
	WantsCertificate // the server wants a client certificate, or another one
)

// An errorWithKind is an error that knows its kind. All error types of this package do.
type errorWithKind interface {
	error
	Means() Kind
}

// Means is for [KindOf].
func (e *Error) Means() Kind { return e.Kind }

// Means is for [KindOf].
func (e *CertificateError) Means() Kind { return KeyChanged }

// Means is for [KindOf]. The statuses are those of Gemini ("Status codes"). An unknown status
// has the meaning of its first digit.
func (e *StatusError) Means() Kind {
	switch s := gemini.Status(e.Status); {
	case s == gemini.StatusSlowDown:
		return SlowDown
	case s == gemini.StatusGone:
		return Gone
	case s.Class() == gemini.StatusInput:
		return WantsInput
	case s.Class() == gemini.StatusTemporaryFailure:
		return TemporaryFailure
	case s.Class() == gemini.StatusPermanentFailure:
		return PermanentFailure
	case s.Class() == gemini.StatusCertificateRequired:
		return WantsCertificate
	}
	return Other
}

// KindOf returns the kind of an error, wrapped or not. Errors of this package know it;
// otherwise an error of package address is BadURL, and one of a context Canceled or TimedOut.
func KindOf(err error) Kind {
	if e, ok := errors.AsType[errorWithKind](err); ok {
		return e.Means()
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

// RetryAfter returns how long the server that sent err wants no requests: the number of
// seconds in the META of a 44. It is 0 if there is no such number.
func RetryAfter(err error) time.Duration {
	e, ok := errors.AsType[*StatusError](err)
	if !ok || e.Means() != SlowDown {
		return 0
	}
	n, err := strconv.Atoi(strings.TrimSpace(e.Meta))
	if err != nil {
		return 0
	}
	return time.Duration(min(max(0, n), 1e9)) * time.Second // a Duration cannot hold many more seconds
}
