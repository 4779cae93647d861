package capsule_test

import (
	"crypto/sha256"
	"crypto/tls"
	"crypto/x509"
	"encoding/hex"
	"errors"
	"io"
	"net"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"gemsub/internal/capsule"
)

func start(t *testing.T, o capsule.Options) *capsule.Server {
	t.Helper()
	s, err := capsule.Start(o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	return s
}

// connect returns a TLS connection to s that trusts anything.
func connect(t *testing.T, s *capsule.Server) *tls.Conn {
	t.Helper()
	raw, err := s.Dial(t.Context(), "tcp", "example.org:1965")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { raw.Close() })
	return tls.Client(raw, &tls.Config{InsecureSkipVerify: true})
}

// get sends line and returns all that came back.
func get(t *testing.T, s *capsule.Server, line string) (string, error) {
	t.Helper()
	conn := connect(t, s)
	if _, err := io.WriteString(conn, line); err != nil {
		t.Fatal(err)
	}
	data, err := io.ReadAll(conn)
	return string(data), err
}

func TestReplies(t *testing.T) {
	t.Parallel()
	s := start(t, capsule.Options{})
	s.Page("/", "# Home\n")
	s.Page("//b.example/", "# B\n")
	s.Redirect("/old", 31, "/new")
	s.Reply("/gone", capsule.Reply{Status: 52})
	s.Reply("/raw", capsule.Reply{Header: "51\r\n"})
	s.Reply("/drip", capsule.Reply{Status: 20, Meta: "text/plain", Body: "abc", Drip: time.Microsecond})
	s.Handle("/echo", func(url string) capsule.Reply {
		return capsule.Reply{Status: 20, Meta: "text/plain", Body: url}
	})
	tests := []struct{ line, want string }{
		{"gemini://a.example\r\n", "20 text/gemini\r\n# Home\n"},
		{"gemini://b.example/\r\n", "20 text/gemini\r\n# B\n"},
		{"gemini://a.example/old\r\n", "31 /new\r\n"},
		{"gemini://a.example/gone\r\n", "52\r\n"},
		{"gemini://a.example/raw\r\n", "51\r\n"},
		{"gemini://a.example/drip\r\n", "20 text/plain\r\nabc"},
		{"gemini://a.example/echo?q\r\n", "20 text/plain\r\ngemini://a.example/echo?q"},
		{"gemini://a.example/none\r\n", "51 Not found\r\n"},
		{"gemini://a.example/\n", "59 Bad request\r\n"},
		{"/\r\n", "59 Bad request\r\n"},
		{"\r\n", "59 Bad request\r\n"},
		{"gemini://a.example/%zz\r\n", "59 Bad request\r\n"},
		{"gemini://a/" + strings.Repeat("x", 1024-11) + "\r\n", "51 Not found\r\n"},
		{"gemini://a/" + strings.Repeat("x", 1025-11) + "\r\n", "59 Bad request\r\n"},
	}
	for _, tt := range tests {
		got, err := get(t, s, tt.line)
		if err != nil {
			t.Errorf("%q: %v", tt.line, err)
		}
		if diff := cmp.Diff(tt.want, got); diff != "" {
			t.Errorf("%q (-want +got):\n%s", tt.line, diff)
		}
	}
}

func TestCounts(t *testing.T) {
	t.Parallel()
	at := time.Date(2024, 3, 25, 0, 0, 0, 0, time.UTC)
	s := start(t, capsule.Options{Now: func() time.Time { return at }})
	for _, line := range []string{"gemini://a.example\r\n", "gemini://b.example/?q\r\n", "gemini://b.example/x\r\n", "bad\r\n"} {
		if _, err := get(t, s, line); err != nil {
			t.Fatal(err)
		}
	}
	want := []capsule.Request{
		{URL: "gemini://a.example", At: at},
		{URL: "gemini://b.example/?q", At: at},
		{URL: "gemini://b.example/x", At: at},
	}
	if diff := cmp.Diff(want, s.Requests()); diff != "" {
		t.Errorf("requests (-want +got):\n%s", diff)
	}
	for path, want := range map[string]int{"/": 2, "//b.example/": 1, "/x": 1, "/y": 0} {
		if got := s.Count(path); got != want {
			t.Errorf("Count(%q) = %d, want %d", path, got, want)
		}
	}
}

func TestMostOpen(t *testing.T) {
	t.Parallel()
	s := start(t, capsule.Options{})
	var arrived, left sync.WaitGroup
	arrived.Add(3)
	s.Handle("/", func(string) capsule.Reply {
		arrived.Done()
		arrived.Wait()
		return capsule.Reply{Status: 51}
	})
	for range 3 {
		left.Go(func() { get(t, s, "gemini://a.example/\r\n") })
	}
	left.Wait()
	if got := s.MostOpen(); got != 3 {
		t.Errorf("most open = %d, want 3", got)
	}
}

func TestEnds(t *testing.T) {
	t.Parallel()
	s := start(t, capsule.Options{})
	s.Reply("/reset", capsule.Reply{Status: 20, Meta: "text/plain", End: capsule.Reset})
	if _, err := get(t, s, "gemini://a.example/reset\r\n"); !errors.Is(err, syscall.ECONNRESET) {
		t.Errorf("reset: %v, want %v", err, syscall.ECONNRESET)
	}

	s.Reply("/cut", capsule.Reply{Status: 20, Meta: "text/plain", Body: "abc", End: capsule.Truncate})
	raw, err := s.Dial(t.Context(), "tcp", "")
	if err != nil {
		t.Fatal(err)
	}
	defer raw.Close()
	counted := &countEOF{Conn: raw}
	conn := tls.Client(counted, &tls.Config{InsecureSkipVerify: true})
	io.WriteString(conn, "gemini://a.example/cut\r\n")
	data, _ := io.ReadAll(conn)
	if string(data) != "20 text/plain\r\nabc" || counted.n == 0 {
		t.Errorf("truncated: %q, connection ended %d times", data, counted.n)
	}
}

// countEOF counts the ends seen below TLS; close_notify comes before any.
type countEOF struct {
	net.Conn
	n int
}

func (c *countEOF) Read(p []byte) (int, error) {
	n, err := c.Conn.Read(p)
	if err == io.EOF {
		c.n++
	}
	return n, err
}

func TestStallAndDelayInNoTime(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s, err := capsule.New(capsule.Options{})
		if err != nil {
			t.Fatal(err)
		}
		defer s.Close()
		s.Reply("/late", capsule.Reply{Status: 51, Delay: time.Hour})
		began := time.Now()
		got, err := get(t, s, "gemini://a.example/late\r\n")
		if got != "51\r\n" || err != nil || time.Since(began) != time.Hour {
			t.Errorf("late: %q, %v after %v", got, err, time.Since(began))
		}

		s.DelayHandshake(time.Hour)
		began = time.Now()
		if err := connect(t, s).Handshake(); err != nil || time.Since(began) != time.Hour {
			t.Errorf("late handshake: %v after %v", err, time.Since(began))
		}
		s.DelayHandshake(0)

		s.Reply("/stall", capsule.Reply{Status: 20, Meta: "text/plain", Body: "ab", End: capsule.Stall})
		conn := connect(t, s)
		io.WriteString(conn, "gemini://a.example/stall\r\n")
		conn.SetReadDeadline(time.Now().Add(time.Hour))
		data, err := io.ReadAll(conn)
		var timeout net.Error
		if string(data) != "20 text/plain\r\nab" || !errors.As(err, &timeout) || !timeout.Timeout() {
			t.Errorf("stall: %q, %v", data, err)
		}
	})
}

func TestHandshake(t *testing.T) {
	t.Parallel()
	s := start(t, capsule.Options{})
	s.RefuseHandshake()
	if err := connect(t, s).Handshake(); err == nil {
		t.Error("refused handshake went through")
	}
	s.StallHandshake()
	conn := connect(t, s)
	conn.SetDeadline(time.Now().Add(20 * time.Millisecond))
	var timeout net.Error
	if err := conn.Handshake(); !errors.As(err, &timeout) || !timeout.Timeout() {
		t.Errorf("stalled handshake: %v, want a timeout", err)
	}
	s.SpeakPlainly()
	var record tls.RecordHeaderError
	if err := connect(t, s).Handshake(); !errors.As(err, &record) {
		t.Errorf("plain text: %v, want %T", err, record)
	}
	s.AllowHandshake()
	if err := connect(t, s).Handshake(); err != nil {
		t.Error(err)
	}
}

func TestNewCertificate(t *testing.T) {
	t.Parallel()
	s := start(t, capsule.Options{Certificate: capsule.CertOptions{Names: []string{"a.example"}}})
	first := s.Fingerprint()
	ends := time.Date(2031, 1, 2, 3, 4, 5, 0, time.UTC)
	if err := s.NewCertificate(capsule.CertOptions{SameKey: true, NotAfter: ends}); err != nil {
		t.Fatal(err)
	}
	if s.Fingerprint() != first {
		t.Error("same key, but another fingerprint")
	}
	root, err := capsule.NewAuthority(nil)
	if err != nil {
		t.Fatal(err)
	}
	middle, err := capsule.NewAuthority(root)
	if err != nil {
		t.Fatal(err)
	}
	if err := s.NewCertificate(capsule.CertOptions{Names: []string{"a.example"}, Parent: middle}); err != nil {
		t.Fatal(err)
	}
	if s.Fingerprint() == first {
		t.Error("new key, but the same fingerprint")
	}
	conn := connect(t, s)
	if err := conn.Handshake(); err != nil {
		t.Fatal(err)
	}
	certs := conn.ConnectionState().PeerCertificates
	between := x509.NewCertPool()
	for _, c := range certs[1:] {
		between.AddCert(c)
	}
	if _, err := certs[0].Verify(x509.VerifyOptions{DNSName: "a.example", Roots: root.Pool(), Intermediates: between}); err != nil {
		t.Error(err)
	}
}

func TestCertificateAt(t *testing.T) {
	t.Parallel()
	s := start(t, capsule.Options{Addr: "0.0.0.0:0"})
	s.Page("//127.0.0.2/", "# Two\n")
	s.Page("//127.0.0.3/", "# Three\n")
	for _, ip := range []string{"127.0.0.2", "127.0.0.3"} {
		if err := s.CertificateAt(ip, capsule.CertOptions{Names: []string{ip}}); err != nil {
			t.Fatal(err)
		}
	}
	_, port, err := net.SplitHostPort(s.Addr())
	if err != nil {
		t.Fatal(err)
	}
	for ip, want := range map[string]string{
		"127.0.0.1": "51 Not found\r\n",
		"127.0.0.2": "20 text/gemini\r\n# Two\n",
		"127.0.0.3": "20 text/gemini\r\n# Three\n",
	} {
		conn, err := tls.Dial("tcp", net.JoinHostPort(ip, port), &tls.Config{InsecureSkipVerify: true})
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close()
		if err := conn.ConnectionState().PeerCertificates[0].VerifyHostname(ip); err != nil {
			t.Error(err)
		}
		io.WriteString(conn, "gemini://"+ip+"/\r\n")
		if got, err := io.ReadAll(conn); string(got) != want || err != nil {
			t.Errorf("%s: %q, %v, want %q", ip, got, err, want)
		}
	}
}

func TestNetwork(t *testing.T) {
	t.Parallel()
	a, b := start(t, capsule.Options{}), start(t, capsule.Options{})
	n := capsule.Network{"a.example": a, "a.example:7000": b}
	for addr, want := range map[string]*capsule.Server{"a.example:1965": a, "a.example:7000": b} {
		conn, err := n.Dial(t.Context(), "tcp", addr)
		if err != nil {
			t.Fatal(err)
		}
		if got := conn.RemoteAddr().String(); got != want.Addr() {
			t.Errorf("%s leads to %s, want %s", addr, got, want.Addr())
		}
		conn.Close()
	}
	_, err := n.Dial(t.Context(), "tcp", "c.example:1965")
	var lookup *net.DNSError
	if !errors.As(err, &lookup) || !lookup.IsNotFound {
		t.Errorf("unknown host: %v", err)
	}
}

func TestCloseEndsEverything(t *testing.T) {
	t.Parallel()
	for range 200 {
		s := start(t, capsule.Options{})
		s.Reply("/", capsule.Reply{Delay: time.Hour})
		conn := connect(t, s)
		if _, err := io.WriteString(conn, "gemini://a.example/\r\n"); err != nil {
			t.Fatal(err)
		}
		s.Close()
		s.Close()
		if _, err := conn.Read(make([]byte, 1)); err == nil {
			t.Error("connection outlived its server")
		}
	}
	s, err := capsule.New(capsule.Options{})
	if err != nil {
		t.Fatal(err)
	}
	s.Close()
	if _, err := s.Dial(t.Context(), "tcp", ""); err == nil {
		t.Error("a closed server was reached")
	}
}

func TestStartOnTakenAddress(t *testing.T) {
	t.Parallel()
	s := start(t, capsule.Options{})
	if other, err := capsule.Start(capsule.Options{Addr: s.Addr()}); err == nil {
		other.Close()
		t.Error("two servers on one address")
	}
	if want := "gemini://" + s.Addr() + "/x"; s.URL("/x") != want {
		t.Errorf("URL = %q, want %q", s.URL("/x"), want)
	}
}

func TestRequire(t *testing.T) {
	t.Parallel()
	s := start(t, capsule.Options{})
	visitor, err := tls.X509KeyPair(clientPair(t))
	if err != nil {
		t.Fatal(err)
	}
	sum := sha256.Sum256(visitor.Certificate[0])
	me := hex.EncodeToString(sum[:])
	s.Require("/any")
	s.Require("/me", "00", me)
	s.Require("/you", "00")
	tests := []struct{ path, unknown, known string }{
		{"/", "51 Not found\r\n", "51 Not found\r\n"},
		{"/any/x", "60 Certificate required\r\n", "51 Not found\r\n"},
		{"/me", "60 Certificate required\r\n", "51 Not found\r\n"},
		{"/you", "60 Certificate required\r\n", "61 Not authorised\r\n"},
	}
	var want []string
	for _, tt := range tests {
		for _, certs := range [][]tls.Certificate{nil, {visitor}} {
			raw, err := s.Dial(t.Context(), "tcp", "")
			if err != nil {
				t.Fatal(err)
			}
			defer raw.Close()
			conn := tls.Client(raw, &tls.Config{InsecureSkipVerify: true, Certificates: certs})
			io.WriteString(conn, "gemini://a.example"+tt.path+"\r\n")
			answer, visitor := tt.unknown, ""
			if certs != nil {
				answer, visitor = tt.known, me
			}
			want = append(want, visitor)
			if got, err := io.ReadAll(conn); string(got) != answer || err != nil {
				t.Errorf("%s: %q, %v, want %q", tt.path, got, err, answer)
			}
		}
	}
	var got []string
	for _, r := range s.Requests() {
		got = append(got, r.Visitor)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("visitors (-want +got):\n%s", diff)
	}
	if n := s.Handshakes(); n != len(want) {
		t.Errorf("%d handshakes, want %d", n, len(want))
	}
}

// clientPair returns a certificate and its key in PEM.
func clientPair(t *testing.T) (cert, key []byte) {
	t.Helper()
	dir := t.TempDir()
	certFile, keyFile := filepath.Join(dir, "cert.pem"), filepath.Join(dir, "key.pem")
	if err := capsule.WriteCertificate(certFile, keyFile, capsule.CertOptions{}); err != nil {
		t.Fatal(err)
	}
	cert, err := os.ReadFile(certFile)
	if err != nil {
		t.Fatal(err)
	}
	key, err = os.ReadFile(keyFile)
	if err != nil {
		t.Fatal(err)
	}
	return cert, key
}
