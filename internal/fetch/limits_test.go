package fetch_test

import (
	"context"
	"errors"
	"net"
	"os"
	"strings"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"gemsub/internal/capsule"
	"gemsub/internal/fetch"
)

// never is a dialer that waits until its context ends.
func never(ctx context.Context, _, _ string) (net.Conn, error) {
	<-ctx.Done()
	return nil, ctx.Err()
}

func TestTimeouts(t *testing.T) {
	t.Parallel()
	const (
		read    = "read gemini://example.org/: "
		tooLate = read + "no whole response within 30s"
	)
	page := func(r capsule.Reply) capsule.Reply {
		r.Status, r.Meta, r.Body = 20, "text/gemini", "# Home\n"
		return r
	}
	tests := []struct {
		name   string
		script func(*capsule.Server, *visitor)
		after  time.Duration
		want   string
	}{
		{"connect", func(_ *capsule.Server, c *visitor) {
			c.Dial = never
		}, 10 * time.Second, "connect example.org:1965: no connection within 10s"},
		{"connect, less time for all", func(_ *capsule.Server, c *visitor) {
			c.Dial, c.Timeout = never, time.Second
		}, time.Second, "connect example.org:1965: no whole response within 1s"},
		{"handshake", func(s *capsule.Server, _ *visitor) {
			s.StallHandshake()
		}, 10 * time.Second, "start TLS with example.org:1965: no connection within 10s"},
		{"no header", func(s *capsule.Server, _ *visitor) {
			s.Reply("/", capsule.Reply{End: capsule.Stall})
		}, 30 * time.Second, tooLate},
		{"late header", func(s *capsule.Server, _ *visitor) {
			s.Reply("/", page(capsule.Reply{Delay: time.Minute}))
		}, 30 * time.Second, tooLate},
		{"half a header", func(s *capsule.Server, _ *visitor) {
			s.Reply("/", capsule.Reply{Header: "20 text", End: capsule.Stall})
		}, 30 * time.Second, tooLate},
		{"stalled body", func(s *capsule.Server, _ *visitor) {
			s.Reply("/", page(capsule.Reply{End: capsule.Stall}))
		}, 30 * time.Second, tooLate},
		{"dripping header", func(s *capsule.Server, _ *visitor) {
			s.Reply("/", page(capsule.Reply{Drip: 5 * time.Second}))
		}, 30 * time.Second, tooLate},
		{"dripping body", func(s *capsule.Server, _ *visitor) {
			s.Reply("/", page(capsule.Reply{Drip: 1500 * time.Millisecond}))
		}, 30 * time.Second, tooLate},
		{"endless drip", func(s *capsule.Server, _ *visitor) {
			s.Reply("/", page(capsule.Reply{Drip: time.Second, Repeat: true}))
		}, 30 * time.Second, tooLate},
		{"own limit", func(s *capsule.Server, c *visitor) {
			s.Reply("/", page(capsule.Reply{End: capsule.Stall}))
			c.Timeout = 90 * time.Second
		}, 90 * time.Second, read + "no whole response within 1m30s"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				s, c := inBubble(t)
				tt.script(s, c)
				began := time.Now()
				_, err := c.Get(t.Context(), parse(t, "example.org"))
				if text(err) != tt.want || fetch.KindOf(err) != lateKind(tt.want) || !errors.Is(err, context.DeadlineExceeded) {
					t.Errorf("%v %q\nwant %q", fetch.KindOf(err), text(err), tt.want)
				}
				if took := time.Since(began); took != tt.after {
					t.Errorf("took %v, want %v", took, tt.after)
				}
			})
		})
	}
}

// A request may limit its time to less than the client allows, but not extend it.
func TestLimitOfRequest(t *testing.T) {
	t.Parallel()
	for limit, want := range map[time.Duration]time.Duration{time.Second: time.Second, time.Hour: 30 * time.Second} {
		synctest.Test(t, func(t *testing.T) {
			s, c := inBubble(t)
			s.Reply("/", capsule.Reply{End: capsule.Stall})
			began := time.Now()
			_, err := c.Do(t.Context(), fetch.Request{URL: parse(t, "example.org"), Limit: limit})
			if took := time.Since(began); fetch.KindOf(err) != fetch.TimedOut || took != want {
				t.Errorf("%v after %v, want the end after %v", err, took, want)
			}
		})
	}
}

// lateKind distinguishes a server that does not accept connections from one that is slow.
func lateKind(message string) fetch.Kind {
	if strings.HasPrefix(message, "connect ") {
		return fetch.NoAnswer
	}
	return fetch.TimedOut
}

func TestCancel(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name   string
		script func(*capsule.Server, *visitor)
		want   string
	}{
		{"connect", func(_ *capsule.Server, c *visitor) { c.Dial = never }, "connect example.org:1965: "},
		{"handshake", func(s *capsule.Server, _ *visitor) { s.StallHandshake() }, "start TLS with example.org:1965: "},
		{"body", func(s *capsule.Server, _ *visitor) {
			s.Reply("/", capsule.Reply{Status: 20, Meta: "text/plain", End: capsule.Stall})
		}, "read gemini://example.org/: "},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				s, c := inBubble(t)
				tt.script(s, c)
				ctx, cancel := context.WithCancel(t.Context())
				time.AfterFunc(time.Second, cancel)
				began := time.Now()
				_, err := c.Get(ctx, parse(t, "example.org"))
				if text(err) != tt.want+"canceled" || fetch.KindOf(err) != fetch.Canceled || !errors.Is(err, context.Canceled) {
					t.Errorf("%v %q", fetch.KindOf(err), text(err))
				}
				if took := time.Since(began); took != time.Second {
					t.Errorf("took %v, want 1s", took)
				}

				ctx, cancel = context.WithTimeout(t.Context(), time.Second)
				defer cancel()
				_, err = c.Get(ctx, parse(t, "example.org"))
				if text(err) != tt.want+"out of time" || fetch.KindOf(err) != lateKind(tt.want) {
					t.Errorf("%v %q", fetch.KindOf(err), text(err))
				}
			})
		})
	}
}

func TestDialErrors(t *testing.T) {
	t.Parallel()
	failed := func(err error) error {
		return &net.OpError{Op: "dial", Net: "tcp", Err: os.NewSyscallError("connect", err)}
	}
	lookup := func(err net.DNSError) error {
		err.Name, err.Server = "example.org", "127.0.0.53:53"
		return &net.OpError{Op: "dial", Net: "tcp", Err: &err}
	}
	tests := []struct {
		err  error
		kind fetch.Kind
		want string
	}{
		{failed(syscall.ECONNREFUSED), fetch.ConnectionRefused, "connect example.org:1965: connection refused"},
		{failed(syscall.EHOSTUNREACH), fetch.Unreachable, "connect example.org:1965: no route to host"},
		{failed(syscall.ENETUNREACH), fetch.Unreachable, "connect example.org:1965: network is unreachable"},
		{failed(syscall.ETIMEDOUT), fetch.NoAnswer, "connect example.org:1965: no answer"},
		{errors.New("proxy\x1b[1m says no"), fetch.Unreachable, "connect example.org:1965: proxy says no"},
		{lookup(net.DNSError{Err: "no such host", IsNotFound: true}), fetch.UnknownHost, "look up example.org: no such host"},
		{lookup(net.DNSError{Err: "server misbehaving", IsTemporary: true}), fetch.Unreachable, "look up example.org: no answer from the name server"},
		{lookup(net.DNSError{Err: "i/o timeout", IsTimeout: true}), fetch.NoAnswer, "look up example.org: no answer from the name server"},
	}
	for _, tt := range tests {
		c := newVisitor(&fetch.Client{Now: now})
		c.Dial = func(context.Context, string, string) (net.Conn, error) { return nil, tt.err }
		_, err := c.Get(t.Context(), parse(t, "example.org"))
		if text(err) != tt.want || fetch.KindOf(err) != tt.kind || !errors.Is(err, tt.err) {
			t.Errorf("%v %q, want %v %q", fetch.KindOf(err), text(err), tt.kind, tt.want)
		}
	}
}

func TestHandshakeErrors(t *testing.T) {
	t.Parallel()
	s, c := start(t, capsule.Options{})
	s.RefuseHandshake()
	_, err := c.Get(t.Context(), parse(t, "example.org"))
	if want := "start TLS with example.org:1965: the server closed the connection"; text(err) != want || fetch.KindOf(err) != fetch.TLSFailure {
		t.Errorf("%v %q, want %q", fetch.KindOf(err), text(err), want)
	}

	c.Dial = func(context.Context, string, string) (net.Conn, error) {
		client, server := net.Pipe()
		go func() {
			defer server.Close()
			server.Read(make([]byte, 2048))
			server.Write([]byte("HTTP/1.1 400 Bad Request\r\n\r\n"))
		}()
		return client, nil
	}
	_, err = c.Get(t.Context(), parse(t, "example.org"))
	if want := "start TLS with example.org:1965: first record does not look like a TLS handshake"; text(err) != want {
		t.Errorf("got %q, want %q", text(err), want)
	}
}

// The system's dialer explains why it cannot connect.
func TestNobodyListens(t *testing.T) {
	t.Parallel()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	addr := l.Addr().String()
	l.Close()
	c := newVisitor(&fetch.Client{Now: now})
	_, err = c.Get(t.Context(), parse(t, addr))
	if want := "connect " + addr + ": connection refused"; text(err) != want || fetch.KindOf(err) != fetch.ConnectionRefused {
		t.Errorf("got %q, want %q", text(err), want)
	}
}

func TestNoConnection(t *testing.T) {
	t.Parallel()
	tests := []struct {
		err  error
		want bool
	}{
		{&fetch.Error{Op: "connect", Kind: fetch.NoAnswer}, true},
		{&fetch.Error{Op: "look up", Kind: fetch.UnknownHost}, true},
		{&fetch.Error{Op: "start TLS with", Kind: fetch.TimedOut}, true},
		{&fetch.CertificateError{}, true},
		{&fetch.Error{Op: "read", Kind: fetch.TimedOut}, false},
		{&fetch.StatusError{Response: &fetch.Response{Status: 51}}, false},
		{nil, false},
	}
	for _, tt := range tests {
		if got := fetch.IsConnectionError(tt.err); got != tt.want {
			t.Errorf("%v: got %v", tt.err, got)
		}
	}
}
