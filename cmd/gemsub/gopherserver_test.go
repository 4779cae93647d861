package main

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"

	"github.com/rogpeppe/go-internal/testscript"
)

// gophernicus is a Gopher server that answers one request on its standard streams.
const gophernicus = "gophernicus"

// findGophernicus returns the program's path, "" where it is not installed.
func findGophernicus() string {
	for _, path := range []string{gophernicus, "/usr/sbin/" + gophernicus} {
		if found, err := exec.LookPath(path); err == nil {
			return found
		}
	}
	return ""
}

// startGophernicus starts Gophernicus for each connection, on the files in a folder, and
// writes the selectors that were asked for to the file access.log.
func startGophernicus(ts *testscript.TestScript, _ bool, args []string) {
	if len(args) != 2 {
		ts.Fatalf("usage: gophernicus NAME DIR")
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	ts.Check(err)
	ts.Defer(func() { listener.Close() })
	ts.Setenv(args[0], listener.Addr().String())
	root, err := os.MkdirTemp("/tmp", "gophernicus") // that nobody can read
	ts.Check(err)
	ts.Defer(func() { os.RemoveAll(root) })
	ts.Check(os.Chmod(root, 0o755))
	ts.Check(os.CopyFS(filepath.Join(root, "hole"), os.DirFS(ts.MkAbs(args[1]))))
	ts.Setenv(args[0]+"_ROOT", filepath.Join(root, "hole"))
	log := ts.MkAbs("access.log")
	go func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			go answerByGophernicus(conn, filepath.Join(root, "hole"), log)
		}
	}()
}

// answerByGophernicus answers one request, as nobody, since it refuses to run as root.
func answerByGophernicus(conn net.Conn, root, log string) {
	defer conn.Close()
	selector, err := bufio.NewReader(conn).ReadString('\n')
	if err != nil {
		return
	}
	_, port, _ := net.SplitHostPort(conn.LocalAddr().String())
	cmd := exec.Command(findGophernicus(), "-nx", "-nf", "-h", "127.0.0.1", "-p", port, "-r", root)
	if os.Getuid() == 0 {
		cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: 65534, Gid: 65534}}
	}
	cmd.Stdin = strings.NewReader(selector)
	answer, err := cmd.Output()
	if err != nil && len(answer) == 0 {
		return
	}
	if f, err := os.OpenFile(log, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600); err == nil {
		fmt.Fprintln(f, strings.TrimRight(selector, "\r\n"))
		f.Close()
	}
	_, _ = io.Copy(conn, bytes.NewReader(answer))
}
