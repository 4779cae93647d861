package app

import (
	"context"
	"net"
	"net/netip"
)

// LookUp is what Environment.Resolve usually is: it asks the system for the first IP
// address of a host.
func LookUp(ctx context.Context, host string) (ip netip.Addr, remote bool) {
	ip, err := netip.ParseAddr(host)
	if err != nil {
		ips, err := net.DefaultResolver.LookupNetIP(ctx, "ip", host)
		if err != nil || len(ips) == 0 {
			return netip.Addr{}, false
		}
		ip = ips[0]
	}
	ip = ip.Unmap()
	return ip, !ip.IsLoopback() && !ownAddress(ip)
}

// ownAddress reports whether ip is an address of this machine's network interfaces.
func ownAddress(ip netip.Addr) bool {
	own, err := net.InterfaceAddrs()
	if err != nil {
		return false
	}
	for _, a := range own {
		if prefix, err := netip.ParsePrefix(a.String()); err == nil && prefix.Addr() == ip {
			return true
		}
	}
	return false
}
