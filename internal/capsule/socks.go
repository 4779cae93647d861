package capsule

import (
	"encoding/binary"
	"io"
	"net"
	"strconv"
	"sync"
)

// A SOCKS is a SOCKS5 proxy (RFC 1928) on the loopback interface, without passwords. It connects
// only to the given hosts.
type SOCKS struct {
	listener net.Listener
	hosts    map[string]string // a name -> host:port

	mu    sync.Mutex
	asked map[string]int // host:port -> times
}

// StartSOCKS starts a proxy. It connects to each name in hosts at the given host and port.
func StartSOCKS(hosts map[string]string) (*SOCKS, error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	s := &SOCKS{listener: listener, hosts: hosts, asked: map[string]int{}}
	go s.serve()
	return s, nil
}

// Addr returns the proxy's host and port.
func (s *SOCKS) Addr() string { return s.listener.Addr().String() }

// Close ends the proxy.
func (s *SOCKS) Close() { s.listener.Close() }

// Count returns how often a client asked for a connection to addr.
func (s *SOCKS) Count(addr string) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.asked[addr]
}

func (s *SOCKS) serve() {
	for {
		conn, err := s.listener.Accept()
		if err != nil {
			return
		}
		go s.carry(conn)
	}
}

// carry connects a client to the target that it asks for.
func (s *SOCKS) carry(client net.Conn) {
	defer client.Close()
	host, port, err := readTarget(client)
	if err != nil {
		return
	}
	s.mu.Lock()
	s.asked[net.JoinHostPort(host, port)]++
	s.mu.Unlock()
	reply := []byte{5, 0, 0, 1, 0, 0, 0, 0, 0, 0}
	server, err := net.Dial("tcp", s.hosts[host])
	if err != nil {
		reply[1] = 4 // host unreachable
		_, _ = client.Write(reply)
		return
	}
	defer server.Close()
	_, _ = client.Write(reply)
	go func() {
		_, _ = io.Copy(server, client)
		server.Close()
	}()
	_, _ = io.Copy(client, server)
}

// readTarget reads the greeting and the request of a client, and returns its target.
func readTarget(client net.Conn) (host, port string, err error) {
	head := make([]byte, 2)
	if _, err := io.ReadFull(client, head); err != nil {
		return "", "", err
	}
	if _, err := io.CopyN(io.Discard, client, int64(head[1])); err != nil {
		return "", "", err
	}
	if _, err := client.Write([]byte{5, 0}); err != nil { // no password
		return "", "", err
	}
	request := make([]byte, 5) // version, command, reserved, kind of address, its first byte
	if _, err := io.ReadFull(client, request); err != nil {
		return "", "", err
	}
	size := map[byte]int{1: 3, 3: int(request[4]), 4: 15}[request[3]]
	rest := make([]byte, size+2)
	if _, err := io.ReadFull(client, rest); err != nil {
		return "", "", err
	}
	address, number := rest[:size], binary.BigEndian.Uint16(rest[size:])
	host = string(address)
	if request[3] != 3 {
		host = net.IP(append(request[4:5:5], address...)).String()
	}
	return host, strconv.Itoa(int(number)), nil
}
