package fetch

import (
	"cmp"
	"context"
	"errors"
	"net"
	"net/netip"
	"slices"
	"syscall"

	"gemsub/internal/address"
)

// IsPrivate reports whether addr belongs to this machine or a network around it: public
// capsules may not lead there. Yggdrasil (200::/7) is a public network.
func IsPrivate(addr netip.AddrPort) bool {
	ip := embeddedIPv4(addr.Addr().Unmap().WithZone(""))
	return ip.IsLoopback() || ip.IsPrivate() || ip.IsLinkLocalUnicast() || ip.IsUnspecified() ||
		slices.ContainsFunc(morePrivate(), func(p netip.Prefix) bool { return p.Contains(ip) })
}

// morePrivate returns the private ranges that package netip does not know.
func morePrivate() []netip.Prefix {
	return []netip.Prefix{
		netip.MustParsePrefix("0.0.0.0/8"),      // this network (RFC 1122)
		netip.MustParsePrefix("100.64.0.0/10"),  // behind a provider's NAT (RFC 6598)
		netip.MustParsePrefix("192.0.0.0/24"),   // protocol assignments (RFC 6890)
		netip.MustParsePrefix("198.18.0.0/15"),  // measurements (RFC 2544)
		netip.MustParsePrefix("224.0.0.0/4"),    // multicast (RFC 5771)
		netip.MustParsePrefix("240.0.0.0/4"),    // reserved, and broadcast (RFC 1112)
		netip.MustParsePrefix("fec0::/10"),      // site-local (RFC 3879)
		netip.MustParsePrefix("64:ff9b:1::/48"), // NAT64 of one's own network (RFC 8215)
	}
}

// embeddedIPv4 returns the IPv4 address that an IPv6 address leads to: the last four bytes of
// ::/96 (RFC 4291, section 2.5.5.1) and of NAT64 (RFC 6052), or the four bytes after 2002
// (6to4, RFC 3056). It returns any other address unchanged.
func embeddedIPv4(ip netip.Addr) netip.Addr {
	b := ip.As16()
	switch {
	case ip.Is4(), ip.IsLoopback(), ip.IsUnspecified():
		return ip
	case netip.MustParsePrefix("::/96").Contains(ip), netip.MustParsePrefix("64:ff9b::/96").Contains(ip):
		return netip.AddrFrom4([4]byte(b[12:]))
	case b[0] == 0x20 && b[1] == 0x02:
		return netip.AddrFrom4([4]byte(b[2:6]))
	}
	return ip
}

// A DialFunc opens a connection, as [net.Dialer.DialContext] does.
type DialFunc func(ctx context.Context, network, addr string) (net.Conn, error)

// dial connects to the authority of r, and notes in resp whether its address is private. If r has a
// PrivateRefusal, a private address is an error. An unknown address, such as that of a pipe, counts
// as public. With the system's dialer, the check sees the address that is actually dialled, so a
// later answer of a name server cannot evade it.
func (c *Client) dial(ctx context.Context, r Request, resp *Response) (net.Conn, error) {
	private := c.IsPrivate
	if private == nil {
		private = IsPrivate
	}
	refuse := func(at netip.AddrPort, name string) error {
		if r.PrivateRefusal == "" || !private(at) {
			return nil
		}
		return &Error{Kind: PrivateAddress, Reason: name + " is a private address, and " + r.PrivateRefusal}
	}
	dial := c.Dial
	if dial == nil {
		system := &net.Dialer{Resolver: c.Resolver, KeepAlive: -1, Control: func(_, addr string, _ syscall.RawConn) error {
			at, err := netip.ParseAddrPort(addr)
			return cmp.Or(err, refuse(at, at.Addr().String()))
		}}
		dial = system.DialContext
	}
	target := address.HostPort(r.URL)
	var conn net.Conn
	var err error
	if at, known := KnownAddress(target); known {
		err = refuse(at, r.URL.Hostname())
	}
	if err == nil {
		conn, err = dial(ctx, "tcp", target)
	}
	if err == nil {
		if at, unknown := netip.ParseAddrPort(conn.RemoteAddr().String()); unknown == nil {
			resp.Local, err = private(at), refuse(at, at.Addr().String())
		}
		if err != nil {
			conn.Close()
		}
	}
	if err != nil {
		err = explain(ctx, opConnect, address.Authority(r.URL), err)
		e, ok := errors.AsType[*Error](err)
		if ok && c.Dial == nil && slices.Contains([]Kind{UnknownHost, Unreachable, NoAnswer}, e.Kind) && !hasRoute() {
			e.Kind = Offline // the cause may be this machine's own network
		}
		return nil, err
	}
	return conn, nil
}

// hasRoute reports whether this machine has a route to the internet. It sends nothing.
func hasRoute() bool {
	for _, root := range []string{"198.41.0.4:53", "[2001:503:ba3e::2:30]:53"} { // a name server of the root
		if conn, err := net.Dial("udp", root); err == nil {
			conn.Close()
			return true
		}
	}
	return false
}
