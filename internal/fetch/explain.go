package fetch

import (
	"context"
	"errors"
	"net"
	"net/url"
	"strings"
	"syscall"

	"gemsub/internal/address"
)

// late is the cause of a context that one of our own limits ended.
type late string

func (l late) Error() string { return string(l) }

// trouble is an error that becomes an Error when readError knows the URL.
type trouble struct {
	kind   Kind
	reason string
}

func (t trouble) Error() string { return t.reason }

func malformed(reason string) error { return trouble{Malformed, reason} }
func tooLarge(reason string) error  { return trouble{TooLarge, reason} }

func otherError(op, target string, err error) error {
	return &Error{Op: op, Target: target, Reason: address.Printable(err.Error()), Err: err}
}

// interrupted explains a failure by the end of ctx; nil when ctx goes on.
func interrupted(ctx context.Context, op, target string) *Error {
	if ctx.Err() == nil {
		return nil
	}
	e := &Error{Op: op, Target: target, Err: ctx.Err()}
	limit, ours := errors.AsType[late](context.Cause(ctx))
	switch {
	case ours:
		e.Kind, e.Reason, e.Err = TimedOut, string(limit), context.DeadlineExceeded
	case errors.Is(ctx.Err(), context.DeadlineExceeded):
		e.Kind, e.Reason = TimedOut, "out of time"
	default:
		e.Kind, e.Reason = Canceled, "canceled"
	}
	return e
}

func dialError(ctx context.Context, authority string, err error) error {
	if e := interrupted(ctx, opConnect, authority); e != nil {
		if e.Kind == TimedOut {
			e.Kind = NoAnswer
		}
		return e
	}
	if through, ok := errors.AsType[*proxyError](err); ok {
		return &Error{Op: opConnect, Target: authority, Kind: through.kind, Reason: address.Printable(through.Error()), Err: err}
	}
	if lookup, ok := errors.AsType[*net.DNSError](err); ok {
		return lookupError(authority, lookup, err)
	}
	e := &Error{Op: opConnect, Target: authority, Kind: Unreachable, Reason: cause(err), Err: err}
	timeout, ok := errors.AsType[net.Error](err)
	switch {
	case errors.Is(err, syscall.ECONNREFUSED):
		e.Kind = Refused
	case ok && timeout.Timeout():
		e.Kind, e.Reason = NoAnswer, "no answer"
	}
	return e
}

// lookupError leaves out the name server's address and the way it was asked.
func lookupError(authority string, lookup *net.DNSError, err error) error {
	host, _, _ := net.SplitHostPort(address.HostPortOf(authority))
	e := &Error{Op: opLookUp, Target: host, Kind: Unreachable, Reason: "no answer from the name server", Err: err}
	switch {
	case lookup.IsNotFound:
		e.Kind, e.Reason = NotFound, "no such host"
	case lookup.IsTimeout:
		e.Kind = NoAnswer
	}
	return e
}

func handshakeError(ctx context.Context, authority string, err error) error {
	if e := interrupted(ctx, opStartTLS, authority); e != nil {
		return e
	}
	if explained(err) {
		return err
	}
	e := &Error{Op: opStartTLS, Target: authority, Kind: TLS, Reason: secureReason(err), Err: err}
	if fault, bad := certificateFault(err); bad {
		e.Kind, e.Reason = BadCertificate, "its certificate cannot be read: "+fault
	}
	return e
}

// certificateFault returns what crypto/x509 does not accept in a server's certificate.
// The handshake ends there, so the key cannot be had, which is all that trust
// needs. crypto/tls has no type for that error.
func certificateFault(err error) (fault string, bad bool) {
	_, fault, bad = strings.Cut(cause(err), "failed to parse certificate from server: ")
	return strings.TrimPrefix(fault, "x509: "), bad
}

// explained reports an error of this package, which trust has returned in the
// middle of a handshake.
func explained(err error) bool {
	_, ours := errors.AsType[*Error](err)
	_, changed := errors.AsType[*CertificateError](err)
	return ours || changed
}

func readError(ctx context.Context, u *url.URL, err error) error {
	target := u.String()
	if e := interrupted(ctx, "read", target); e != nil {
		return e
	}
	if t, ok := errors.AsType[trouble](err); ok {
		return &Error{Op: "read", Target: target, Kind: t.kind, Reason: t.reason}
	}
	return &Error{Op: "read", Target: target, Kind: TLS, Reason: secureReason(err), Err: err}
}

// secureReason words an error of crypto/tls.
func secureReason(err error) string {
	if ended(err) {
		return "the server closed the connection"
	}
	if remote, ok := errors.AsType[*net.OpError](err); ok && remote.Op == "remote error" {
		return "the server refused: " + cause(err)
	}
	return cause(err)
}

// cause returns the text of the innermost error, without package names.
func cause(err error) string {
	for next := errors.Unwrap(err); next != nil; next = errors.Unwrap(err) {
		err = next
	}
	text := address.Printable(err.Error())
	for _, prefix := range []string{"tls: ", "x509: "} {
		text = strings.TrimPrefix(text, prefix)
	}
	return text
}
