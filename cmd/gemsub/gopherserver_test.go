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

// findServer returns the path of a server's program, "" where it is not installed.
func findServer(name string) string {
	for _, path := range []string{name, "/usr/sbin/" + name} {
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
	root := forNobody(ts, args[0], args[1])
	log := ts.MkAbs("access.log")
	go func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			go answerByGophernicus(conn, root, log)
		}
	}()
}

// forNobody copies the files of a server to where the user nobody can read them.
func forNobody(ts *testscript.TestScript, name, dir string) (root string) {
	top, err := os.MkdirTemp("/tmp", "hole")
	ts.Check(err)
	ts.Defer(func() { os.RemoveAll(top) })
	ts.Check(os.Chmod(top, 0o755))
	root = filepath.Join(top, "hole")
	ts.Check(os.CopyFS(root, os.DirFS(ts.MkAbs(dir))))
	ts.Setenv(name+"_ROOT", root)
	return root
}

// asNobody lets a program of root run as the user nobody.
func asNobody(cmd *exec.Cmd) {
	if os.Getuid() == 0 {
		cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: 65534, Gid: 65534}}
	}
}

// answerByGophernicus answers one request, as nobody, since it refuses to run as root.
func answerByGophernicus(conn net.Conn, root, log string) {
	defer conn.Close()
	selector, err := bufio.NewReader(conn).ReadString('\n')
	if err != nil {
		return
	}
	_, port, _ := net.SplitHostPort(conn.LocalAddr().String())
	cmd := exec.Command(findServer(gophernicus), "-nx", "-nf", "-h", "127.0.0.1", "-p", port, "-r", root)
	asNobody(cmd)
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
