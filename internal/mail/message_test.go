package mail

import (
	"bytes"
	"io"
	"mime"
	"mime/multipart"
	"mime/quotedprintable"
	"net/mail"
	"regexp"
	"strings"
	"testing"
	"time"

	"gemsub/internal/model"
)

var noon = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)

func entry(feed, title string) model.Entry {
	return model.Entry{
		ID: 7, FeedTitle: feed, FeedURL: "gemini://example.org/~abe/log/", AtomID: "gemini://example.org/~abe/log/a.gmi",
		URL: "gemini://example.org/~abe/log/a.gmi", Title: title, SortTime: noon, FirstSeen: noon, Tags: []string{"friends", "日記"},
	}
}

func letter(e model.Entry, text string) Letter {
	l := Letter{ID: NewID("database", e.ID), Entry: e}
	if text != "" {
		l.Post = &model.Post{URL: e.URL, MediaType: "text/gemini", Text: text, Size: len(text)}
	}
	return l
}

func write(t *testing.T, l Letter) Message {
	t.Helper()
	m, err := l.Message()
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func TestMessage(t *testing.T) {
	t.Parallel()
	l := letter(entry("Abe's log", "Über Worms"), "# Worms\n=> b.gmi B\n")
	l.InReplyTo, l.To = NewID("database", 9), "me@example.org"
	const want = `Mime-Version: 1.0
Content-Transfer-Encoding: quoted-printable
From: "Abe's log" <abe.log.zdhrowyojj72@example.org.invalid>
Subject: =?utf-8?q?=C3=9Cber_Worms?=
To: me@example.org
Date: Sun, 01 Mar 2026 12:00:00 +0000
Message-Id: <ID>
In-Reply-To: <REPLY>
References: <REPLY>
List-Id: <abe.log.zdhrowyojj72.example.org.gemsub.invalid>
X-Gemsub-Entry: 7
X-Gemsub-Url: gemini://example.org/~abe/log/a.gmi
X-Gemsub-Feed: gemini://example.org/~abe/log/
X-Gemsub-Tags: =?utf-8?q?friends,_=E6=97=A5=E8=A8=98?=
Auto-Submitted: auto-generated
Content-Type: text/plain; charset=utf-8; format=flowed

gemini://example.org/~abe/log/a.gmi

# Worms
[1] B
gemini://example.org/~abe/log/b.gmi
`
	got := strings.NewReplacer(l.ID, "ID", l.InReplyTo, "REPLY").Replace(string(write(t, l).Data))
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// The text below the link is the kept post, or says what is missing.
func TestMessageText(t *testing.T) {
	t.Parallel()
	const link = "gemini://example.org/~abe/log/a.gmi\n\n"
	for name, tt := range map[string]struct {
		post *model.Post
		want string
	}{
		"none":  {nil, "a.gmi\n\nThe text of this post is not kept.\n"},
		"image": {&model.Post{MediaType: "image/png", Size: 2048}, "a.gmi\n\nOnly text/* can be shown, this is \"image/png\", 2 KiB.\n"},
		"cut":   {&model.Post{MediaType: "text/gemini", Text: "a\n", Size: 4096, Cut: true}, "a\n\nCut after 2 bytes of 4 KiB.\n"},
		"long":  {&model.Post{URL: "gemini://h.example/" + strings.Repeat("x", 1000), MediaType: "text/gemini", Text: strings.Repeat("=> ?a\n", 10_000)}, "\nThe rest of this post is left out.\n"},
	} {
		l := letter(entry("Log", "A"), "")
		l.Post = tt.post
		if got := l.text(); !strings.HasPrefix(got, link) || !strings.HasSuffix(got, tt.want) || len(got) > maxText+4096 {
			t.Errorf("%s: %d bytes, %.200q", name, len(got), got)
		}
	}
}

func TestAlternative(t *testing.T) {
	t.Parallel()
	l := letter(entry("Log", "<A & b>"), "Hello <b>\nFrom me\n.\n")
	l.HTML = true
	m, again := write(t, l), write(t, l)
	if !bytes.Equal(m.Data, again.Data) {
		t.Error("a message is not the same when it is made again")
	}
	parsed, err := mail.ReadMessage(bytes.NewReader(m.Data))
	if err != nil {
		t.Fatal(err)
	}
	_, params, err := mime.ParseMediaType(parsed.Header.Get("Content-Type"))
	if err != nil {
		t.Fatal(err)
	}
	parts := multipart.NewReader(parsed.Body, params["boundary"])
	for _, want := range []string{
		"gemini://example.org/~abe/log/a.gmi\n\nHello <b>\n From me\n.\n",
		`<!DOCTYPE html>
<html>
<head>
<meta charset="utf-8">
<title>&lt;A &amp; b&gt;</title>
</head>
<body dir="auto">
<p><a href="gemini://example.org/~abe/log/a.gmi">gemini://example.org/~abe/log/a.gmi</a></p>
<p>Hello &lt;b&gt;<br>
From me<br>
.</p>
</body>
</html>
`,
	} {
		part, err := parts.NextPart()
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(part)
		if err != nil || string(text) != want {
			t.Errorf("%v, part %q, want %q", err, text, want)
		}
	}
	for _, none := range []Letter{letter(entry("Log", "A"), ""), letter(entry("Log", "A"), strings.Repeat("&", maxHTML/4))} {
		none.HTML = true
		if none.alternative() != "" {
			t.Error("there is an alternative to nothing, or a huge one")
		}
	}
}

var fieldLine = regexp.MustCompile(`^([A-Z][A-Za-z-]+:| )`)

// Whatever a feed contains, a header has each of its fields once, in short lines of ASCII, and the
// body has no line that a program takes for the start of another message.
func TestHostile(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		"evil\r\nBcc: x@y.example\r\n\r\nbody", "\"<x>@y", strings.Repeat("🌱", 300), "=?utf-8?q?=0ABcc:_x?=", "\\", "", " ", "\x00\x1b[1m\u202e",
		strings.Repeat("a\u0301", 8000), strings.Repeat("x", 16<<10), "é" + strings.Repeat("\u0301", 8000), "a, b <c@d.example>; (e", "日本語 と \xff\xfe", ".",
	} {
		for _, feedURL := range []string{
			"gemini://example.org/", "gemini://[::1]:1966/a/../b", "gopher://xn--bcher-kva.example:7070/1/~x/-./a--b/", "gemini://a/" + strings.Repeat("é/%0D%0A", 200), "\r\nBcc: x", "",
			"gemini://" + strings.Repeat("a.", 120) + "example/" + strings.Repeat("x", 2000), "gemini://-.example/-/", "gemini://h.example/A", "gemini://h.example/" + strings.Repeat("y", 70),
		} {
			e := entry(text, text)
			e.FeedURL, e.AtomID, e.URL, e.Tags = feedURL, text+strings.Repeat("i", 2000), feedURL+text, []string{text}
			l := letter(e, "From x\n.\n\nFrom y\r\nFrom z\n"+text)
			l.HTML = true
			checkMessage(t, text, write(t, l))
		}
	}
}

func checkMessage(t *testing.T, name string, m Message) {
	t.Helper()
	header, _, _ := strings.Cut(string(m.Data), "\n\n")
	for line := range strings.SplitSeq(header, "\n") {
		if len(line) > 998 || !fieldLine.MatchString(line) {
			t.Errorf("%.40q: line %q of the header", name, line)
		}
	}
	if bytes.ContainsFunc(m.Data, func(r rune) bool { return r < ' ' && r != '\n' && r != '\t' || r > '~' }) || bytes.Contains(m.Data, []byte("\nFrom ")) && !strings.Contains(string(m.Data), "<html>") {
		t.Errorf("%.40q: %q", name, m.Data)
	}
	parsed, err := mail.ReadMessage(bytes.NewReader(m.Data))
	if err != nil {
		t.Fatalf("%.40q: %v", name, err)
	}
	from, err := parsed.Header.AddressList("From")
	if err != nil || len(from) != 1 || !strings.HasSuffix(from[0].Address, ".invalid") || len(from[0].Address) > 254 {
		t.Errorf("%.40q: from %q, %v", name, parsed.Header.Get("From"), err)
		return
	}
	_, host, _ := strings.Cut(from[0].Address, "@")
	for label := range strings.SplitSeq(host, ".") {
		if len(label) == 0 || len(label) > 63 {
			t.Errorf("%.40q: from %s", name, host)
		}
	}
	if parsed.Header["Bcc"] != nil || parsed.Header["In-Reply-To"] != nil || parsed.Header.Get("Message-ID") != "<"+m.ID+">" {
		t.Errorf("%.40q: header %v", name, parsed.Header)
	}
}

// A program may let people follow the URLs of a header, so URLs that run something are left out.
func TestHeaderLinks(t *testing.T) {
	t.Parallel()
	for link, want := range map[string]string{
		"gemini://h.example/a": "gemini://h.example/a", "https://h.example/": "https://h.example/",
		"javascript:alert(1)": "", "data:text/html,x": "", "file:///etc/passwd": "", "a.gmi": "",
	} {
		e := entry("Log", "A")
		e.URL = link
		h := letter(e, "").header()
		if got := h.Get("X-Gemsub-URL"); got != want {
			t.Errorf("%s: X-Gemsub-URL %q, want %q", link, got, want)
		}
	}
}

// A title is decoded as it was, except for control characters, encoded words and excess length.
func TestSubject(t *testing.T) {
	t.Parallel()
	for title, want := range map[string]string{
		"Plain: (and) \"quoted\"": "Plain: (and) \"quoted\"",
		"a\r\nBcc: b":             "a Bcc: b",
		"=?utf-8?q?x?=":           "= ?utf-8?q?x?=",
		strings.Repeat("é", 400):  strings.Repeat("é", 199) + "…",
	} {
		h := letter(entry("Log", title), "").header()
		if got, err := h.Subject(); err != nil || got != want {
			t.Errorf("%q: %q, %v, want %q", title, got, err, want)
		}
	}
}

// Feeds of one capsule get different names, even if their URLs differ only in characters that
// addresses do not have.
func TestPlace(t *testing.T) {
	t.Parallel()
	seen := map[string]string{}
	for _, u := range []string{
		"gemini://a.example/", "gemini://a.example/log/", "gemini://a.example/~b/log/", "gemini://a.example/Log/", "gemini://a.example/l%C3%B6g/", "gemini://a.example/l.g/",
		"gemini://a.example/log/?q", "gemini://b.example/", "gopher://a.example/1/phlog", "gemini://[::1]/", "gemini://[::2]/", "gemini://h_1.example/",
		"gemini://a.example/log", "gemini://a.example/~log/", "gemini://a.example/b/log/", "gemini://a.example/b.log/", "gemini://a.example//log/", "gemini://a.example/feed/",
		"gemini://a.example:1966/", "gopher://a.example/", "gemini://a.b.example/", "gemini://b.example/a/", "gemini://xn--a.example/", "gemini://a.example/log/?",
	} {
		local, host := place(u)
		if other, double := seen[local+"."+host]; double {
			t.Errorf("%s and %s both are at %s.%s", other, u, local, host)
		}
		seen[local+"."+host] = u
	}
	if local, host := place("gemini://a.example/~b/log/"); !strings.HasPrefix(local, "b.log.") || host != "a.example" {
		t.Error(local, host)
	}
}

func TestDateOf(t *testing.T) {
	t.Parallel()
	for date, want := range map[time.Time]time.Time{noon: noon, {}: noon, time.Date(1904, 1, 1, 0, 0, 0, 0, time.UTC): noon, time.Date(12026, 1, 1, 0, 0, 0, 0, time.UTC): noon} {
		if got := dateOf(model.Entry{SortTime: date, FirstSeen: noon}); !got.Equal(want) {
			t.Errorf("%v: %v", date, got)
		}
	}
}

func TestIsAddress(t *testing.T) {
	t.Parallel()
	for _, good := range []string{"me@example.org", "me+gemlogs@example.org", "abe", "abe.l@localhost"} {
		if !IsAddress(good) {
			t.Errorf("%q is refused", good)
		}
	}
	for _, bad := range []string{
		"", "-oQ/tmp", "-me@example.org", "me@example.org, you@example.org", "Me <me@example.org>", "me@example.org\nBcc: x", "a b@example.org", "|cat", "/tmp/x", "me@",
		"@example.org", "\"a b\"@example.org", "me@é.example", strings.Repeat("a", 250) + "@example.org", "a@b@c", "(x)me@example.org", ":include:/etc/passwd",
	} {
		if IsAddress(bad) {
			t.Errorf("%q is taken", bad)
		}
	}
}

// The body can be read again.
func TestBodyEncoding(t *testing.T) {
	t.Parallel()
	m := write(t, letter(entry("Log", "A"), "ünï = x\n"))
	_, body, _ := strings.Cut(string(m.Data), "\n\n")
	text, err := io.ReadAll(quotedprintable.NewReader(strings.NewReader(body)))
	if want := "gemini://example.org/~abe/log/a.gmi\n\nünï = x\n"; err != nil || string(text) != want {
		t.Errorf("%v, %q", err, text)
	}
}
