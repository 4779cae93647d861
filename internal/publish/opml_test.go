package publish

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"gemsub/feed"
	"gemsub/internal/model"
)

func TestWriteOPML(t *testing.T) {
	subs := []model.Subscription{
		{URL: "gemini://b.example.org/", Title: "B & \"B\"", Tags: []string{"letters", "/a,b%"}, Format: string(feed.Auto)},
		{URL: "gemini://c.example.org/?x&y"},
		{URL: "gemini://a.example.org/", Title: "A", FeedTitle: "Its own", Tags: []string{"friends"}, Format: string(feed.Links)},
		{URL: "gemini://d.example.org/", FeedTitle: "D", Tags: []string{"letters"}, Format: string(feed.Atom)},
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
      <outline text="B &amp; &#34;B&#34;" title="B &amp; &#34;B&#34;" type="rss" xmlUrl="gemini://b.example.org/" category="letters,%2Fa%2Cb%25"></outline>
      <outline text="D" title="D" type="rss" xmlUrl="gemini://d.example.org/" category="letters" gemsub:format="atom" gemsub:title="feed"></outline>
    </outline>
  </body>
</opml>
`
	var b strings.Builder
	if err := WriteOPML(&b, "Who I read", subs); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, b.String()); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if err := WriteOPML(&brokenWriter{left: 100}, "Who I read", subs); !errors.Is(err, errBroken) {
		t.Error(err)
	}
}
