package capsule

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"crypto/tls"
	"encoding/hex"
	"io"
	"net"
	"net/url"
	"slices"
	"time"
)

// maxLine is a URL of at most 1024 bytes and its CRLF (Gemini 0.24.1,
// Requests).
const maxLine = 1026

// A Request is one well-formed request that the server read.
type Request struct {
	// URL is the request line as sent.
	URL string
	// At is when the request was read, by Options.Now.
	At time.Time
	// Visitor is the SHA-256 of the client's certificate in lower-case hex, "" if it showed
	// none.
	Visitor string
}

// Requests returns the requests so far, oldest first.
func (s *Server) Requests() []Request {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.requests)
}

// Count returns how often a path was asked for. Like [Server.Handle] it takes
// an escaped path, of one host when it begins with "//host".
func (s *Server) Count(path string) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.counts[path]
}

// MostOpen returns the greatest number of connections that were open at once.
func (s *Server) MostOpen() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.mostOpen
}

// Handshakes returns how many handshakes were completed. In each the client would have shown
// its identity.
func (s *Server) Handshakes() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.handshakes
}

// answer reads one request from secure, whose connection underneath is conn,
// and plays the reply.
func (s *Server) answer(secure *tls.Conn, conn net.Conn) {
	raw, ok := readLine(secure)
	if s.listener == nil { // a pipe has no buffer: the close_notify of both sides would wait for each other
		s.running.Go(func() { untilGone(conn) })
	}
	if !ok {
		s.play(Reply{Status: 59, Meta: "Bad request"}, secure, conn)
		return
	}
	u, err := url.Parse(raw)
	if err != nil || u.Scheme == "" || u.Host == "" {
		s.play(Reply{Status: 59, Meta: "Bad request"}, secure, conn)
		return
	}
	s.play(s.record(raw, u, visitor(secure))(raw), secure, conn)
}

// readLine returns the request line without its CRLF.
func readLine(r io.Reader) (string, bool) {
	line, err := bufio.NewReaderSize(r, maxLine).ReadSlice('\n')
	if err != nil {
		return "", false
	}
	line, ok := bytes.CutSuffix(line, []byte("\r\n"))
	return string(line), ok
}

// visitor returns the fingerprint of the client's certificate.
func visitor(secure *tls.Conn) string {
	certs := secure.ConnectionState().PeerCertificates
	if len(certs) == 0 {
		return ""
	}
	sum := sha256.Sum256(certs[0].Raw)
	return hex.EncodeToString(sum[:])
}

// record notes the request and returns its handler.
func (s *Server) record(raw string, u *url.URL, visitor string) Handler {
	path := u.EscapedPath()
	if path == "" {
		path = "/"
	}
	ofHost := "//" + u.Host + path

	s.mu.Lock()
	defer s.mu.Unlock()
	r := Request{URL: raw, Visitor: visitor}
	if s.now != nil {
		r.At = s.now()
	}
	s.requests = append(s.requests, r)
	s.counts[path]++
	s.counts[ofHost]++
	if refusal, ok := s.refusal(path, visitor); ok {
		return func(string) Reply { return refusal }
	}
	if h, ok := s.handlers[ofHost]; ok {
		return h
	}
	if h, ok := s.handlers[path]; ok {
		return h
	}
	return func(string) Reply { return Reply{Status: 51, Meta: "Not found"} }
}
