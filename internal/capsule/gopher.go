package capsule

import (
	"bufio"
	"net"
	"strings"
)

// maxSelector is how many bytes of a selector are read.
const maxSelector = 4096

// answerGopher reads one selector from stream, whose connection underneath is conn, and
// plays the reply. A selector that nobody handles is answered by an error item.
func (s *Server) answerGopher(stream, conn net.Conn) {
	line, err := bufio.NewReaderSize(stream, maxSelector).ReadSlice('\n')
	if s.listener == nil {
		s.running.Go(func() { untilGone(conn) })
	}
	if err != nil {
		return
	}
	selector := strings.TrimRight(string(line), "\r\n")
	s.play(s.recordSelector(selector)(selector), stream, conn)
}

// recordSelector notes a request and returns who answers it.
func (s *Server) recordSelector(selector string) Handler {
	s.mu.Lock()
	defer s.mu.Unlock()
	r := Request{URL: selector}
	if s.now != nil {
		r.At = s.now()
	}
	s.requests = append(s.requests, r)
	s.counts[selector]++
	if h, ok := s.handlers[selector]; ok {
		return h
	}
	return func(string) Reply {
		return Reply{Body: "3'" + selector + "' does not exist\t\terror.host\t1\r\n.\r\n"}
	}
}
