package exchange_test

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/url"
	"slices"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"gemsub/feed"
	"gemsub/internal/exchange"
)

// reread writes subscriptions and reads them again.
func reread(t testing.TB, subs []exchange.Subscription) []exchange.Subscription {
	t.Helper()
	var b bytes.Buffer
	if err := exchange.WriteOPML(&b, "All", subs); err != nil {
		t.Fatal(err)
	}
	l := parse(t, b.String(), exchange.Auto)
	if l.Kind != exchange.OPML {
		t.Fatalf("the kind is %q", l.Kind)
	}
	return l.Subscriptions
}

// diffSubscriptions compares without lines, which no writer keeps, and in order
// of URLs, for OPML puts groups together.
func diffSubscriptions(want, got []exchange.Subscription) string {
	byURL := func(a, b exchange.Subscription) int { return cmp.Compare(a.URL, b.URL) }
	return gocmp.Diff(slices.SortedFunc(slices.Values(want), byURL), slices.SortedFunc(slices.Values(got), byURL),
		cmpopts.IgnoreFields(exchange.Subscription{}, "Line"), cmpopts.EquateEmpty())
}

func TestWriteOPML(t *testing.T) {
	t.Parallel()
	subs := []exchange.Subscription{
		{URL: "gemini://b.example.org/", Title: "B & \"B\"", Tags: []string{"letters", "/a,b"}, Format: feed.Auto},
		{URL: "gemini://c.example.org/?x&y", Title: "gemini://c.example.org/?x&y"},
		{URL: "gemini://a.example.org/", Title: "A", Tags: []string{"friends"}, Format: feed.Links},
		{URL: "gemini://d.example.org/", Title: "D\n", Tags: []string{"letters", "letters", ""}, Format: feed.Atom},
	}
	const want = `<?xml version="1.0" encoding="UTF-8"?>
<opml version="2.0" xmlns:gemsub="urn:gemsub:opml">
  <head>
    <title>Who I read</title>
  </head>
  <body>
    <outline text="gemini://c.example.org/?x&amp;y" type="rss" xmlUrl="gemini://c.example.org/?x&amp;y"></outline>
    <outline text="friends" title="friends">
      <outline text="A" title="A" type="rss" xmlUrl="gemini://a.example.org/" category="friends" gemsub:format="links"></outline>
    </outline>
    <outline text="letters" title="letters">
      <outline text="B &amp; &#34;B&#34;" title="B &amp; &#34;B&#34;" type="rss" xmlUrl="gemini://b.example.org/" category="letters,%2Fa%2Cb"></outline>
      <outline text="D" title="D" type="rss" xmlUrl="gemini://d.example.org/" category="letters" gemsub:format="atom"></outline>
    </outline>
  </body>
</opml>
`
	var b strings.Builder
	if err := exchange.WriteOPML(&b, " Who I\nread ", subs); err != nil {
		t.Fatal(err)
	}
	if diff := gocmp.Diff(want, b.String()); diff != "" {
		t.Errorf("WriteOPML (-want +got):\n%s", diff)
	}
}

func TestWriteOPMLWithoutSubscriptions(t *testing.T) {
	t.Parallel()
	var b strings.Builder
	if err := exchange.WriteOPML(&b, "", nil); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(b.String(), "<title></title>") || !strings.Contains(b.String(), "<body></body>") {
		t.Errorf("head and body are required, got %s", b.String())
	}
	if l := parse(t, b.String(), exchange.OPML); count(l) != 0 {
		t.Errorf("an empty document gives %+v", l)
	}
}

func TestWriteOPMLTellsErrors(t *testing.T) {
	t.Parallel()
	full := errors.New("disk is full")
	r, w := io.Pipe()
	r.CloseWithError(full)
	err := exchange.WriteOPML(w, "All", []exchange.Subscription{sub(1, "gemini://a/", "")})
	if !errors.Is(err, full) || !strings.HasPrefix(err.Error(), "write OPML: ") {
		t.Error(err)
	}
}

// TestRoundTrip checks that importing an export gives the same subscriptions, whatever
// titles and tags contain.
func TestRoundTrip(t *testing.T) {
	t.Parallel()
	rnd := rand.New(rand.NewPCG(3, 14))
	words := []string{"a", "B", "ä", "&", "<", "\"", "'", "%", "%2C", "%25", ",", "/", "//", "a/b", "]]>", "🌱", "א\u200F", "#", "~"}
	text := func() string {
		parts := make([]string, 1+rnd.IntN(4))
		for i := range parts {
			parts[i] = words[rnd.IntN(len(words))]
		}
		return strings.Join(parts, []string{"", " "}[rnd.IntN(2)])
	}
	formats := []feed.Format{feed.Auto, feed.Gemtext, feed.Atom, feed.RSS, feed.JSON, feed.Headings, feed.Links, feed.Whole}
	for range 200 {
		var subs []exchange.Subscription
		for i := range rnd.IntN(8) {
			s := exchange.Subscription{URL: fmt.Sprintf("gemini://example.org/%d?%s", i, url.QueryEscape(text())), Format: formats[rnd.IntN(len(formats))]}
			switch rnd.IntN(4) {
			case 0:
			case 1:
				s.FeedTitle = text()
			default:
				s.Title = text()
			}
			for range rnd.IntN(4) {
				if tag := text(); !slices.Contains(s.Tags, tag) {
					s.Tags = append(s.Tags, tag)
				}
			}
			subs = append(subs, s)
		}
		if diff := diffSubscriptions(subs, reread(t, subs)); diff != "" {
			t.Fatalf("read again (-want +got):\n%s", diff)
		}
	}
}

// TestRoundTripOfSamples checks that an export loses nothing of other programs' files.
func TestRoundTripOfSamples(t *testing.T) {
	t.Parallel()
	for _, s := range samples() {
		if diff := diffSubscriptions(s.want.Subscriptions, reread(t, s.want.Subscriptions)); diff != "" {
			t.Errorf("%s read again (-want +got):\n%s", s.file, diff)
		}
	}
}
