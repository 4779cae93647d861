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

// A Kind is what an error means, whatever its transport. How to handle a failure
// depends on its kind alone.
type Kind uint8

// The kinds of errors.
const (
	Other          Kind = iota // anything else, such as an error of the database
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
	Malformed                  // what came back is no response, or no whole header
	BadURL                     // the URL cannot be requested
	PrivateAddress             // a public capsule leads to a private address
	Canceled                   // the caller's context ended it

	WantsInput       // the server wants to be told something first
	Temporary        // the server cannot answer now
	SlowDown         // the server wants to be left alone for a while, see [RetryAfter]
	Failed           // the server will answer the same another time
	Gone             // the page is gone for good
	WantsCertificate // the server wants another identity, or any
)

// A meaning is an error that knows its kind; each transport's do.
type meaning interface {
	error
	Means() Kind
}

// Means is for [KindOf].
func (e *Error) Means() Kind { return e.Kind }

// Means is for [KindOf].
func (e *CertificateError) Means() Kind { return Certificate }

// Means is for [KindOf]. Statuses are those of Gemini ("Status codes"), an
// unknown one means what its first digit does.
func (e *StatusError) Means() Kind {
	switch s := gemini.Status(e.Status); {
	case s == gemini.StatusSlowDown:
		return SlowDown
	case s == gemini.StatusGone:
		return Gone
	case s.Class() == gemini.StatusInput:
		return WantsInput
	case s.Class() == gemini.StatusTemporaryFailure:
		return Temporary
	case s.Class() == gemini.StatusPermanentFailure:
		return Failed
	case s.Class() == gemini.StatusCertificateRequired:
		return WantsCertificate
	}
	return Other
}

// KindOf returns the kind of an error, wrapped or not: what its method Means
// says, or that of package address or of a context.
func KindOf(err error) Kind {
	if e, ok := errors.AsType[meaning](err); ok {
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

// RetryAfter is how long the server that sent err wants no requests: the number of seconds
// in the META of a 44, 0 if it is not a number.
func RetryAfter(err error) time.Duration {
	e, ok := errors.AsType[*StatusError](err)
	if !ok || e.Means() != SlowDown {
		return 0
	}
	n, err := strconv.Atoi(strings.TrimSpace(e.Meta))
	if err != nil {
		return 0
	}
	return time.Duration(min(max(0, n), 1e9)) * time.Second // more seconds make no Duration
}
