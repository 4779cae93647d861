package feed

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

// index returns a page like real ones: some text and n entries.
func index(n int) string {
	var b strings.Builder
	b.WriteString("# A gemlog\n## About this and that\n\nSome words of welcome that go on for a line or two, as they do.\n\n")
	day := noon(2026, 1, 31)
	for i := range n {
		fmt.Fprintf(&b, "=> posts/%s-a-post-about-something.gmi %s - A post about something or other (%d)\n",
			day.AddDate(0, 0, -i).Format(time.DateOnly), day.AddDate(0, 0, -i).Format(time.DateOnly), i)
	}
	b.WriteString("\n=> / Home\n=> /about.gmi About\n")
	return b.String()
}

// syndicatedFeeds returns an RSS and a JSON feed of n entries.
func syndicatedFeeds(n int) (rss, json string) {
	var items, members []string
	for i := range n {
		day := noon(2026, 1, 31).AddDate(0, 0, -i)
		items = append(items, fmt.Sprintf("<item><title>A post &amp;amp; %d</title><link>posts/%d.gmi</link><guid>gemini://example.org/%d</guid><pubDate>%s</pubDate></item>", i, i, i, day.Format(time.RFC1123Z)))
		members = append(members, fmt.Sprintf(`{"id": "%d", "url": "posts/%d.gmi", "title": "A post & %d", "date_published": "%s"}`, i, i, i, day.Format(time.RFC3339)))
	}
	rss = `<rss version="2.0"><channel><title>A gemlog</title>` + strings.Join(items, "\n") + "</channel></rss>"
	return rss, `{"version": "https://jsonfeed.org/version/1.1", "title": "A gemlog", "items": [` + strings.Join(members, ",\n") + "]}"
}

func BenchmarkRead(b *testing.B) {
	page := index(64)
	rss, json := syndicatedFeeds(64)
	for _, kind := range []struct {
		name   string
		format Format
		body   string
	}{
		{"page", Auto, page},
		{"absolute", Auto, strings.ReplaceAll(page, "=> posts/", "=> gemini://example.org/posts/")},
		{"slash", Auto, strings.ReplaceAll(page, "=> posts/", "=> /posts/")},
		{"ports", Auto, strings.ReplaceAll(page, "=> posts/", "=> gemini://example.org:1966/posts/")},
		{"letters", Auto, strings.ReplaceAll(page, "a-post", "ein-schöner-beitrag")},
		{"colons", Auto, strings.ReplaceAll(page, "a-post", "a:post")},
		{"links", Links, page},
		{"rss", Auto, rss},
		{"json", Auto, json},
	} {
		b.Run(kind.name, func(b *testing.B) {
			page := Page{URL: mustParse(b, "gemini://example.org/log/"), Body: []byte(kind.body), Fetched: fetched, Format: kind.format}
			b.SetBytes(int64(len(page.Body)))
			b.ReportAllocs()
			for b.Loop() {
				if _, err := Read(page); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
