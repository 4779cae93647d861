package app

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/netip"
	"net/url"
	"strings"

	"gemsub/internal/fetch"
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

// UseProxy has the SOCKS5 proxy at raw, such as socks5://127.0.0.1:9050, carry all
// requests and resolve all names. If that is no proxy, nothing can be reached.
func (e *Environment) UseProxy(raw string) error {
	u, err := url.Parse(raw)
	if err != nil {
		u = new(url.URL) // which is no proxy
	}
	dial, err := fetch.ThroughProxy(u, e.Dial)
	if err != nil {
		err = fmt.Errorf("%s is %w such as socks5://127.0.0.1:9050", ProxyName(raw), err)
		e.Dial = func(context.Context, string, string) (net.Conn, error) { return nil, err }
		return err
	}
	e.Dial, e.Proxy = dial, raw
	if resolve := e.Resolve; resolve != nil {
		// The proxy resolves names: nothing is known of a host unless it is an address.
		e.Resolve = func(ctx context.Context, host string) (netip.Addr, bool) {
			if _, err := netip.ParseAddr(host); err == nil {
				return resolve(ctx, host)
			}
			return netip.Addr{}, !fetch.IsLocalName(host)
		}
	}
	return nil
}

// ProxyName is what was given for a proxy as people may see it: without a password,
// whether it is a URL or not.
func ProxyName(raw string) string {
	at := strings.LastIndexByte(raw, '@')
	if at < 0 {
		return raw
	}
	scheme, _, isURL := strings.Cut(raw, "://")
	if !isURL || strings.ContainsAny(scheme, ":@/ ") {
		return "…" + raw[at:]
	}
	return scheme + "://…" + raw[at:]
}

// unreached is err with what to look at where a proxy stands between.
func (a *App) unreached(err error) error {
	u, parseErr := url.Parse(a.Proxy)
	if a.Proxy == "" || parseErr != nil || !errors.Is(err, ErrNoNetwork) {
		return err
	}
	return WithHint(err, fmt.Sprintf("all requests go through the proxy %s: is it running?", u.Host))
}
