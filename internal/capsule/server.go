// Package capsule is a Gemini and Gopher server inside the process, for tests and for gemsub
// demo.
//
// Its answers are scripted: a page or a [Reply] for each path, or a function for answers that
// change. It can also imitate faults of real servers: late and dripping answers, malformed
// headers, connections that stall, are cut or are reset, handshakes that are late or never end,
// plain text in place of TLS, another certificate from one request to the next. It records all
// requests.
//
// It follows the Gemini network protocol 0.24.1 as far as a client can see, but serves no files
// and ignores SNI. Like many servers it asks for a client certificate on every connection.
package capsule

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"net"
	"sync"
	"time"
)

// Options of a [Server]. The zero value is useful.
type Options struct {
	// Addr is the loopback address that Start listens on; "" means a free
	// port of 127.0.0.1. With 0.0.0.0 it is all of 127.0.0.0/8, and connections
	// to other addresses are closed unanswered.
	Addr string
	// Now gives the requests their times; without it they are zero.
	Now func() time.Time
	// Certificate describes the first certificate.
	Certificate CertOptions
	// Protocol is the server's protocol; "" means Gemini.
	Protocol Protocol
}

// A Protocol is a protocol that a server can use.
type Protocol string

// The protocols beside Gemini. Paths are selectors then, and replies have no header.
const (
	Gopher  Protocol = "gopher"
	Gophers Protocol = "gophers" // with TLS
)

// A Server is one running capsule. Its methods may be called at any time from
// any goroutine.
type Server struct {
	now      func() time.Time
	protocol Protocol
	listener net.Listener // nil if clients connect through pipes
	done     chan struct{}
	running  sync.WaitGroup

	mu          sync.Mutex
	closed      bool
	handlers    map[string]Handler
	required    map[string][]string // path to fingerprints
	requests    []Request
	counts      map[string]int
	conns       map[net.Conn]struct{}
	mostOpen    int
	handshakes  int
	handshake   handshake
	pause       time.Duration // before each handshake
	config      *tls.Config
	configs     map[string]*tls.Config // by the IP address that was connected to
	fingerprint string
}

// A handshake says how the server treats a new connection.
type handshake uint8

const (
	allow handshake = iota
	refuse
	stall
	plain
)

// New returns a server that does not listen. Only [Server.Dial] connects to it, through pipes in
// memory, so that it works in a testing/synctest bubble. The caller must close it.
func New(o Options) (*Server, error) {
	return build(o, nil)
}

// Start returns a server that listens on a loopback address. The caller must close it.
func Start(o Options) (*Server, error) {
	addr := o.Addr
	if addr == "" {
		addr = "127.0.0.1:0"
	}
	listener, err := net.Listen("tcp", addr)
	if err != nil {
		return nil, fmt.Errorf("start capsule: %w", err)
	}
	s, err := build(o, listener)
	if err != nil {
		listener.Close()
		return nil, err
	}
	s.running.Go(s.accept)
	return s, nil
}

func build(o Options, listener net.Listener) (*Server, error) {
	s := &Server{
		now:      o.Now,
		protocol: o.Protocol,
		listener: listener,
		done:     make(chan struct{}),
		handlers: map[string]Handler{},
		required: map[string][]string{},
		counts:   map[string]int{},
		conns:    map[net.Conn]struct{}{},
		configs:  map[string]*tls.Config{},
	}
	if err := s.NewCertificate(o.Certificate); err != nil {
		return nil, err
	}
	return s, nil
}

// Addr returns the host:port on which the server listens, or if it does not, 127.0.0.1 and the
// default port.
func (s *Server) Addr() string {
	if s.listener == nil {
		if s.protocol != "" {
			return "127.0.0.1:70"
		}
		return "127.0.0.1:1965"
	}
	return s.listener.Addr().String()
}

// URL returns the URL of a path on this server.
func (s *Server) URL(path string) string {
	if s.protocol != "" {
		return string(s.protocol) + "://" + s.Addr() + path
	}
	return "gemini://" + s.Addr() + path
}

// Dial connects to this server for any address, so that it can replace the network.
func (s *Server) Dial(ctx context.Context, _, _ string) (net.Conn, error) {
	if s.listener != nil {
		var d net.Dialer
		return d.DialContext(ctx, "tcp", s.Addr())
	}
	client, server := net.Pipe()
	if !s.serve(server) {
		return nil, errors.New("dial capsule: closed")
	}
	return client, nil
}

// RefuseHandshake makes the server close new connections at once.
func (s *Server) RefuseHandshake() { s.setHandshake(refuse) }

// StallHandshake makes the server keep new connections open without sending anything.
func (s *Server) StallHandshake() { s.setHandshake(stall) }

// SpeakPlainly makes the server answer new connections without TLS.
func (s *Server) SpeakPlainly() { s.setHandshake(plain) }

// AllowHandshake undoes RefuseHandshake, StallHandshake and SpeakPlainly.
func (s *Server) AllowHandshake() { s.setHandshake(allow) }

// DelayHandshake makes the server wait for d before each handshake.
func (s *Server) DelayHandshake(d time.Duration) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.pause = d
}

func (s *Server) setHandshake(h handshake) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.handshake = h
}

// Close ends every connection at once and returns when all goroutines of the
// server have ended. Further calls do nothing.
func (s *Server) Close() {
	s.mu.Lock()
	if !s.closed {
		s.closed = true
		close(s.done)
		if s.listener != nil {
			s.listener.Close()
		}
		for conn := range s.conns {
			conn.Close()
		}
	}
	s.mu.Unlock()
	s.running.Wait()
}

func (s *Server) accept() {
	for {
		conn, err := s.listener.Accept()
		if err != nil {
			return
		}
		if !isLoopback(conn.LocalAddr()) {
			conn.Close()
			continue
		}
		s.serve(conn)
	}
}

func isLoopback(addr net.Addr) bool {
	tcp, ok := addr.(*net.TCPAddr)
	return ok && tcp.IP.IsLoopback()
}

// serve answers on conn in a goroutine of its own. If the server was closed, it closes conn and
// reports false.
func (s *Server) serve(conn net.Conn) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		conn.Close()
		return false
	}
	s.conns[conn] = struct{}{}
	s.mostOpen = max(s.mostOpen, len(s.conns))
	how, pause, config := s.handshake, s.pause, s.configFor(conn)
	s.running.Go(func() {
		if s.sleep(pause) {
			s.talk(conn, how, config)
		}
		s.forget(conn) // before closing, so that MostOpen does not count it once the client sees the end
		conn.Close()
	})
	return true
}

func (s *Server) forget(conn net.Conn) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.conns, conn)
}

// talk answers one request, and does not close conn.
func (s *Server) talk(conn net.Conn, how handshake, config *tls.Config) {
	switch how {
	case refuse:
		return
	case stall:
		untilGone(conn)
		return
	case plain:
		s.running.Go(func() { untilGone(conn) }) // in a pipe, the client writes before it reads
		io.WriteString(conn, "20 text/gemini\r\n# Plain\n")
		return
	}
	if s.protocol == Gopher {
		s.answerGopher(conn, conn)
		return
	}
	secure := tls.Server(conn, config)
	if secure.Handshake() != nil {
		return
	}
	s.mu.Lock()
	s.handshakes++
	s.mu.Unlock()
	if s.protocol == Gophers {
		s.answerGopher(secure, conn)
		return
	}
	s.answer(secure, conn)
}
