package app_test

import (
	"bytes"
	"fmt"
	"runtime"
	"strings"
	"testing"

	"gemsub/internal/app"
	"gemsub/internal/capsule"
	"gemsub/internal/model"
)

// document returns what an export writes.
func (h *home) document(o app.DocumentOptions) (string, app.WithheldPosts) {
	h.t.Helper()
	var b bytes.Buffer
	d, err := h.Document(h.t.Context(), o)
	if err != nil {
		h.t.Fatal(err)
	}
	withheld, err := d.Write(&b)
	if err != nil {
		h.t.Fatal(err)
	}
	return b.String(), withheld
}

// fetchPosts updates, with the posts of new entries.
func (h *home) fetchPosts() {
	h.t.Helper()
	h.steps(app.UpdateOptions{Posts: model.PostsNew})
}

// withPosts is a home with two gemlogs whose posts are kept.
func withPosts(t *testing.T) *home {
	h := newHome(t)
	h.serve(page+"worms.gmi", "# Of worms\n=> ../peas.gmi Peas\n")
	h.serve(page+"peas.gmi", "# Of peas\n")
	h.policy(page, "User-agent: webproxy\nDisallow: /log/peas\n")
	h.subscribe(page, "Garden", "Worms", "Peas", "Gone")
	h.serve("gemini://b.example/roof.gmi", "# Of roofs\n")
	h.subscribe("gemini://b.example/", "Shed", "Roof")
	h.fetchPosts()
	return h
}

func TestContent(t *testing.T) {
	t.Parallel()
	h := withPosts(t)
	tests := []struct {
		format  string
		agents  []string
		posts   string // that are there
		refused int
	}{
		{"atom", nil, "worms peas roofs", 0},
		{"rss", nil, "worms peas roofs", 0},
		{"json", nil, "worms peas roofs", 0},
		{"html", nil, "worms roofs", 1},
		{"html", []string{"archiver"}, "worms roofs", 1},
		{"atom", []string{"webproxy"}, "worms roofs", 1},
		{"atom", []string{"archiver"}, "worms peas roofs", 0},
		{"gemtext", nil, "", 0}, // no place for posts
	}
	for _, test := range tests {
		doc, withheld := h.document(app.DocumentOptions{Format: test.format, Content: true, Agents: test.agents})
		for _, post := range []string{"worms", "peas", "roofs"} {
			if there := strings.Contains(doc, "Of "+post); there != strings.Contains(test.posts, post) {
				t.Errorf("%s %v: %s there: %v", test.format, test.agents, post, there)
			}
		}
		if withheld.Refused != test.refused || withheld.Unknown != 0 || withheld.Unasked != "" {
			t.Errorf("%s %v: left out %+v", test.format, test.agents, withheld)
		}
		if test.posts != "" && !strings.Contains(doc, page+"peas.gmi") {
			t.Errorf("%s: no link of a post in %s", test.format, doc)
		}
		plain, withheld := h.document(app.DocumentOptions{Format: test.format})
		if strings.Contains(plain, "Of ") || withheld.Refused != 0 {
			t.Errorf("%s: posts that nobody asked for: %+v", test.format, withheld)
		}
	}
}

// Content is added to what is written without it, which stays unchanged.
func TestContentChangesNothingElse(t *testing.T) {
	t.Parallel()
	h := withPosts(t)
	with, _ := h.document(app.DocumentOptions{Format: "atom", Content: true})
	plain, _ := h.document(app.DocumentOptions{Format: "atom"})
	rest := ""
	for i, part := range strings.Split(with, "    <content ") {
		if i > 0 {
			_, part, _ = strings.Cut(part, "</content>\n")
		}
		rest += part
	}
	if rest != plain {
		t.Errorf("without content:\n%s\nwith:\n%s", plain, rest)
	}
}

// If no answer about robots.txt is kept, a page lacks the post.
func TestContentWithoutRobots(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	h.serve(page+"worms.gmi", "# Of worms\n")
	h.serve(page, log("Garden", "Worms"))
	added := app.AddOptions{URLs: []string{page}, Wanted: model.Settings{Backlog: new(-1), IgnoreRobots: new(true)}}
	collect(t, h.Add(t.Context(), added))
	h.fetchPosts()
	doc, withheld := h.document(app.DocumentOptions{Format: "html", Content: true})
	if strings.Contains(doc, "Of worms") || withheld.Unknown != 1 || withheld.Refused != 0 || withheld.Unasked != page+"worms.gmi" {
		t.Errorf("%+v: %s", withheld, doc)
	}
	if _, err := h.Robots(t.Context(), h.url(page)); err != nil {
		t.Fatal(err)
	}
	doc, withheld = h.document(app.DocumentOptions{Format: "html", Content: true})
	if !strings.Contains(doc, "Of worms") || withheld.Unknown != 0 {
		t.Errorf("%+v: %s", withheld, doc)
	}
}

// robots.txt may allow a URL that redirects to a post, but not the post itself. No export has a
// text of another author.
func TestContentBehindRedirect(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	h.policy(page, "User-agent: webproxy\nDisallow: /old/\n")
	h.subscribe(page, "Garden", "Worms", "Peas")
	h.reply(page+"worms.gmi", 30, "/old/worms.gmi")
	h.serve("gemini://a.example/old/worms.gmi", "# Of worms\n")
	h.reply(page+"peas.gmi", 30, "gemini://b.example/peas.gmi")
	h.serve("gemini://b.example/peas.gmi", "# Of peas\n")
	h.fetchPosts()
	doc, _ := h.document(app.DocumentOptions{Format: "atom", Content: true})
	if !strings.Contains(doc, "Read at gemini://a.example/old/worms.gmi&lt;/a&gt;&lt;/p&gt;&#xA;&lt;h1&gt;Of worms") || strings.Contains(doc, "Of peas") || h.found("peas") != "Peas" {
		t.Errorf("posts behind redirects: %s", doc)
	}
	if doc, withheld := h.document(app.DocumentOptions{Format: "html", Content: true}); strings.Contains(doc, "Of worms") || withheld.Refused != 1 {
		t.Errorf("%+v: %s", withheld, doc)
	}
}

// A feed carries posts only for links in its own folder, and only for its own entries.
func TestContentOfOwner(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	atom := func(link, text string) string {
		return `<feed xmlns="http://www.w3.org/2005/Atom"><title>T</title><entry><id>` + link + text + `</id><title>A</title>` +
			`<updated>2026-03-09T12:00:00Z</updated><link href="` + link + `"/><content>` + text + `</content></entry></feed>`
	}
	const link = "gemini://b.example/log/a.gmi"
	for raw, text := range map[string]string{"gemini://a.example/forged.xml": "forged", "gemini://b.example/log/feed.xml": "genuine"} {
		h.host(h.url(raw).Hostname()).Reply(h.url(raw).Path, capsule.Reply{Status: 20, Meta: "application/atom+xml", Body: atom(link, text)})
		h.add(raw)
		h.sleep(hour)
	}
	for _, selector := range []string{"", "1", "2"} {
		o := app.DocumentOptions{Format: "atom", Content: true}
		if selector != "" {
			o.Feeds = []string{selector}
		}
		doc, _ := h.document(o)
		isOwners := !strings.Contains(doc, "forged.xml")
		if strings.Contains(doc, ">&lt;pre class=&#34;plain&#34;&gt;&#xA;forged") || strings.Contains(doc, "genuine&lt;/pre&gt;") != isOwners {
			t.Errorf("of %q: %s", selector, doc)
		}
	}
}

// An export holds one post at a time in memory, however many have the same day.
func TestContentIsNotHeld(t *testing.T) {
	h := newHome(t)
	const posts = 60
	var items strings.Builder
	for i := range posts {
		fmt.Fprintf(&items, `<entry><id>%d</id><title>A</title><updated>2026-03-09T12:00:00Z</updated><link href="/log/%d"/><content>%s</content></entry>`,
			i, i, strings.Repeat("word &lt; ", 8_000))
	}
	body := `<feed xmlns="http://www.w3.org/2005/Atom"><title>T</title>` + items.String() + `</feed>`
	h.host("a.example").Reply("/log/", capsule.Reply{Status: 20, Meta: "application/atom+xml", Body: body})
	h.add(page)
	for _, format := range app.ContentFormats() {
		d, err := h.Document(t.Context(), app.DocumentOptions{Format: format, Content: true})
		if err != nil {
			t.Fatal(err)
		}
		out := &heapWatcher{every: 1 << 20}
		before := out.heap()
		if _, err := d.Write(out); err != nil {
			t.Fatal(err)
		}
		if out.written < posts*8_000*9 || out.most > before+3<<20 {
			t.Errorf("%s: %d bytes written, up to %d more held", format, out.written, out.most-before)
		}
	}
}

// A heapWatcher notes the size of the heap while bytes are written.
type heapWatcher struct {
	every, written, next int
	most                 uint64
}

func (w *heapWatcher) heap() uint64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}

func (w *heapWatcher) Write(p []byte) (int, error) {
	if w.written += len(p); w.written >= w.next {
		w.next = w.written + w.every
		w.most = max(w.most, w.heap())
	}
	return len(p), nil
}
