package main

import (
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
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
	port, err = freePort()
	if err != nil {
		return "", nil, err
	}
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

// freePort finds a port that nobody listens on.
func freePort() (string, error) {
	l, err := net.Listen("tcp", "localhost:0")
	if err != nil {
		return "", err
	}
	defer l.Close()
	return strconv.Itoa(l.Addr().(*net.TCPAddr).Port), nil
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
