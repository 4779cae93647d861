package fetch

import (
	"bytes"
	"crypto/tls"
	"sync"
)

// Bounds of the TLS sessions that are kept for resumption.
const (
	maxSessions    = 1024    // of as many authorities
	maxSessionSize = 8 << 10 // bytes, with the certificates and the ticket of the server
)

// A sessionStore keeps the last TLS session of each authority, as bytes: the certificates
// in it take five times as much once they are parsed. When it is full it begins anew.
type sessionStore struct {
	mu     sync.Mutex
	packed map[string]packedSession // by authority
}

type packedSession struct{ ticket, state []byte }

// sessions are those of one authority: crypto/tls would share them among the ports of a
// host, and with them the certificate of another server.
type sessions struct {
	*sessionStore
	authority string
}

// Get implements tls.ClientSessionCache.
func (s sessions) Get(string) (*tls.ClientSessionState, bool) {
	s.mu.Lock()
	packed, ok := s.packed[s.authority]
	s.mu.Unlock()
	if !ok {
		return nil, false
	}
	state, err := tls.ParseSessionState(packed.state)
	if err != nil {
		return nil, false
	}
	session, err := tls.NewResumptionState(packed.ticket, state)
	return session, err == nil
}

// Put implements tls.ClientSessionCache. Nil says that the session is over.
func (s sessions) Put(_ string, session *tls.ClientSessionState) {
	packed, ok := pack(session)
	s.mu.Lock()
	defer s.mu.Unlock()
	if !ok {
		delete(s.packed, s.authority)
		return
	}
	if s.packed == nil || len(s.packed) >= maxSessions {
		s.packed = map[string]packedSession{}
	}
	s.packed[s.authority] = packed
}

// pack returns the bytes of a session, and false for none and one that is too large.
func pack(session *tls.ClientSessionState) (packed packedSession, ok bool) {
	if session == nil {
		return packed, false
	}
	ticket, state, err := session.ResumptionState()
	if err != nil || state == nil {
		return packed, false
	}
	packed.ticket = bytes.Clone(ticket) // which may be part of a larger message
	packed.state, err = state.Bytes()
	return packed, err == nil && len(packed.ticket)+len(packed.state) <= maxSessionSize
}
