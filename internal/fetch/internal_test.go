package fetch

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"net/url"
	"os"
	"syscall"
	"testing"
	"time"

	"gemsub/internal/address"
)

// A server learns for which name it is asked, but not for which IP address (RFC 6066, section 3).
func TestServerName(t *testing.T) {
	t.Parallel()
	for raw, want := range map[string]string{
		"example.org:7":        "example.org",
		"127.0.0.1":            "",
		"[::1]":                "",
		"[fe80::1%25eth0]:700": "",
	} {
		u, err := address.Parse(raw)
		if err != nil {
			t.Fatal(err)
		}
		client, server := net.Pipe()
		asked := make(chan string, 1)
		go func() {
			defer server.Close()
			_ = tls.Server(server, &tls.Config{GetConfigForClient: func(hello *tls.ClientHelloInfo) (*tls.Config, error) {
				asked <- hello.ServerName
				return nil, errors.New("that is enough")
			}}).Handshake()
		}()
		_ = new(Client).startTLS(t.Context(), Request{URL: u}, &conn{Conn: client, under: &watchedConn{Conn: client}}, new(Response))
		client.Close()
		if got := <-asked; got != want {
			t.Errorf("%s: server name %q, want %q", raw, got, want)
		}
	}
}

func TestReadErrors(t *testing.T) {
	t.Parallel()
	u := &url.URL{Scheme: "gemini", Host: "example.org", Path: "/"}
	alert := &net.OpError{Op: "remote error", Err: errors.New("tls: certificate required")}
	tests := []struct {
		err  error
		want string
	}{
		{alert, "read gemini://example.org/: the server refused: certificate required"},
		{os.NewSyscallError("write", syscall.EPIPE), "read gemini://example.org/: the server closed the connection"},
		{fmt.Errorf("read: %w", errors.New("tls: bad record MAC")), "read gemini://example.org/: bad record MAC"},
	}
	for _, tt := range tests {
		err := explain(t.Context(), opRead, u.String(), tt.err)
		if err.Error() != tt.want || KindOf(err) != TLSFailure {
			t.Errorf("%v %q, want %q", KindOf(err), err, tt.want)
		}
	}
}

func TestKindOf(t *testing.T) {
	t.Parallel()
	tests := []struct {
		err  error
		want string
	}{
		{nil, "other"},
		{errors.New("x"), "other"},
		{&StatusError{Response: &Response{Status: 11}}, "wants input"},
		{&StatusError{Response: &Response{Status: 43}}, "temporary"},
		{&StatusError{Response: &Response{Status: 44}}, "slow down"},
		{&StatusError{Response: &Response{Status: 51}}, "failed"},
		{&StatusError{Response: &Response{Status: 52}}, "gone"},
		{&StatusError{Response: &Response{Status: 69}}, "wants certificate"},
		{fmt.Errorf("read page: %w", otherTransport{errors.New("3 no such selector")}), "failed"},
		{context.Canceled, "canceled"},
		{context.DeadlineExceeded, "timed out"},
		{&CertificateError{}, "certificate"},
		{&Error{Kind: UnknownHost}, "not found"},
		{&Error{Kind: ConnectionRefused}, "refused"},
		{&Error{Kind: Unreachable}, "unreachable"},
		{&Error{Kind: TLSFailure}, "tls"},
		{&Error{Kind: BadCertificate}, "bad certificate"},
		{&Error{Kind: TooLarge}, "too large"},
		{&Error{Kind: Malformed}, "malformed"},
		{fmt.Errorf("add feed: %w", &Error{Kind: BadURL}), "bad url"},
	}
	for _, tt := range tests {
		if got := KindOf(tt.err).String(); got != tt.want {
			t.Errorf("KindOf(%v) = %s, want %s", tt.err, got, tt.want)
		}
	}
}

// An otherTransport is an error of another transport than Gemini.
type otherTransport struct{ error }

func (otherTransport) Means() Kind { return PermanentFailure }

func TestRetryAfter(t *testing.T) {
	t.Parallel()
	for e, want := range map[*Response]time.Duration{
		{Status: 44, Meta: " 90 "}:                 90 * time.Second,
		{Status: 44, Meta: "9000000000000000"}:     1e9 * time.Second,
		{Status: 44, Meta: "99999999999999999999"}: 0,
		{Status: 44, Meta: "-1"}:                   0,
		{Status: 44, Meta: "slow down"}:            0,
		{Status: 43, Meta: "90"}:                   0,
	} {
		if got := RetryAfter(fmt.Errorf("ask: %w", e.Err())); got != want {
			t.Errorf("%d %s: %v, want %v", e.Status, e.Meta, got, want)
		}
	}
}

// String returns the kind in one or two words.
func (k Kind) String() string {
	return [...]string{
		Other: "other", UnknownHost: "not found", ConnectionRefused: "refused", Unreachable: "unreachable", NoAnswer: "no answer",
		TimedOut: "timed out", TLSFailure: "tls", BadCertificate: "bad certificate", KeyChanged: "certificate",
		BadRedirect: "redirect", TooLarge: "too large", Malformed: "malformed", BadURL: "bad url",
		PrivateAddress: "private address", Canceled: "canceled",
		WantsInput: "wants input", TemporaryFailure: "temporary", SlowDown: "slow down", PermanentFailure: "failed", Gone: "gone",
		WantsCertificate: "wants certificate",
	}[k]
}
