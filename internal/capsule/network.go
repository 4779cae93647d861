package capsule

import (
	"context"
	"net"
)

// A Network replaces the internet. Its keys are host names, or host:port if a name has several
// servers.
type Network map[string]*Server

// Dial connects to the server at addr, a host:port. For a host that is not in the network it
// returns the *net.DNSError of a name that does not exist.
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
