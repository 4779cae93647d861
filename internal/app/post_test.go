package app_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"gemsub/internal/app"
	"gemsub/internal/capsule"
	"gemsub/internal/model"
	"gemsub/internal/scratch"
	"gemsub/store"
)

// updated updates with posts, and returns how many were fetched.
func (h *home) updated(o app.UpdateOptions) (posts int) {
	h.t.Helper()
	wanted, results := 0, 0
	for _, step := range h.steps(o) {
		wanted += step.Wanted
		if step.Post != nil {
			results++
		}
		if step.Post != nil && step.Post.Post != nil {
			posts++
		}
	}
	if results > wanted {
		h.t.Errorf("%d results of %d posts that are wanted", results, wanted)
	}
	return posts
}

// entry returns the entry of a URL.
func (h *home) entry(url string) model.Entry {
	h.t.Helper()
	all, err := h.EntriesOf(h.t.Context(), url)
	if err != nil || len(all) != 1 {
		h.t.Fatalf("%d entries of %s, %v", len(all), url, err)
	}
	return all[0]
}

// text returns the text of the post of a URL, and fails on an error.
func (h *home) text(url string, refresh bool) (text string, notices []string) {
	h.t.Helper()
	opened, err := h.OpenPost(h.t.Context(), app.PostToShow{Entry: h.entry(url)}, refresh)
	if err != nil {
		h.t.Fatal(err)
	}
	return opened.Post.Text, opened.Notices
}

// A post is requested once, and read without the network from then on.
func TestPost(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	h.subscribe(page, "Garden", "Worms", "Peas")
	h.serve(page+"worms.gmi", "Worms are fine.\n")
	h.serve(page+"peas.gmi", "Peas are green.\n")
	if got, _ := h.text(page+"peas.gmi", false); got != "Peas are green.\n" {
		t.Errorf("requested: %q", got)
	}
	if n := h.updated(app.UpdateOptions{}); n != 1 {
		t.Errorf("%d posts fetched", n)
	}
	h.away["a.example"] = true
	for url, want := range map[string]string{"worms.gmi": "Worms are fine.\n", "peas.gmi": "Peas are green.\n"} {
		if got, _ := h.text(page+url, false); got != want {
			t.Errorf("%s: %q", url, got)
		}
	}
	if _, err := h.OpenPost(t.Context(), app.PostToShow{Entry: h.entry(page + "peas.gmi")}, true); err == nil {
		t.Error("refreshed without a network")
	}
	if got, _ := h.text(page+"peas.gmi", false); got != "Peas are green.\n" {
		t.Errorf("after a refresh that failed: %q", got)
	}
	h.away["a.example"] = false
	h.serve(page+"peas.gmi", "Peas were green.\n")
	if got, _ := h.text(page+"peas.gmi", true); got != "Peas were green.\n" {
		t.Errorf("refreshed: %q", got)
	}
}

// If the database cannot be written, a post is requested each time, and the answer about robots.txt
// is not kept.
func TestPostOfReadOnly(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	h.subscribe(page, "Garden", "Worms")
	h.serve(page+"worms.gmi", "Worms are fine.\n")
	if err := h.Close(); err != nil {
		t.Fatal(err)
	}
	h.sleep(25 * time.Hour)
	scratch.ReadOnly(t, h.path)
	h.App = h.open(h.environment())
	for range 2 {
		if got, _ := h.text(page+"worms.gmi", false); got != "Worms are fine.\n" {
			t.Errorf("got %q", got)
		}
	}
}

// If an update got 51 or a refusal by robots.txt for a post, the command next and the key space pass
// over it without a request. A person who asks for the post itself gets it.
func TestPostFailure(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	h.policy(page, "User-agent: *\nDisallow: /log/private\n")
	h.subscribe(page, "Garden", "Gone", "Private", "Later")
	h.reply(page+"later.gmi", 41, "")
	if n := h.updated(app.UpdateOptions{}); n != 0 {
		t.Fatalf("%d posts fetched", n)
	}
	_, err := h.OpenPost(t.Context(), app.PostToShow{Entry: h.entry(page + "later.gmi")}, false)
	expect(t, err, "41", "")
	for _, name := range []string{"gone", "private", "later"} {
		h.serve(page+name+".gmi", "Here.\n")
	}
	for name, failure := range map[string]string{
		"gone":    "updates could not fetch it: 51 ",
		"private": "robots.txt refuses " + page + "private.gmi",
	} {
		asked := h.host("a.example").Count("/log/" + name + ".gmi")
		_, err := h.OpenPost(t.Context(), app.PostToShow{Entry: h.entry(page + name + ".gmi"), Passing: true}, false)
		expect(t, err, failure, "gemsub show "+map[string]string{"gone": "3", "private": "2"}[name]+" requests it now")
		if got := h.host("a.example").Count("/log/" + name + ".gmi"); got != asked {
			t.Errorf("%s was requested", name)
		}
		text, notices := h.text(page+name+".gmi", false)
		if text != "Here.\n" || strings.Contains(strings.Join(notices, " "), "robots.txt") != (name == "private") {
			t.Errorf("%s: %q, %q", name, text, notices)
		}
		if got := h.host("a.example").Count("/log/" + name + ".gmi"); got != asked+1 {
			t.Errorf("%s was requested %d times", name, got-asked)
		}
	}
	for _, name := range []string{"gone", "private", "later"} {
		if got, _ := h.text(page+name+".gmi", false); got != "Here.\n" {
			t.Errorf("%s: %q", name, got)
		}
	}
}

// If the user wants no posts, those that feeds carry are not kept either.
func TestNoCarriedPosts(t *testing.T) {
	t.Parallel()
	const atom = `<feed xmlns="http://www.w3.org/2005/Atom"><title>Garden</title><id>a</id><updated>2026-03-09T00:00:00Z</updated>
<entry><title>Worms</title><id>w</id><link href="worms.gmi"/><updated>2026-03-09T00:00:00Z</updated><content>Worms.</content></entry></feed>`
	for usual, want := range map[model.PostsKept]int{model.PostsNone: 0, model.PostsNew: 1, "": 1} {
		h := newHome(t)
		h.serve(page, atom)
		collect(t, h.Add(t.Context(), app.AddOptions{URLs: []string{page}, Wanted: model.Settings{Backlog: new(-1)}, Posts: usual}))
		h.serve(page+"two/", strings.ReplaceAll(atom, "<id>w<", "<id>v<"))
		h.add(page + "two/")
		h.serve(page+"two/", strings.NewReplacer("<id>w<", "<id>x<", "<title>Worms", "<title>Beans").Replace(atom))
		h.checked(app.UpdateOptions{Force: true, Posts: usual})
		if got := h.feed("1").KeptPosts; got != want {
			t.Errorf("%q: add kept %d posts, not %d", usual, got, want)
		}
		if got := h.feed("2").KeptPosts; got != 1+want {
			t.Errorf("%q: update kept %d posts, not %d", usual, got, 1+want)
		}
	}
}

// If a menu names its server localhost, its links lead to the host that was subscribed to.
func TestPostOfLocalhost(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	s, err := capsule.New(capsule.Options{Now: h.now, Protocol: capsule.Gopher})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	h.net["hole.example"], h.away["localhost"] = s, true
	menu := "iPhlog\t\tnull.host\t1\r\n"
	for _, item := range []string{"3 Here\t/here.txt\tlocalhost\t70", "2 Fetched\t/fetched.txt\tlocalhost\t70", "1 Far\t/far.txt\tlocalhost\t71"} {
		menu += "02026-03-0" + item + "\r\n"
	}
	s.Reply("/log", capsule.Reply{Body: menu})
	for _, name := range []string{"here", "fetched", "far"} {
		s.Reply("/"+name+".txt", capsule.Reply{Body: "Words.\n"})
	}
	h.add("gopher://hole.example/1/log")
	for range 2 {
		if got, _ := h.text("gopher://hole.example/0/here.txt", false); got != "Words.\n" {
			t.Errorf("got %q", got)
		}
	}
	h.steps(app.UpdateOptions{Force: true})
	_, err = h.OpenPost(t.Context(), app.PostToShow{Entry: h.entry("gopher://hole.example:71/0/far.txt")}, false)
	expect(t, err, "its port is not 70", "gemsub show gopher://hole.example:71/0/far.txt --refresh requests it anyway")
	for selector, want := range map[string]int{"/here.txt": 1, "/fetched.txt": 1, "/far.txt": 0} {
		if got := s.Count(selector); got != want {
			t.Errorf("%s was asked for %d times, not %d", selector, got, want)
		}
	}
}

// found returns the titles that the database finds for a word, as it is stored now.
func (h *home) found(word string) string {
	h.t.Helper()
	s, err := store.Open(h.t.Context(), h.path, h.now)
	if err != nil {
		h.t.Fatal(err)
	}
	defer s.Close()
	var titles []string
	for e, err := range s.Entries(h.t.Context(), store.EntryFilter{Words: word}) {
		if err != nil {
			h.t.Fatal(err)
		}
		titles = append(titles, e.Title)
	}
	return strings.Join(titles, " ")
}

// At the end of an update the words of titles are indexed, and those of fetched posts. Those of
// added feeds are indexed then, or by the next search.
func TestWordsAreIndexed(t *testing.T) {
	t.Parallel()
	h := withPosts(t)
	for word, titles := range map[string]string{"worms": "Worms", "gone": "Gone", "roofs": "Roof"} {
		if got := h.found(word); got != titles {
			t.Errorf("%s finds %q, want %q", word, got, titles)
		}
	}
	h.serve("gemini://c.example/", log("Pond", "Newts"))
	collect(t, h.Add(t.Context(), app.AddOptions{URLs: []string{"gemini://c.example/"}}))
	if n, err := h.CountEntries(t.Context(), app.EntryQuery{EntryFilter: app.EntryFilter{Words: "newts"}}); n != 1 || err != nil {
		t.Errorf("%d newts are counted, %v", n, err)
	}
	h.serve("gemini://d.example/", log("Wood", "Ferns"))
	collect(t, h.Add(t.Context(), app.AddOptions{URLs: []string{"gemini://d.example/"}}))
	if got := joined(collect(t, h.Entries(t.Context(), app.EntryQuery{EntryFilter: app.EntryFilter{Words: "ferns"}}))); got != "Ferns" {
		t.Errorf("ferns finds %q", got)
	}
}

// The texts that a feed carries take no more than its room, even unread: the oldest are removed,
// and show says so when it requests one of them.
func TestUnreadTextsHaveRoom(t *testing.T) {
	t.Parallel()
	const (
		size = 50_000
		room = 20 * size
	)
	h := newHome(t)
	text := strings.Repeat("Worms. ", size/7)
	for check := range 4 {
		var entries strings.Builder
		for i := range 10 {
			fmt.Fprintf(&entries, `<entry><title>%[1]d</title><id>%[1]d</id><link href="%[1]d.gmi"/><updated>2026-03-0%[2]dT0%[3]d:00:00Z</updated><content>%[4]s</content></entry>`,
				10*check+i, 1+check, i, text)
		}
		h.serve(page, `<feed xmlns="http://www.w3.org/2005/Atom"><title>Garden</title><id>a</id><updated>2026-03-09T00:00:00Z</updated>`+entries.String()+`</feed>`)
		if check == 0 {
			h.add(page)
		}
		h.updated(app.UpdateOptions{Force: true, Room: store.PostRoom{Feed: room, All: 2 * room}})
		if got := h.feed("1").PostBytes; got > room {
			t.Errorf("%d bytes of text after check %d, the room is %d", got, check+1, room)
		}
	}
	if got := h.feed("1"); got.KeptPosts < 19 || got.Unread != 40 {
		t.Errorf("%d posts kept, %d entries unread", got.KeptPosts, got.Unread)
	}
	h.serve(page+"3.gmi", "Worms are fine.\n")
	for _, want := range []string{"an update removed the text of entry ", ""} {
		got, notices := h.text(page+"3.gmi", false)
		said := strings.Join(notices, " ")
		if got != "Worms are fine.\n" || !strings.HasPrefix(said, want) || want == "" && said != "" {
			t.Errorf("%.20q, said %q", got, said)
		}
	}
}

// A page to which a feed's post led may itself lead to its own Gopher port, but to no other unknown
// port.
func TestLinkedPostByPages(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	h.subscribe(page, "Garden", "Worms")
	w := app.PostToShow{Entry: h.entry(page + "worms.gmi")}
	for _, link := range []string{"gopher://other.example:7070/1/", "gopher://other.example:7070/0/a.txt"} {
		from := app.LinkOrigin{From: h.entry(page + "worms.gmi")}
		if w.URL != nil {
			from.Page = w.URL.String()
		}
		next, err := h.LinkedPost(t.Context(), from, link)
		if err != nil || next.Link.From.ID != 1 {
			t.Errorf("%s: led there by %d, %v", link, next.Link.From.ID, err)
		}
		w = next
	}
	_, err := h.OpenPost(t.Context(), w, false)
	if err == nil || strings.Contains(err.Error(), "port") {
		t.Errorf("the page's own port: %v", err)
	}
	if w, err = h.LinkedPost(t.Context(), w.Link, "gopher://third.example:6379/0FLUSHALL"); err != nil {
		t.Fatal(err)
	}
	_, err = h.OpenPost(t.Context(), w, false)
	expect(t, err, "its port is not 70", "gemsub show gopher://third.example:6379/0FLUSHALL --refresh requests it anyway")
}
