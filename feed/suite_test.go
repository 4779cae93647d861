package feed

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// suite is a folder beside the checkout with the feed files of other projects' tests, and
// what feedparser reads in them.
const suite = "../../shared/feedsuite"

// A suiteFeed holds what feedparser reads in a file.
type suiteFeed struct {
	File    string
	Entries []struct{ Title, Link, Day string }
}

// The test counts how many files of the suite can be read as feeds, and in how many of the
// XML files all entries have feedparser's titles, links and days. Version 0.2.0, with another
// library, had 926 and 928, 924, 934 and 936. One link differs, in rss_channel_item_links: in
// RSS the last link written as text counts, not a later one in an attribute.
func TestSuite(t *testing.T) {
	files, _ := filepath.Glob(filepath.Join(suite, "files", "*"))
	if len(files) == 0 {
		t.Logf("no feeds at %s: nothing was checked", suite)
		return
	}
	feeds := map[string]*Feed{}
	for _, file := range files {
		body, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if f, _ := Read(Page{URL: mustParse(t, "gemini://example.org/feed.xml"), Body: body, Fetched: fetched}); f != nil && f.Format.IsSyndicated() {
			checkFeed(t, f)
			feeds[filepath.Base(file)] = f
		}
	}
	entries, titles, links, days := agreement(t, feeds)
	for _, figure := range []struct {
		name       string
		got, least int
	}{{"feeds", len(feeds), 928}, {"entries", entries, 931}, {"titles", titles, 924}, {"links", links, 933}, {"days", days, 936}} {
		t.Logf("%s: %d", figure.name, figure.got)
		if figure.got < figure.least {
			t.Errorf("%s: %d, fewer than %d", figure.name, figure.got, figure.least)
		}
	}
	golden(t, "testdata/suite.txt", versions(t, files, feeds))
}

// agreement counts the files in which gemsub and feedparser read the same.
func agreement(t *testing.T, feeds map[string]*Feed) (entries, titles, links, days int) {
	t.Helper()
	file, err := os.Open(filepath.Join(suite, "expected.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	lines := bufio.NewScanner(file)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var want suiteFeed
		if err := json.Unmarshal(lines.Bytes(), &want); err != nil {
			t.Fatal(err)
		}
		f := feeds[want.File]
		if f == nil {
			f = &Feed{}
		}
		has := map[string]bool{"": true}
		for _, e := range f.Entries {
			has["title "+e.Title], has["link "+e.Link] = true, true
			has["day "+e.Updated.Format("2006-01-02")], has["day "+e.Published.Format("2006-01-02")] = true, true
		}
		title, link, day := 1, 1, 1
		for _, e := range want.Entries {
			if text := strings.Join(strings.Fields(e.Title), " "); text != "" && !has["title "+text] {
				title = 0
			}
			if strings.HasPrefix(e.Link, "http") && !has["link "+e.Link] {
				link = 0
			}
			if e.Day != "" && !has["day "+e.Day] {
				day = 0
			}
		}
		if len(f.Entries) == len(want.Entries) {
			entries++
		}
		titles, links, days = titles+title, links+link, days+day
	}
	return entries, titles, links, days
}

// versions lists the entries of the files in older formats and in JSON, which the other
// figures do not cover.
func versions(t *testing.T, files []string, feeds map[string]*Feed) string {
	t.Helper()
	kinds := map[string]*regexp.Regexp{
		"RSS 1.0":  regexp.MustCompile(`(?i)<rdf:rdf`),
		"RSS 0.9x": regexp.MustCompile(`<rss[^>]* version=["']0\.9`),
		"Atom 0.3": regexp.MustCompile(`purl\.org/atom/ns#|<feed[^>]* version=["']0\.3`),
		"JSON":     regexp.MustCompile(`^\s*\{`),
	}
	var b strings.Builder
	for _, kind := range []string{"RSS 1.0", "RSS 0.9x", "Atom 0.3", "JSON"} {
		for _, file := range files {
			body, err := os.ReadFile(file)
			f := feeds[filepath.Base(file)]
			if err != nil || f == nil || !kinds[kind].Match(body) {
				continue
			}
			fmt.Fprintf(&b, "%s %s: %s\n", kind, filepath.Base(file), f.Title)
			for i, e := range f.Entries {
				if kind != "JSON" && i == 3 {
					fmt.Fprintf(&b, "\t%d in all\n", len(f.Entries))
					break
				}
				fmt.Fprintf(&b, "\t%s %s %s\n", dayOf(e), e.Link, shorten(e.Title))
			}
		}
	}
	return b.String()
}

func dayOf(e Entry) string {
	if e.Updated.IsZero() {
		return "undated"
	}
	return e.Updated.Format("2006-01-02")
}
