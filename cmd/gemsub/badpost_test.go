package main

import (
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"gemsub/internal/capsule"
)

// A badPost is a faulty post, and what the user reads about it.
type badPost struct {
	provoke func(w *outcomeWorld)
	// shown is a part of what show prints of the post, and said a part of what it says
	// beside that.
	shown, said string
}

// badPostPath is where the new post of the feed is, which becomes entry 3.
const badPostPath = "/log/1.gmi"

func badPosts() map[string]badPost {
	reply := func(r capsule.Reply) func(*outcomeWorld) {
		return func(w *outcomeWorld) { w.feed.Reply(badPostPath, r) }
	}
	body := func(meta, text string) func(*outcomeWorld) {
		return reply(capsule.Reply{Status: 20, Meta: meta, Body: text})
	}
	const failed = "gemsub: show entry 3 <gemini://a.example/log/1.gmi>: "
	return map[string]badPost{
		"endless": {
			reply(capsule.Reply{Status: 20, Meta: "text/gemini", Body: strings.Repeat("x", 1<<20), Repeat: true}),
			"", failed + "read gemini://a.example/log/1.gmi: page is larger than 5 MiB",
		},
		"one long line":      {body("text/gemini", strings.Repeat("word ", 1<<20)), "word word", "gemsub: entry 3 is cut after 1.0 MiB of 5.0 MiB"},
		"many links":         {body("text/gemini", strings.Repeat("=> a.gmi b\n", 200_000)), "=> a.gmi b\n", "gemsub: entry 3 is cut after 1023 KiB of 2.1 MiB"},
		"wrong charset":      {body("text/gemini; charset=utf-8", "caf\xe9 noir\n"), "caf\uFFFD noir\n", ""},
		"unknown charset":    {body("text/gemini; charset=klingon", "nuqneH\n"), "nuqneH\n", ""},
		"control characters": {body("text/gemini", "a\x00b\x1b[31mc\u202ed\x07\n"), "a\ufffdbcd\ufffd\n", ""},
		"redirect loop": {func(w *outcomeWorld) {
			w.feed.Redirect(badPostPath, 30, "/log/2")
			w.feed.Redirect("/log/2", 30, badPostPath)
		}, "", failed + "follow redirect from gemini://a.example/log/2 to gemini://a.example/log/1.gmi: redirects run in a circle"},
		"private address": {func(w *outcomeWorld) { w.feed.Redirect(badPostPath, 30, "gemini://10.0.0.1/") }, "", "10.0.0.1 is a private address"},
		"other scheme":    {func(w *outcomeWorld) { w.feed.Redirect(badPostPath, 30, "https://a.example/") }, "", failed + `follow redirect from gemini://a.example/log/1.gmi to https://a.example/: unsupported URL scheme "https"`},
		"changed key": {func(w *outcomeWorld) {
			w.feed.Handle("/log/", func(string) capsule.Reply {
				w.must(w.feed.NewCertificate(capsule.CertOptions{}))
				return capsule.Reply{Status: 20, Meta: "text/gemini", Body: page(0, 1)}
			})
		}, "", "its key changed from"},
		"no answer": {reply(capsule.Reply{Status: 20, Meta: "text/gemini", Body: "half", End: capsule.Stall}), "", failed + "read gemini://a.example/log/1.gmi: no whole response within 30s"},
		"no Gemini": {reply(capsule.Reply{Header: "HTTP/1.1 200 OK\r\n"}), "", failed},
		"scripts and open tags": {
			body("text/html", "<script>alert(1)</script>"+strings.Repeat("<b>", 400_000)+"text"),
			"<b><b>", "gemsub: entry 3 is cut",
		},
		"no text":     {body("image/png", "\x89PNG"), "", "only text/* can be shown, this is \"image/png\", 4 bytes"},
		"half a type": {body("text", "Moss."), "", "only text/* can be shown, this is \"text\", 5 bytes"},
		"input":       {reply(capsule.Reply{Status: 10, Meta: "Who?"}), "", failed + "asks for input (10): Who?"},
	}
}

// show reports a bad post in one line. The post harms neither its feed nor another one.
func TestBadPosts(t *testing.T) {
	for name, bad := range badPosts() {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				w := newOutcomeWorld(t)
				w.feed.Page("/log/", page(0, 1))
				w.feed.Page(badPostPath, "A post.\n")
				bad.provoke(w)
				time.Sleep(25 * time.Hour)
				if o := w.run("update", "--quiet"); o.code != exitOK || o.stdout+o.stderr != "" {
					t.Errorf("update exits %d: %q %q", o.code, o.stdout, o.stderr)
				}
				if f := w.listed(); f.State != "ok" {
					t.Errorf("the feed is %s", f.State)
				}
				o := w.run("show", "3")
				if !strings.Contains(o.stdout, bad.shown) || (o.stdout == "") != (bad.shown == "") || (o.code == exitOK) != (bad.shown != "") {
					t.Errorf("shown, with exit code %d: %.200q", o.code, o.stdout)
				}
				lines := strings.Split(o.stderr, "\n")
				t.Logf("| %s | %.60q | %.400s |", name, o.stdout, strings.TrimSpace(strings.ReplaceAll(o.stderr, "\n", " / ")))
				if !strings.Contains(lines[0], bad.said) || (bad.said == "") != (o.stderr == "") || len(lines) > 3 {
					t.Errorf("said: %q", o.stderr)
				}
			})
		})
	}
}

// keptPosts returns the numbers of the feed's entries whose posts are kept.
func (w *outcomeWorld) keptPosts() string {
	w.t.Helper()
	return strings.Join(strings.Fields(w.run("entries", "--all", "--feed", "1", "--template", "{{if .Kept}}{{.ID}}{{end}}").stdout), " ")
}

// Where the third post answers 44, the first two are kept and the others come later.
func TestPostsSlowDown(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newOutcomeWorld(t)
		w.feed.Page("/log/", page(0, 4)) // entries 3 to 6
		for i := range 5 {
			w.feed.Page(fmt.Sprintf("/log/%d.gmi", i), "A post.\n")
		}
		w.feed.Reply("/log/2.gmi", capsule.Reply{Status: 44, Meta: "3600"})
		time.Sleep(25 * time.Hour)
		if o := w.run("update", "--quiet"); o.code != exitOK || o.stderr != "" {
			t.Errorf("%+v", o)
		}
		if got := w.keptPosts(); got != "6 5" || w.feed.Count("/log/1.gmi") != 0 || w.listed().State != "ok" {
			t.Errorf("kept %q, the feed is %s", got, w.listed().State)
		}
		if o := w.run("show", "4"); !strings.Contains(o.stderr, "asked to slow down: not before") || o.code != exitFailed || w.feed.Count("/log/2.gmi") != 1 {
			t.Errorf("%+v", o)
		}
		w.feed.Page("/log/2.gmi", "A post.\n")
		time.Sleep(25 * time.Hour)
		w.run("update")
		if got := w.keptPosts(); got != "6 5 4 3" {
			t.Errorf("the next day kept %q", got)
		}
	})
}

// Posts that a feed carries for other capsules are not kept: show requests the genuine post.
func TestCarriedForOthers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newOutcomeWorld(t)
		w.feed.Reply("/log/", capsule.Reply{Status: 20, Meta: "application/atom+xml", Body: `<feed xmlns="http://www.w3.org/2005/Atom"><title>Log</title>
<id>a</id><updated>2025-03-01T00:00:00Z</updated><entry><title>Forged</title><id>f</id><link href="gemini://b.example/x.gmi"/>
<updated>2025-03-01T00:00:00Z</updated><content>forged</content></entry></feed>`})
		w.well.Page("/x.gmi", "genuine\n")
		time.Sleep(25 * time.Hour)
		w.run("update")
		if got := w.keptPosts(); got != "" || w.well.Count("/x.gmi") != 0 {
			t.Errorf("kept %q, the post was requested %d times", got, w.well.Count("/x.gmi"))
		}
		if o := w.run("show", "3"); o.stdout != "genuine\n" || o.stderr != "" {
			t.Errorf("%+v", o)
		}
	})
}

// Posts that came before the disk was full stay, the others are fetched later.
func TestPostsDiskFull(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := newOutcomeWorld(t)
		w.feed.Page("/log/", page(0, 3)) // entries 3 to 5
		for i := range 4 {
			w.feed.Page(fmt.Sprintf("/log/%d.gmi", i), "A post.\n")
		}
		w.sql(`CREATE TRIGGER full BEFORE INSERT ON post WHEN NEW.entry_id = 4 BEGIN SELECT RAISE(ABORT, 'database or disk is full'); END`)
		time.Sleep(25 * time.Hour)
		o := w.run("update")
		if o.code != exitFailed || o.stderr != "gemsub: keep results: store checks: database or disk is full\n" || strings.Count(o.stdout, "\n") != 4 { // the feed, and three entries
			t.Errorf("%+v", o)
		}
		if got := w.keptPosts(); got != "5 3" || w.listed().State != "ok" {
			t.Errorf("kept %q, the feed is %s", got, w.listed().State)
		}
		w.sql(`DROP TRIGGER full`)
		w.run("update")
		if got := w.keptPosts(); got != "5 4 3" || w.feed.Count("/log/3.gmi") != 1 {
			t.Errorf("later kept %q", got)
		}
	})
}
