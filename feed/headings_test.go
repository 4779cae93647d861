package feed

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func readAs(t testing.TB, format Format, meta, body string) *Feed {
	t.Helper()
	f, err := Read(Page{URL: mustParse(t, logURL), Meta: meta, Body: []byte(body), Fetched: fetched, Format: format})
	if err != nil {
		t.Fatal(err)
	}
	return f
}

const logURL = "gemini://example.org/log/"

// list shows entries as lines: the time, the title, and the parts that ID and link add to
// the page's URL.
func list(f *Feed) string {
	var b strings.Builder
	for _, e := range f.Entries {
		when := "undated"
		if !e.Updated.IsZero() {
			when = e.Updated.Format("2006-01-02 15:04:05")
		}
		fmt.Fprintf(&b, "%s | %s | %s | %s\n", when, e.Title, strings.TrimPrefix(e.ID, logURL), strings.TrimPrefix(e.Link, logURL))
	}
	return b.String()
}

// The example of the tinylog specification.
const tinylog = `# My tinylog
## Thoughts of a line
author: @me@example.org
avatar: ^^
=> / Home

## 2021-08-14 17:24 UTC
Second post.
=> a.gmi A link

## 2021-08-13 09:00 +0200
> First post.
More of it.
`

func asContent(text string) *Content { return &Content{Text: text, MediaType: "text/gemini"} }

func TestTinylog(t *testing.T) {
	got := readAs(t, Auto, "text/gemini; lang=en", tinylog)
	want := &Feed{
		ID: logURL, Link: logURL, Title: "My tinylog", Author: "@me@example.org", Lang: "en", Format: Headings,
		Updated:       time.Date(2021, 8, 14, 17, 24, 0, 0, time.UTC),
		NewestHeading: time.Date(2021, 8, 14, 17, 24, 0, 0, time.UTC),
		Entries: []Entry{
			{ID: logURL + "#2021-08-14T17:24:00Z", Link: logURL, Title: "Second post.", Updated: time.Date(2021, 8, 14, 17, 24, 0, 0, time.UTC), Content: asContent("Second post.\n=> a.gmi A link")},
			{ID: logURL + "#2021-08-13T07:00:00Z", Link: logURL, Title: "First post.", Updated: time.Date(2021, 8, 13, 7, 0, 0, 0, time.UTC), Content: asContent("> First post.\nMore of it.")},
		},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("with a link below the subtitle (-want +got):\n%s", diff)
	}
	want.Subtitle = "Thoughts of a line"
	if diff := cmp.Diff(want, readAs(t, Auto, "text/gemini; lang=en", strings.Replace(tinylog, "=> / Home\n", "", 1))); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestHeadingDates(t *testing.T) {
	tests := []struct{ heading, updated, title string }{
		{"2021-08-14 17:24 UTC", "2021-08-14T17:24:00Z", "text"},
		{"2021-08-14 17:24:05 +0200", "2021-08-14T15:24:05Z", "text"},
		{"2021-08-14T17:24:05Z", "2021-08-14T17:24:05Z", "text"},
		{"2021-08-14T17:24:05-05:00 On holiday", "2021-08-14T22:24:05Z", "On holiday"},
		{"2021-08-14", "2021-08-14T12:00:00Z", "text"},
		{"2021-08-14, 17:24:05 UTC", "2021-08-14T17:24:05Z", "text"},
		{"2021-08-14 17:24", "2021-08-14T17:24:00Z", "text"},
		{"2021-08-14 5:24 pm", "2021-08-14T17:24:00Z", "text"},
		{"2021-08-14 12:24 AM", "2021-08-14T00:24:00Z", "text"},
		{"2021-08-14 5:24pm", "2021-08-14T17:24:00Z", "text"},
		{"2021-08-14 17:24 CEST", "2021-08-14T15:24:00Z", "text"},
		{"2021-08-14 01:24 (CEST) Night", "2021-08-13T23:24:00Z", "Night"},
		{"2021-08-14 17:24 NASA launches", "2021-08-14T17:24:00Z", "NASA launches"},
		{"2021-08-14 - Title", "2021-08-14T12:00:00Z", "Title"},
		{"2021-08-14: Title", "2021-08-14T12:00:00Z", "Title"},
		{"2021-08-14This", "2021-08-14T12:00:00Z", "This"},
		{"Sat 14 Aug 2021 17:24 UTC", "2021-08-14T17:24:00Z", "text"},
		{"Sat, 14 Aug 2021 17:24:05 +0200", "2021-08-14T15:24:05Z", "text"},
		{"Saturday (14 August 2021) Title", "2021-08-14T12:00:00Z", "Title"},
		{"(Sat) 14 August 2021 Title", "2021-08-14T12:00:00Z", "Title"},
		{"Saturday – 2021-08-14: Title", "2021-08-14T12:00:00Z", "Title"},
		{"Saturday, 14 August 2021 Title", "2021-08-14T12:00:00Z", "Title"},
		{"14 Aug 2021", "2021-08-14T12:00:00Z", "text"},
		{"9999-12-31 23:00 HST late", "9999-12-31T12:00:00Z", "late"},
		{"9999-12-31 23:59 HKT late", "9999-12-31T15:59:00Z", "late"},
		{"0000-01-01 00:30 +0200 early", "0000-01-01T12:00:00Z", "early"},
		{"0001-01-01 00:00 no time", "0001-01-01T12:00:00Z", "no time"},
		{"2021-02-30 no day", "0001-01-01T00:00:00Z", "2021-02-30 no day"},
		{"Someday 14 Aug 2021", "2021-08-14T12:00:00Z", "Someday"},
		{"14 Sausages 2021", "0001-01-01T00:00:00Z", "14 Sausages 2021"},
		{"2025-04-15 14:30 UTC+2", "2025-04-15T12:30:00Z", "text"},
		{"[2025-04-15] Title", "2025-04-15T12:00:00Z", "Title"},
		{"~ 15.4.2025 ~ Title", "2025-04-15T12:00:00Z", "Title"},
		{"2025-04-15 UTC", "2025-04-15T12:00:00Z", "text"},
		{"About 2025-04-15", "2025-04-15T12:00:00Z", "About"},
		{"About 2025-04-15 and more", "0001-01-01T00:00:00Z", "About 2025-04-15 and more"},
		{"[1.1.0] - 2026-02-15", "2026-02-15T12:00:00Z", "1.1.0"},
		{"1.0.0 (2025-06-20)", "2025-06-20T12:00:00Z", "1.0.0"},
		{"v2.1 – 3 May 2025 14:30", "2025-05-03T14:30:00Z", "v2.1"},
		{"[2021-03-05 Fr]", "2021-03-05T12:00:00Z", "text"},
		{"[2021-03-05 Fr.]", "2021-03-05T12:00:00Z", "text"},
		{"<2021-03-05 ven. 10:30>", "2021-03-05T10:30:00Z", "text"},
		{"(Do, 5.3.2021) Title", "2021-03-05T12:00:00Z", "Title"},
		{"[2021-03-05] mehr", "2021-03-05T12:00:00Z", "mehr"},
		{"2022-01-15 19.56 UTC", "2022-01-15T19:56:00Z", "text"},
		{"2022-01-15 19.56 - Title", "2022-01-15T19:56:00Z", "Title"},
		{"2022-01-15 20.04 is out", "2022-01-15T12:00:00Z", "20.04 is out"},
		{"2022-01-15 9:05", "2022-01-15T09:05:00Z", "text"},
		{"2022-01-15 9:05 Title", "2022-01-15T12:00:00Z", "9:05 Title"},
		{"2022-01-15 4:33 by John Cage", "2022-01-15T12:00:00Z", "4:33 by John Cage"},
		{"2018-09-08 - 2018-12-01 Trip", "2018-09-08T12:00:00Z", "2018-12-01 Trip"},
		{"Trip, 2018-09-08 - 2018-12-01", "2018-09-08T12:00:00Z", "Trip"},
		{"Status update, May 2021", "0001-01-01T00:00:00Z", "Status update, May 2021"},
		{"About", "0001-01-01T00:00:00Z", "About"},
	}
	for _, test := range tests {
		e := readAs(t, Headings, "", "## "+test.heading+"\ntext\n").Entries[0]
		if got := e.Updated.Format(time.RFC3339); got != test.updated || e.Title != test.title {
			t.Errorf("%q: got %s %q, want %s %q", test.heading, got, e.Title, test.updated, test.title)
		}
	}
}

// Every abbreviation of a zone has the right offset from UTC.
func TestZones(t *testing.T) {
	east := map[string]float64{
		"UTC": 0, "CET": 1, "EET": 2, "MSK": 3, "IST": 5.5, "SGT": 8, "JST": 9, "ACST": 9.5, "AEST": 10, "AEDT": 11, "NZST": 12, "NZDT": 13,
		"BRT": -3, "EDT": -4, "EST": -5, "CST": -6, "MST": -7, "PST": -8, "AKST": -9, "HST": -10, "Z": 0, "+0530": 5.5, "-03:00": -3,
	}
	for zone, hours := range east {
		since, rest, ok := cutClock("12:00 "+zone+" Title", true)
		if want := time.Duration((12 - hours) * float64(time.Hour)); since != want || rest != " Title" || !ok {
			t.Errorf("%s: %v behind midnight UTC, want %v; rest %q", zone, since, want, rest)
		}
	}
}

func TestHeadings(t *testing.T) {
	tests := []struct{ name, page, want string }{
		{
			"undated",
			"# Changes\n## Version 2\n### Fixed\n#### no level 4\n## Version 1\n",
			"undated | Version 2 | #Version%202 | \nundated | Version 1 | #Version%201 | \n",
		},
		{
			"a day over links",
			"## 2021-08-14\n=> b.gmi B\n=> a.gmi\n## 2021-08-13\n=> gopher://h/1 G\n---\n",
			"2021-08-14 12:00:00 | B | b.gmi | b.gmi\n2021-08-14 12:00:00 | a | a.gmi | a.gmi\n2021-08-13 12:00:00 | G | gopher://h/ | gopher://h/\n",
		},
		{
			"a day over text and a link is a post",
			"## 2021-08-14\nLook:\n=> b.gmi B\n",
			"2021-08-14 12:00:00 | Look: | #2021-08-14 | \n",
		},
		{
			"a moment over a link is a post",
			"## 2021-08-14 17:24 UTC\n=> b.gmi B\n",
			"2021-08-14 17:24:00 | B | #2021-08-14T17:24:00Z | \n",
		},
		{
			"a day over headings",
			"## 2021-08-14\n### One\n### Two\n## 2021-08-13\nText\n### Three\n### 2020-01-01 Old\n",
			"2021-08-14 12:00:00 | One | #One | \n2021-08-14 12:00:00 | Two | #Two | \n2021-08-13 12:00:00 | Text | #2021-08-13 | \n",
		},
		{
			"a day over times",
			"## 2021-08-14\n### 17:24 UTC+2\nA\n### 9:30 am: Breakfast\n### 2021-08-13 Late\n",
			"2021-08-14 15:24:00 | A | #2021-08-14T15:24:00Z | \n2021-08-14 09:30:00 | Breakfast | #2021-08-14T09:30:00Z | \n2021-08-13 12:00:00 | Late | #2021-08-13%20Late | \n",
		},
		{
			"a day over links and headings",
			"## 2021-08-14\n=> a A\n### One\n=> b B\n# Links\n### None\n=> c C\n",
			"2021-08-14 12:00:00 | A | a | a\n2021-08-14 12:00:00 | One | #One | \n",
		},
		{
			"more dates at level 3",
			"# Log\n## 2021\n### 2021-08-14 17:24\nA\n### 2021-08-13\nB\n## 2020-12-31\n### 2020-12-30\n=> c C\n",
			"2021-08-14 17:24:00 | A | #2021-08-14T17:24:00Z | \n2021-08-13 12:00:00 | B | #2021-08-13 | \n2020-12-30 12:00:00 | C | c | c\n",
		},
		{
			"as many dates at both levels",
			"## 2021-08-14 A\n### 2021-08-13 B\n",
			"2021-08-14 12:00:00 | A | #2021-08-14%20A | \n",
		},
		{
			"authors below a date, as an aggregator writes them",
			"## Thu 26 Nov 2026 09:04 UTC\n### author: @x\nHello.\n## Thu 26 Nov 2026 08:04 UTC\n### author: @y\n=> a A\n",
			"2026-11-26 09:04:00 | Hello. | #2026-11-26T09:04:00Z | \n2026-11-26 08:04:00 | A | #2026-11-26T08:04:00Z | \n",
		},
		{
			"a day over a block",
			"## 2021-08-14\n```\nart\n```\n=> a A\n",
			"2021-08-14 12:00:00 | A | #2021-08-14 | \n",
		},
		{
			"the same link on two days",
			"## 2021-08-14\n=> a.gmi New\n## 2021-08-13\n=> a.gmi Old\n",
			"2021-08-14 12:00:00 | New | a.gmi | a.gmi\n",
		},
		{
			"nothing below",
			"## 2021-08-14\n",
			"2021-08-14 12:00:00 | 2021-08-14 | #2021-08-14 | \n",
		},
		{
			"headings in a block, level 1 and none",
			"# One\n# Two\n##\n```\n## No\n```\n",
			"",
		},
		{
			"twice, newest first",
			"## 2021-08-14\nB\n## 2021-08-14\nA\n## 2021-08-13\nX\n",
			"2021-08-14 12:00:00 | B | #2021-08-14%20(2) | \n2021-08-14 12:00:00 | A | #2021-08-14 | \n2021-08-13 12:00:00 | X | #2021-08-13 | \n",
		},
		{
			"twice, oldest first",
			"## 2021-08-13\nX\n## 2021-08-14\nA\n## 2021-08-14\nB\n",
			"2021-08-14 12:00:00 | B | #2021-08-14%20(2) | \n2021-08-14 12:00:00 | A | #2021-08-14 | \n2021-08-13 12:00:00 | X | #2021-08-13 | \n",
		},
		{
			"an undated one tells nothing of the order",
			"## 2021-08-13\nX\n## About\n## 2021-08-14\nA\n## 2021-08-14\nB\n",
			"2021-08-14 12:00:00 | B | #2021-08-14%20(2) | \n2021-08-14 12:00:00 | A | #2021-08-14 | \n2021-08-13 12:00:00 | X | #2021-08-13 | \nundated | About | #About | \n",
		},
		{
			"a long first line",
			"## 2021-08-14\n" + strings.Repeat("word ", 30) + "\n",
			"2021-08-14 12:00:00 | " + strings.Repeat("word ", 14) + "word… | #2021-08-14 | \n",
		},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			f := readAs(t, Headings, "", test.page)
			checkFeed(t, f)
			if diff := cmp.Diff(test.want, list(f)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// The text of an entry is the text below its heading, or the heading if there is none.
func TestSections(t *testing.T) {
	page := "# Log\r\n## 2021-08-14 10:00\r\n\r\n  A\r\n```art\r\n## no heading\r\n```\r\n### more\r\n=> a A\r\n\r\n## 2021-08-13 Alone \n\n## 2021-08-12\nB\n# End\nC\n"
	var got []string
	f := readAs(t, Auto, "", page)
	for _, e := range f.Entries {
		if e.Content.MediaType != "text/gemini" {
			t.Errorf("media type %q", e.Content.MediaType)
		}
		got = append(got, e.Content.Text)
	}
	want := []string{"  A\r\n```art\r\n## no heading\r\n```\r\n### more\r\n=> a A", "## 2021-08-13 Alone \n", "B"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	long := readAs(t, Headings, "", "## 2021-08-14\n"+strings.Repeat("x", 2*maxContent)+"\n").Entries[0]
	if n := len(long.Content.Text); n != maxContent+1 {
		t.Errorf("a text of %d bytes", n)
	}
}

// Neither new text nor another post of the day changes the ID of an entry.
func TestHeadingIDsStay(t *testing.T) {
	const first = "## 2021-08-14 09:00\nA\n## 2021-08-13\nX\n"
	for _, later := range []string{
		"## 2021-08-14 09:00 Now with a title\nEdited\n## 2021-08-13\nX!\n",
		"## 2021-08-14 09:00 UTC\nSame minute\n" + first,
		"## 2021-08-15\nNew\n" + first,
		strings.Replace(first, "## 2021-08-13", "## 2021-08-13\nSame day\n## 2021-08-13", 1),
	} {
		known := map[string]bool{}
		for _, e := range readAs(t, Headings, "", later).Entries {
			known[e.ID] = true
		}
		for _, e := range readAs(t, Headings, "", first).Entries {
			if !known[e.ID] {
				t.Errorf("%s is gone from %q", e.ID, later)
			}
		}
	}
}

// The newest dated heading is also recorded for a page that is read by its links.
func TestNewestHeading(t *testing.T) {
	for body, want := range map[string]string{
		"=> a 2026-05-01 A\n=> b 2026-05-02 B\n## 2026-04-01 Old\n### 2026-04-03\n# 2026-06-01\n": "2026-04-03",
		"=> a 2026-05-01 A\n## About\n": "0001-01-01",
	} {
		if got := readAs(t, Auto, "text/gemini", body).NewestHeading.Format(time.DateOnly); got != want {
			t.Errorf("%q: %s, want %s", body, got, want)
		}
	}
}

// A page is a log by its headings if two or more are dated and outnumber the dated links. Then
// undated headings are no entries. Once it was one, a single dated heading keeps it so.
func TestLogByHeadings(t *testing.T) {
	const links = "=> 2.gmi 2026-01-01 to 2026-06-30\n=> 1.gmi 2025-01-01 to 2025-12-31\n"
	for name, test := range map[string]struct {
		before     Format
		meta, page string
		format     Format
		titles     string
	}{
		"two dated headings":             {"", "", "## 2026-11-20\nRain.\n## 2026-11-19\nSun.\n## Archive\n=> a Old\n", Headings, "Rain. Sun."},
		"fewer than links":               {"", "", "## 2026-11-20\nRain.\n" + links, Gemtext, "to 2026-06-30 to 2025-12-31"},
		"as many as links":               {"", "", "## 2026-11-20\nRain.\n## 2026-11-19\nSun.\n" + links, Gemtext, "to 2026-06-30 to 2025-12-31"},
		"they outnumber links by now":    {Gemtext, "", "## 2026-11-21\nFog.\n## 2026-11-20\nRain.\n## 2026-11-19\nSun.\n" + links, Headings, "Fog. Rain. Sun."},
		"a log that begins anew":         {Headings, "", "## 2026-11-20\nRain.\n" + links, Headings, "Rain."},
		"a log without dated headings":   {Headings, "", "## Archive\n" + links, Gemtext, "to 2026-06-30 to 2025-12-31"},
		"a plain text":                   {"", "text/plain", "# Tiny\n\n## 2026-11-20 10:00\nhi\n\n## 2026-11-19 09:00\nyo\n", Headings, "hi yo"},
		"a plain text that begins anew":  {Headings, "text/plain", "# Tiny\n\n## 2026-11-20 10:00\nhi\n", Headings, "hi"},
		"Markdown":                       {"", "text/markdown", "# Log\n\n## [Rain](rain.md) (2026-11-20)\n\nIt [rained](x).\n\n## 2026-11-19\n\n[Sun](sun.md) shone.\n", Headings, "Rain Sun shone."},
		"replies are titled by the next": {"", "", "## 2026-11-20 10:00\n=> gemini://a.example/ RE: Ann\nYes.\n## 2026-11-19\nRE: gemini://b.example/log#1\n=> c.gmi C\nNo.\n", Headings, "Yes. No."},
	} {
		f, err := Read(Page{URL: mustParse(t, logURL), Meta: test.meta, Body: []byte(test.page), Fetched: fetched, Format: test.before, Detected: test.before != ""})
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		var titles []string
		for _, e := range f.Entries {
			titles = append(titles, e.Title)
		}
		if got := strings.Join(titles, " "); f.Format != test.format || got != test.titles {
			t.Errorf("%s: %s with %q, want %s with %q", name, f.Format, got, test.format, test.titles)
		}
		mediaType := test.meta
		if mediaType == "" {
			mediaType = "text/gemini"
		}
		if test.format == Headings && f.Entries[0].Content.MediaType != mediaType {
			t.Errorf("%s: section of type %s", name, f.Entries[0].Content.MediaType)
		}
	}
	if n := len(readAs(t, Headings, "", "## 2026-11-20\nRain.\n## 2026-11-19\nSun.\n## Archive\n").Entries); n != 3 {
		t.Errorf("--as headings takes %d of 3 headings", n)
	}
}
