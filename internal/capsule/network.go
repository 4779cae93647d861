package capsule

import (
	"context"
	"net"
)

// A Network stands in for the internet: its keys are host names, or host:port
// where a name has several servers.
type Network map[string]*Server

// Dial connects to the server that addr names, a host:port. A host that is not
// in the network gives the *net.DNSError of a name that does not exist.
func (n Network) Dial(ctx context.Context, network, addr string) (net.Conn, error) {
	host, _, err := net.SplitHostPort(addr)
	if err != nil {
		return nil, err
	}
	for _, key := range []string{addr, host} {
		if s, ok := n[key]; ok {
			return s.Dial(ctx, network, addr)
		}
	}
	return nil, &net.DNSError{Err: "no such host", Name: host, IsNotFound: true}
}
