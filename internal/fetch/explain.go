package fetch

import (
	"context"
	"errors"
	"net"
	"net/url"
	"os"
	"strings"
	"syscall"

	"gemsub/internal/address"
)

// A limitError says which of our own limits ended a request.
type limitError string

func (l limitError) Error() string { return string(l) }

// malformedError reports an answer that is not a valid response.
func malformedError(reason string) error { return &Error{Kind: Malformed, Reason: reason} }

// interruptError explains an error that the end of ctx, or limit, caused. It returns nil for
// other errors.
func interruptError(ctx context.Context, op, target string, err error, limit limitError) *Error {
	cause := context.Cause(ctx)
	if cause == nil && (errors.Is(err, os.ErrDeadlineExceeded) || errors.Is(err, context.DeadlineExceeded)) {
		cause = limit
	}
	e := &Error{Op: op, Target: target, Kind: TimedOut, Err: context.DeadlineExceeded}
	ours, isOurs := errors.AsType[limitError](cause)
	switch {
	case cause == nil:
		return nil
	case isOurs:
		e.Reason = string(ours)
	case errors.Is(ctx.Err(), context.DeadlineExceeded):
		e.Reason = "out of time"
	default:
		e.Kind, e.Reason, e.Err = Canceled, "canceled", ctx.Err()
	}
	return e
}

// dialError explains err, the error of an attempt to connect.
func dialError(ctx context.Context, authority string, err error, limit limitError) error {
	known, isKnown := errors.AsType[*Error](err) // from a proxy, or for a private address
	if e := interruptError(ctx, opConnect, authority, err, limit); e != nil && (e.Kind == Canceled || !isKnown) {
		if e.Kind == TimedOut {
			e.Kind = NoAnswer
		}
		return e
	}
	if isKnown {
		known.Op, known.Target = opConnect, authority
		return known
	}
	if lookup, ok := errors.AsType[*net.DNSError](err); ok {
		return lookupError(authority, lookup, err)
	}
	e := &Error{Op: opConnect, Target: authority, Kind: Unreachable, Reason: innermostCause(err), Err: err}
	timeout, ok := errors.AsType[net.Error](err)
	switch {
	case errors.Is(err, syscall.ECONNREFUSED):
		e.Kind = ConnectionRefused
	case ok && timeout.Timeout():
		e.Kind, e.Reason = NoAnswer, "no answer"
	}
	return e
}

// lookupError explains an error of a name look-up, without the address and protocol of the
// name server.
func lookupError(authority string, lookup *net.DNSError, err error) error {
	host, _, _ := net.SplitHostPort(address.HostPortOf(authority))
	e := &Error{Op: opLookUp, Target: host, Kind: Unreachable, Reason: "no answer from the name server", Err: err}
	switch {
	case lookup.IsNotFound:
		e.Kind, e.Reason = UnknownHost, "no such host"
	case lookup.IsTimeout:
		e.Kind = NoAnswer
	}
	return e
}

// handshakeError explains why a TLS handshake failed. It returns a [*CertificateError] as it is.
func handshakeError(ctx context.Context, authority string, err error, limit limitError) error {
	if e := interruptError(ctx, opStartTLS, authority, err, limit); e != nil {
		return e
	}
	if changed, ok := errors.AsType[*CertificateError](err); ok {
		return changed
	}
	e := &Error{Op: opStartTLS, Target: authority, Kind: TLSFailure, Reason: tlsReason(err), Err: err}
	if fault, bad := certificateFault(err); bad {
		e.Kind, e.Reason = BadCertificate, "its certificate cannot be read: "+fault
	}
	return e
}

// certificateFault returns the fault that crypto/x509 found in a server's certificate, and
// whether there is one. It has to read the text, since crypto/tls has no type for this error.
func certificateFault(err error) (fault string, bad bool) {
	_, fault, bad = strings.Cut(innermostCause(err), "failed to parse certificate from server: ")
	return strings.TrimPrefix(fault, "x509: "), bad
}

// readError explains an error that came after the connection was made.
func (c *conn) readError(ctx context.Context, u *url.URL, err error) error {
	target := u.String()
	if e := interruptError(ctx, opRead, target, err, c.limit); e != nil {
		return e
	}
	if e, ok := errors.AsType[*Error](err); ok {
		e.Op, e.Target = opRead, target
		return e
	}
	return &Error{Op: opRead, Target: target, Kind: TLSFailure, Reason: tlsReason(err), Err: err}
}

// tlsReason explains an error of crypto/tls.
func tlsReason(err error) string {
	if isConnectionEnd(err) {
		return "the server closed the connection"
	}
	if remote, ok := errors.AsType[*net.OpError](err); ok && remote.Op == "remote error" {
		return "the server refused: " + innermostCause(err)
	}
	return innermostCause(err)
}

// innermostCause returns the text of the innermost error, without the names of crypto
// packages.
func innermostCause(err error) string {
	for next := errors.Unwrap(err); next != nil; next = errors.Unwrap(err) {
		err = next
	}
	text := address.SafeExcerpt(err.Error())
	for _, prefix := range []string{"tls: ", "x509: "} {
		text = strings.TrimPrefix(text, prefix)
	}
	return text
}
