package main

import (
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"gemsub/internal/capsule"
)

// A docsWorld is what the commands of the documentation find: capsules under the names
// that it mentions, files of other programs, and a clock that moves on by what the
// documentation says.
type docsWorld struct {
	*testing.T
	server *capsule.Server
	hole   *capsule.Server // at example.org, port 70
	home   string
	now    time.Time
	events map[string]func() // before a command, once
}

func newDocsWorld(t *testing.T) *docsWorld {
	t.Helper()
	now := time.Date(2026, time.November, 21, 8, 0, 0, 0, time.UTC)
	server, err := capsule.Start(capsule.Options{Now: func() time.Time { return now }})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(server.Close)
	hole, err := capsule.Start(capsule.Options{Protocol: capsule.Gopher})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(hole.Close)
	hole.Reply("/phlog", capsule.Reply{Body: "iA phlog\t\tnull.host\t1\r\n02026-11-19 A phlog begins\t/phlog/a.txt\texample.org\t70\r\n.\r\n"})
	w := &docsWorld{T: t, server: server, hole: hole, home: t.TempDir(), now: now}
	for name, text := range docsFiles {
		if err := os.MkdirAll(filepath.Join(w.home, filepath.Dir(name)), 0o700); err != nil {
			t.Fatal(err)
		}
		writeScript(t, filepath.Join(w.home, name), text)
	}
	for path, page := range docsPages {
		server.Page(path, page)
	}
	w.events = map[string]func(){
		"gemsub update": func() { // the next day
			w.now = w.now.Add(24 * time.Hour)
			server.Page("//example.org/gemlog/", docsPages["//example.org/gemlog/"]+"=> tea.gmi 2026-11-22 Compost tea, and a proof\n")
		},
	}
	return w
}

// The capsules of the documentation: names as in "Subscribing to Gemini pages".
var docsPages = map[string]string{
	"//example.org/": "# Abelard Lindsay\n=> gemlog/ My gemlog\n",
	"//example.org/gemlog/": `# Abelard Lindsay's gemlog
=> bokashi.gmi 2026-11-20 Early Bokashi composting experiments
=> groups.gmi 2026-11-13 Trying to get to grips with finite simple groups...
=> balcony.gmi 2026-11-06 I started a balcony garden!
`,
	"//example.net/log/": `# Letters from the coast
=> storm.gmi 2026-11-18 The first winter storm
=> ferry.gmi 2026-10-30 A ferry, missed
`,
	"//example.com/~case/": "# Case Pollard\n=> first.gmi 2026-11-01 Hello\n",

	"//example.org/gemlog/tea.gmi":     "Steep ripe compost in rain water for a day and a half, and stir it whenever you pass.\n\n=> bokashi.gmi How the compost was made\n",
	"//example.org/gemlog/bokashi.gmi": "A bucket with a tap, a lid, and patience.\n\n=> balcony.gmi Where it stands\n=> https://example.net/bran Bran\n",
}

// Files in the home of a user who follows the documentation.
var docsFiles = map[string]string{
	".newsboat/urls":                         "gemini://example.com/~case/ friends \"~Case\"\n",
	".local/share/amfora/subscriptions.json": `{"pages": {"gemini://example.com/~case/": {"hash": "", "changed": "2026-11-01T12:00:00Z"}}}`,
	".config/gemsub/config.toml":             "",
	".config/lagrange/bookmarks.ini":         "recentfolder = 0\n[1]\nurl = \"gemini://example.com/~case/\"\ntitle = \"Case\"\ntags = \".subscribed\"\n",
	"sites.txt":                              "=> gemini://example.com/~case/ Case\n",
	"gmi2email.subscriptions":                "gemini://example.com/~case/\n",
	"feeds.opml":                             `<opml version="2.0"><body><outline text="Case" xmlUrl="gemini://example.com/~case/"/></body></opml>`,
	"public_gemini/index.gmi":                "# My capsule\n",
	"index.gmi":                              "# My log\n=> first.gmi 2026-01-31 First post\n=> second.gmi [2026-02-07] Second post\n",
	"robots.txt":                             "User-agent: *\nDisallow: /private\n",
	"bin/gemsub-browser":                     "#!/bin/sh\n",
	"bin/notify-send":                        "#!/bin/sh\n",
	"bin/mail":                               "#!/bin/sh\ncat >/dev/null\n",
	"bin/ssh":                                "#!/bin/sh\nshift\ncd \"$(mktemp -d)\" && GEMSUB_DB=$PWD/gemsub.db exec \"$@\"\n",
}

// elsewhere has the commands that no test can run, and the reasons.
var elsewhere = map[string]string{
	"go run ./cmd/gemsub demo":                   "builds gemsub; the script demo tries it",
	"go test ./...":                              "is this",
	"systemctl --user enable --now gemsub.timer": "is systemd's",
}

// run runs a command line of a shell and returns what a terminal shows of it.
func (w *docsWorld) run(line string) (string, error) {
	w.Helper()
	for begin, event := range w.events {
		if line == begin || strings.HasPrefix(line, begin+" '") {
			delete(w.events, begin)
			event()
		}
	}
	w.now = w.now.Add(time.Minute)
	cmd := exec.Command("sh", "-c", line)
	cmd.Dir = w.home
	hosts := []string{"example.org:70=" + w.hole.Addr()}
	for path := range docsPages {
		hosts = append(hosts, strings.Split(path, "/")[2]+"="+w.server.Addr())
	}
	cmd.Env = []string{
		"HOME=" + w.home, "PATH=" + filepath.Join(w.home, "bin") + ":" + os.Getenv("PATH"), "TZ=UTC", "LC_ALL=C.UTF-8",
		"TERM=xterm", "NO_COLOR=1", "GEMSUB_PAGER=cat", "GEMSUB_BROWSER=gemsub-browser", "GORACE=" + os.Getenv("GORACE"),
		"HOSTS=" + strings.Join(hosts, " "), "CLOCK=" + time.Until(w.now).String(),
		"PUBLIC=" + w.hole.Addr() + " " + w.server.Addr(),
	}
	return w.onTerminal(cmd)
}

// onTerminal returns what a terminal shows of a command in the end.
func (w *docsWorld) onTerminal(cmd *exec.Cmd) (string, error) {
	w.Helper()
	master, slave := openPty(w.T)
	defer master.Close()
	resize(w.T, slave, 24, 80)
	cmd.Stdout, cmd.Stderr = slave, slave
	if err := cmd.Start(); err != nil {
		w.Fatal(err)
	}
	slave.Close()
	shown, _ := io.ReadAll(master) // ends with an error when the other end is closed
	err := cmd.Wait()
	var lines []string
	for line := range strings.Lines(strings.ReplaceAll(string(shown), "\r\n", "\n")) {
		line = regexp.MustCompile(`\x1b\[[0-9;?]*[A-Za-z]`).ReplaceAllString(line, "")
		lines = append(lines, line[strings.LastIndexByte(line, '\r')+1:]) // without what progress drew
	}
	return strings.Join(lines, ""), err
}

// must runs a command, which must succeed.
func (w *docsWorld) must(line string) {
	w.Helper()
	if out, err := w.run(line); err != nil {
		w.Errorf("%s: %v\n%s", line, err, out)
	}
}
