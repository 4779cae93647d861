package capsule

import (
	"crypto/tls"
	"fmt"
	"io"
	"net"
	"slices"
	"strings"
	"time"
)

// A Reply scripts one response. The zero value sends nothing and closes.
type Reply struct {
	// Status and Meta form the header. Without Status, Header is sent.
	Status int
	Meta   string
	// Header is sent unchanged, with its line end, in place of Status and Meta: it may be
	// malformed.
	Header string
	// Body is sent after the header, whatever the status.
	Body string
	// Repeat sends the body repeatedly until the client closes the connection.
	Repeat bool
	// Delay passes before the header.
	Delay time.Duration
	// Drip, when positive, passes before each single byte.
	Drip time.Duration
	// End says what follows the last byte.
	End End
}

// An End is the way a connection ends.
type End uint8

// The ways a connection ends.
const (
	Notify   End = iota // close_notify, then close, as Gemini asks for
	Truncate            // close without close_notify
	Reset               // TCP reset; in a pipe the same as Truncate
	Stall               // stays open without sending until the client closes it
)

// A Handler makes the reply to a request for url, the request line as sent.
type Handler func(url string) Reply

// Handle makes h answer requests for an escaped path, whatever their query. A path that begins
// with "//host" or "//host:port", as the request writes it, applies only to that host and takes
// precedence. The answer for a path without a handler is 51.
func (s *Server) Handle(path string, h Handler) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.handlers[path] = h
}

// Reply answers every request for path with r.
func (s *Server) Reply(path string, r Reply) {
	s.Handle(path, func(string) Reply { return r })
}

// Page serves body as text/gemini.
func (s *Server) Page(path, body string) {
	s.Reply(path, Reply{Status: 20, Meta: "text/gemini", Body: body})
}

// Redirect answers every request for path with status, 30 or 31, and target.
func (s *Server) Redirect(path string, status int, target string) {
	s.Reply(path, Reply{Status: status, Meta: target})
}

// Require makes a path, and every path that begins with it, answer 60 to a client without a
// certificate, and 61 if the certificate has none of the fingerprints. Without fingerprints any
// certificate is accepted.
func (s *Server) Require(path string, fingerprints ...string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.required[path] = fingerprints
}

// refusal returns the reply to a visitor that may not see path.
func (s *Server) refusal(path, visitor string) (Reply, bool) {
	for prefix, fingerprints := range s.required {
		switch {
		case !strings.HasPrefix(path, prefix):
		case visitor == "":
			return Reply{Status: 60, Meta: "Certificate required"}, true
		case len(fingerprints) > 0 && !slices.Contains(fingerprints, visitor):
			return Reply{Status: 61, Meta: "Not authorised"}, true
		}
	}
	return Reply{}, false
}

// play sends r on stream, whose connection underneath is conn.
func (s *Server) play(r Reply, stream net.Conn, conn net.Conn) {
	if !s.sleep(r.Delay) || !s.send(stream, s.header(r), r.Drip) || !s.send(stream, r.Body, r.Drip) {
		return
	}
	for r.Repeat && r.Body != "" {
		if !s.send(stream, r.Body, r.Drip) {
			return
		}
	}
	switch r.End {
	case Notify:
		if secure, ok := stream.(*tls.Conn); ok {
			secure.CloseWrite() // only close_notify: serve closes the connection later
		}
	case Reset:
		if tcp, ok := conn.(*net.TCPConn); ok {
			tcp.SetLinger(0) // closing then resets
		}
	case Stall:
		untilGone(conn)
	}
}

func (s *Server) header(r Reply) string {
	switch {
	case s.protocol != "":
		return ""
	case r.Status == 0:
		return r.Header
	case r.Meta == "":
		return fmt.Sprintf("%02d\r\n", r.Status)
	}
	return fmt.Sprintf("%02d %s\r\n", r.Status, r.Meta)
}

// send reports whether all of text was sent.
func (s *Server) send(w io.Writer, text string, drip time.Duration) bool {
	if drip <= 0 {
		_, err := io.WriteString(w, text)
		return err == nil
	}
	for i := range len(text) {
		if !s.sleep(drip) {
			return false
		}
		if _, err := io.WriteString(w, text[i:i+1]); err != nil {
			return false
		}
	}
	return true
}

// sleep reports whether d passed before the server was closed.
func (s *Server) sleep(d time.Duration) bool {
	if d <= 0 {
		return true
	}
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return true
	case <-s.done:
		return false
	}
}

// untilGone returns when the client or the server has closed conn.
func untilGone(conn net.Conn) {
	io.Copy(io.Discard, conn)
}
