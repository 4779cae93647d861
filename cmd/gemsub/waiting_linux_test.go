package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"gemsub/internal/capsule"
	"gemsub/store"
)

// After half a second a person is told who is waited for, without escape sequences where the
// terminal is dumb.
func TestWaiting(t *testing.T) {
	t.Parallel()
	for _, kind := range []string{"xterm", "dumb"} {
		server := startCapsules(t, 1)[0]
		told := make(chan struct{})
		release := sync.OnceFunc(func() { close(told) })
		t.Cleanup(release) // before the server is closed, which waits for its answers
		server.Handle("/log.gmi", func(string) capsule.Reply {
			<-told
			return capsule.Reply{Status: 51}
		})
		cmd := gemsub(t, "", "check", server.URL("/log.gmi"))
		cmd.Env = append(cmd.Env, "TERM="+kind, "NO_COLOR=")
		term := startTerminal(t, cmd)
		shown := term.await("waiting for 127.0.0.1")
		release()
		term.await("not found")
		if isPlain := !strings.Contains(shown, "\x1b"); isPlain != (kind == "dumb") {
			t.Errorf("%s: shown %q", kind, shown)
		}
	}
}

// The line of progress makes room for what is printed without gemsub: by a browser, by a hook, and
// by an interrupted show, which prints what it has.
func TestProgressMakesRoom(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		args    []string
		press   string // while the slow page is awaited
		printed string
	}{
		"browser":     {[]string{"open", "--link", "1", "SLOW"}, "", "browsing gemini:"},
		"hook":        {[]string{"update", "--force", "--exec", "echo hooked"}, "", "hooked"},
		"interrupted": {[]string{"show", "1", "SLOW"}, "\x03", "First"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := startCapsules(t, 1)[0]
			told := make(chan struct{})
			release := sync.OnceFunc(func() { close(told) })
			t.Cleanup(release) // before the server is closed, which waits for its answers
			server.Page("/", "# Log\n=> 1.gmi 2026-01-01 First\n")
			server.Page("/1.gmi", "First\n")
			db := filepath.Join(t.TempDir(), "gemsub.db")
			for _, args := range [][]string{{"add", server.URL("/")}, {"show", "1"}} {
				if out, err := gemsub(t, db, args...).CombinedOutput(); err != nil {
					t.Fatalf("%v: %s", err, out)
				}
			}
			server.Page("/", "# Log\n=> slow.gmi 2026-01-02 Second\n=> 1.gmi 2026-01-01 First\n")
			server.Handle("/slow.gmi", func(string) capsule.Reply {
				<-told
				return capsule.Reply{Status: 20, Meta: "text/gemini", Body: "=> 1.gmi First\n"}
			})
			for i, arg := range test.args {
				if arg == "SLOW" {
					test.args[i] = server.URL("/slow.gmi")
				}
			}
			cmd := gemsub(t, db, test.args...)
			cmd.Env = append(cmd.Env, "TERM=xterm", "NO_COLOR=1", "GEMSUB_BROWSER=echo browsing")
			term := startTerminal(t, cmd)
			term.await("waiting for 127.0.0.1")
			if term.press(test.press); test.press == "" {
				release()
			}
			if shown := term.await(test.printed); !strings.Contains(shown, "\r\x1b[2K"+test.printed) {
				t.Errorf("shown %q", shown)
			}
		})
	}
}

// The reader of lines tells for each command who is waited for.
func TestWaitingForEachLine(t *testing.T) {
	t.Parallel()
	server := startCapsules(t, 1)[0]
	answers := make(chan capsule.Reply)
	t.Cleanup(func() { close(answers) }) // before the server is closed, which waits for its answers
	server.Handle("/log.gmi", func(string) capsule.Reply { return <-answers })
	cmd := gemsub(t, pagedDatabase(t), "--plain")
	cmd.Env = append(cmd.Env, "TERM=xterm")
	term := startTerminal(t, cmd)
	for times := 1; times <= 2; times++ {
		term.awaitTimes("> ", times)
		term.press("check " + server.URL("/log.gmi") + "\r")
		term.awaitTimes("waiting for 127.0.0.1", times)
		answers <- capsule.Reply{Status: 51}
	}
}

// An update that waits for another one says so, also when it first synchronises.
func TestWaitingForUpdate(t *testing.T) {
	t.Parallel()
	db, config := filepath.Join(t.TempDir(), "gemsub.db"), t.TempDir()
	s, err := store.Open(t.Context(), db, time.Now)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	release, err := s.LockUpdate(t.Context(), false)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(filepath.Join(config, "gemsub"), 0o700); err != nil {
		t.Fatal(err)
	}
	writeScript(t, filepath.Join(config, "gemsub", "config.toml"), fmt.Sprintf("sync = %q\n", t.TempDir()))
	cmd := gemsub(t, db, "update", "--wait")
	cmd.Env = append(cmd.Env, "TERM=xterm", "XDG_CONFIG_HOME="+config)
	term := startTerminal(t, cmd)
	term.await("waiting for another update to end")
	if err := release(); err != nil {
		t.Fatal(err)
	}
	term.await("no subscriptions yet")
}
