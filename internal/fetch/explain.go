package fetch

import (
	"cmp"
	"context"
	"errors"
	"net"
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

// explain says what failed, and finds out the kind of the error and a reason in a few words. It
// returns a [*CertificateError] as it is.
func explain(ctx context.Context, op, target string, err error) error {
	e := &Error{Op: op, Target: target, Reason: innermostCause(err), Err: err}
	known, isKnown := errors.AsType[*Error](err) // of a proxy, about a private address, or about the answer
	changed, isChanged := errors.AsType[*CertificateError](err)
	limit, isLimit := errors.AsType[limitError](context.Cause(ctx))
	isTimeout := isLimit || errors.Is(ctx.Err(), context.DeadlineExceeded)
	switch {
	case ctx.Err() != nil && !isTimeout:
		e.Kind, e.Reason, e.Err = Canceled, "canceled", ctx.Err()
	case isKnown && (op == opConnect || !isTimeout):
		known.Op, known.Target = op, target
		return known
	case isTimeout:
		e.Kind, e.Reason, e.Err = TimedOut, cmp.Or(string(limit), "out of time"), context.DeadlineExceeded
		if op == opConnect {
			e.Kind = NoAnswer
		}
	case isChanged:
		return changed
	case op == opConnect:
		e.explainDial()
	default:
		e.explainTLS()
	}
	return e
}

// explainDial explains why no connection could be made. For a look-up it leaves out the address and
// protocol of the name server.
func (e *Error) explainDial() {
	e.Kind = Unreachable
	lookup, isLookup := errors.AsType[*net.DNSError](e.Err)
	if isLookup {
		host, _, _ := net.SplitHostPort(address.HostPortOf(e.Target))
		e.Op, e.Target, e.Reason = opLookUp, host, "no answer from the name server"
	}
	timeout, isNet := errors.AsType[net.Error](e.Err)
	switch {
	case isLookup && lookup.IsNotFound:
		e.Kind, e.Reason = UnknownHost, "no such host"
	case isLookup && lookup.IsTimeout:
		e.Kind = NoAnswer
	case isLookup:
	case errors.Is(e.Err, syscall.ECONNREFUSED):
		e.Kind = ConnectionRefused
	case errors.Is(e.Err, os.ErrDeadlineExceeded): // of the dialler, just before that of the context
		e.Kind, e.Reason = NoAnswer, string(noConnection)
	case isNet && timeout.Timeout():
		e.Kind, e.Reason = NoAnswer, "no answer"
	}
}

// explainTLS explains why a connection broke. A fault that crypto/x509 found in the server's
// certificate shows only in the text: crypto/tls has no type for this error.
func (e *Error) explainTLS() {
	e.Kind = TLSFailure
	_, fault, isFault := strings.Cut(e.Reason, "failed to parse certificate from server: ")
	remote, isOp := errors.AsType[*net.OpError](e.Err)
	switch {
	case isFault:
		e.Kind, e.Reason = BadCertificate, "its certificate cannot be read: "+strings.TrimPrefix(fault, "x509: ")
	case isConnectionEnd(e.Err):
		e.Reason = "the server closed the connection"
	case isOp && remote.Op == "remote error":
		e.Reason = "the server refused: " + e.Reason
	}
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
