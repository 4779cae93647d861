package main

import (
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
)

// pygopherd is a Gopher server in Python, which also answers Gopher+.
const pygopherd = "pygopherd"

// pygopherdSettings are those without which it does not start: its port and its root
// are to be filled in.
const pygopherdSettings = `[pygopherd]
detach = no
interface = 127.0.0.1
servername = 127.0.0.1
port = %s
servertype = ThreadingTCPServer
timeout = 60
abstract_headers = on
abstract_entries = always
tracebacks = yes
usechroot = no
root = %s
mimetypes = /etc/mime.types
encoding = []
[logger]
logmethod = file
[GopherEntry]
defaultmimetype = text/plain
mapping = [['text/html', 'h'], ['text/.+', '0'], ['application/gopher.-menu', '1'], ['application/.+', '9'], ['.*', '0']]
eaexts = {'.abstract': 'ABSTRACT'}
[handlers.HandlerMultiplexer]
handlers = [gophermap.BuckGophermapHandler, UMN.UMNDirHandler, file.FileHandler]
[handlers.dir.DirHandler]
ignorepatt = /robots.txt$|/gophermap$
cachetime = 0
cachefile = .cache
[handlers.UMN.UMNDirHandler]
extstrip = none
[protocols.ProtocolMultiplexer]
protocols = [gopherp.GopherPlusProtocol, rfc1436.GopherProtocol]
[protocols.gopherp.GopherPlusProtocol]
admin = nobody
`

// startPygopherd starts PyGopherd on the files in a folder. It writes what was asked for
// to the file pygopherd.log.
func startPygopherd(ts *testscript.TestScript, _ bool, args []string) {
	if len(args) != 2 {
		ts.Fatalf("usage: pygopherd NAME DIR")
	}
	root := forNobody(ts, args[0], args[1])
	port, release, err := freePort()
	ts.Check(err)
	defer release()
	settings := root + ".conf"
	ts.Check(os.WriteFile(settings, fmt.Appendf(nil, pygopherdSettings, port, root), 0o644))
	log, err := os.Create(ts.MkAbs("pygopherd.log"))
	ts.Check(err)
	defer log.Close()
	cmd := exec.Command(findServer(pygopherd), settings)
	cmd.Stdout, cmd.Stderr = log, log
	asNobody(cmd)
	ts.Check(cmd.Start())
	ts.Defer(func() {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
	})
	addr := net.JoinHostPort("127.0.0.1", port)
	ts.Check(listens(addr))
	ts.Setenv(args[0], addr)
}

// listens waits until a server accepts connections.
func listens(addr string) error {
	for range 1000 {
		conn, err := net.Dial("tcp", addr)
		if err == nil {
			return conn.Close()
		}
		time.Sleep(20 * time.Millisecond)
	}
	return errors.New("no server listens at " + addr)
}
