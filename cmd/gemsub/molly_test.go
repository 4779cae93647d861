package main

import (
	"crypto/tls"
	"errors"
	"fmt"
	"math/rand/v2"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"time"

	"gemsub/internal/capsule"
)

func haveMolly() bool {
	_, err := exec.LookPath("molly-brown")
	return err == nil
}

// runMolly starts molly-brown with its files in dir, serving docs, and waits
// until it answers. Settings are tables that end its configuration.
func runMolly(dir, docs, settings string) (port string, stop func(), err error) {
	if err := capsule.WriteCertificate(filepath.Join(dir, "cert.pem"), filepath.Join(dir, "key.pem"), capsule.CertOptions{Names: []string{"localhost"}}); err != nil {
		return "", nil, err
	}
	port, release, err := freePort()
	if err != nil {
		return "", nil, err
	}
	defer release()
	config := fmt.Sprintf("Port = %s\nHostname = \"localhost\"\nCertPath = %q\nKeyPath = %q\nDocBase = %q\nAccessLog = %q\nErrorLog = %q\n",
		port, filepath.Join(dir, "cert.pem"), filepath.Join(dir, "key.pem"), docs, filepath.Join(dir, "access.log"), filepath.Join(dir, "error.log"))
	name := filepath.Join(dir, "molly.conf")
	if err := os.WriteFile(name, []byte(config+settings), 0o600); err != nil {
		return "", nil, err
	}
	cmd := exec.Command("molly-brown", "-c", name)
	if err := cmd.Start(); err != nil {
		return "", nil, err
	}
	stop = func() {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
	}
	if err := answers("localhost:" + port); err != nil {
		stop()
		return "", nil, err
	}
	return port, stop, nil
}

// freePort finds a TCP port that nobody listens on, below those that systems give to
// connections. It holds the UDP port of that number until release, when a server has the
// port, so that no other run of these tests chooses the same one.
func freePort() (port string, release func() error, err error) {
	for range 100 {
		addr := fmt.Sprint("localhost:", 10_000+rand.IntN(20_000))
		claim, err := net.ListenPacket("udp", addr)
		if err != nil {
			continue
		}
		if l, err := net.Listen("tcp", addr); err == nil {
			_, port, _ := net.SplitHostPort(addr)
			return port, claim.Close, l.Close()
		}
		claim.Close()
	}
	return "", nil, errors.New("no port is free")
}

// answers waits until a server shakes hands.
func answers(addr string) error {
	for range 1000 {
		conn, err := tls.Dial("tcp", addr, &tls.Config{InsecureSkipVerify: true})
		if err == nil {
			return conn.Close()
		}
		time.Sleep(20 * time.Millisecond)
	}
	return errors.New("molly-brown does not answer")
}
