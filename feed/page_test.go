package feed

import (
	"errors"
	"flag"
	"net/url"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

var update = flag.Bool("update", false, "rewrite golden files")

func mustParse(t testing.TB, s string) *url.URL {
	t.Helper()
	u, err := url.Parse(s)
	if err != nil {
		t.Fatal(err)
	}
	return u
}

// fetched is when the pages of these tests were fetched.
var fetched = time.Date(2026, 1, 31, 18, 30, 0, 0, time.UTC)

func read(t testing.TB, base, meta, body string) *Feed {
	t.Helper()
	f, err := Read(Page{URL: mustParse(t, base), Meta: meta, Body: []byte(body), Fetched: fetched})
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func golden(t *testing.T, name, got string) {
	t.Helper()
	if *update {
		if err := os.WriteFile(name, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("%s (-want +got):\n%s", name, diff)
	}
}

func noon(year int, month time.Month, day int) time.Time {
	return time.Date(year, month, day, 12, 0, 0, 0, time.UTC)
}

// The example of "Subscribing to Gemini pages".
func TestExample(t *testing.T) {
	page, err := os.ReadFile("testdata/example.gmi")
	if err != nil {
		t.Fatal(err)
	}
	const base = "gemini://gemini.jrandom.net/gemlog/"
	got := read(t, base, "text/gemini", string(page))
	entry := func(file, title string, day int) Entry {
		return Entry{ID: base + file, Link: base + file, Title: title, Updated: noon(2020, 11, day)}
	}
	want := &Feed{
		ID:      base,
		Link:    base,
		Title:   "J. Random Geminaut's gemlog",
		Format:  Gemtext,
		Updated: noon(2020, 11, 20),
		Entries: []Entry{
			entry("bokashi.gmi", "Early Bokashi composting experiments", 20),
			entry("finite-simple-groups.gmi", "Trying to get to grips with finite simple groups...", 13),
			entry("balcony.gmi", "I started a balcony garden!", 6),
		},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestTitleAndSubtitle(t *testing.T) {
	tests := []struct{ name, page, title, subtitle string }{
		{"both", "# Log\n## About it\n", "Log", "About it"},
		{"blank lines and headings between", "# Log\n\n### Third\n \t\n# Second\n## About it\n", "Log", "About it"},
		{"text between", "# Log\nHello\n## Not it\n", "Log", ""},
		{"link between", "# Log\n=> / Home\n## Not it\n", "Log", ""},
		{"toggle between", "# Log\n```\n```\n## Not it\n", "Log", ""},
		{"subtitle before title", "## Before\n# Log\n", "Log", ""},
		{"text before title", "Hello\n# Log\n## About it\n", "Log", "About it"},
		{"first of two", "# Log\n## One\n## Two\n", "Log", "One"},
		{"title in a block", "```\n# No\n```\n# Log\n", "Log", ""},
		{"none", "Hello\n", "example.org/log/", ""},
		{"a drawing before it", "# \n# ~~~~\n\n# Log\n## About it\n", "Log", "About it"},
		{"drawings alone", "# \n# ~~~~\n", "example.org/log/", ""},
		{"a number", "# ---\n# 42\n", "42", ""},
		{"empty", "#\n", "example.org/log/", ""},
		{"no space", "#Log\n##About it", "Log", "About it"},
		{"controls", "# Lo\x1b[31mg\u202e!\n", "Log!", ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			f := read(t, "gemini://example.org/log/", "", test.page)
			if f.Title != test.title || f.Subtitle != test.subtitle {
				t.Errorf("got %q, %q", f.Title, f.Subtitle)
			}
		})
	}
}

func TestEntryTitles(t *testing.T) {
	tests := []struct{ label, want string }{
		{"2020-11-20 Title", "Title"},
		{"2020-11-20 - Title", "Title"},
		{"2020-11-20 – Title", "Title"},
		{"2020-11-20 — Title", "Title"},
		{"2020-11-20: Title", "Title"},
		{"2020-11-20 : Title", "Title"},
		{"2020-11-20 | Title", "Title"},
		{"2020-11-20 · Title", "Title"},
		{"2020-11-20 ~ Title", "Title"},
		{"2020-11-20 :: Title", "Title"},
		{"2020-11-20\t-\tTitle", "Title"},
		{"2020-11-20(Fri) \t Title", "Title"},
		{"2020-11-20 -Title", "Title"},
		{"2020-11-20 —Title", "Title"},
		{"2020-11-20 -5 degrees", "-5 degrees"},
		{"2020-11-20 --help explained", "--help explained"},
		{"2020-11-20 ~user's page", "~user's page"},
		{"2020-11-20 :) smile", ":) smile"},
		{"2020-11-20 Title - with - dashes", "Title - with - dashes"},
		{"2020-11-20 10 things", "10 things"},
		{"2020-11-20 0.9.0", "0.9.0"},
		{"2020-11-20 21:30 Title", "Title"},
		{"2020-11-20 21:30 UTC Title", "Title"},
		{"2020-11-20 21:30 UTC+2 Title", "Title"},
		{"2020-11-20 21:30 (CEST) - Title", "Title"},
		{"2020-11-20 21:30:15 +0200 - Title", "Title"},
		{"2020-11-20 9:30 pm: Title", "Title"},
		{"2020-11-20 21:30 - Title", "Title"},
		{"2020-11-20 21:30 NASA launches", "NASA launches"},
		{"2020-11-20T21:30:00Z Title", "Title"},
		{"2020-11-20 25:61 is no time", "25:61 is no time"},
		{"2020-11-20  Many   spaces\t here ", "Many spaces here"},
		{"2020-11-20 \u00a0Wide\u00a0 space\u00a0", "Wide space"},
		{"2020-11-20 Shift \x0f", "Shift \ufffd"},
		{"2020-11-20 \x0f Shift", "\ufffd Shift"},
		{"2020-11-20 - - Twice", "Twice"},
		{"2020-11-20Title glued on", "glued on"},
		{"2020-11-20", "a post"},
		{"2020-11-20 -", "a post"},
		{"2020-11-20_photo.jpg", "photo.jpg"},
		{"2020-11-20-quiet", "quiet"},
		{"2020-11-20-quiet 21:30 UTC+2", "quiet"},
		{"2020-11-20(Fri)", "a post"},
		{"2020-11-20T21:30:00Z", "a post"},
		{"2020-11-20 9:30 AM ·", "a post"},
		{"2020-11-20 9:30", "a post"},
		{"2020-11-20 19.56", "a post"},
		{"2020-11-20 9:00 AM · Second", "Second"},
		{"2020-11-20 19.56 UTC Evening", "Evening"},
		{"2020-11-20 19.56 | Evening", "Evening"},
		{"2020-11-20 4:33 by John Cage", "4:33 by John Cage"},
		{"2020-11-20 8am club", "8am club"},
		{"2020-11-20 2 PM's speeches", "2 PM's speeches"},
		{"2020-11-20 12:30 PM's speeches", "12:30 PM's speeches"},
		{"2020-11-20 20.04 is out", "20.04 is out"},
		{"2020-11-20 10 AM radio", "10 AM radio"},
	}
	for _, test := range tests {
		f := read(t, "gemini://example.org/log/", "", "=> /x/a%20post.gmi "+test.label)
		if len(f.Entries) != 1 || f.Entries[0].Title != test.want {
			t.Errorf("%q: got %+v, want %q", test.label, f.Entries, test.want)
		}
	}
	for _, r := range separators {
		f := read(t, "gemini://example.org/log/", "", "=> a 2020-11-20 "+string(r)+" Title")
		if got := f.Entries[0].Title; got != "Title" {
			t.Errorf("behind %q: got %q", r, got)
		}
	}
	f := read(t, "gemini://example.org/log/", "", "=> gemini://example.net/ 2020-11-20")
	if got := f.Entries[0].Title; got != "2020-11-20" {
		t.Errorf("a link without path is titled %q", got)
	}
}

// The name of the link's file replaces a missing title.
func TestFileTitles(t *testing.T) {
	for link, want := range map[string]string{
		"/p/2026-04-17-quiet/index.gmi": "quiet",
		"/p/2026-04-17_quiet.gmi":       "quiet",
		"/p/quiet-2026-04-17.gmi":       "quiet",
		"/p/2021-11-07t102900.gmi":      "2026-05-01",
		"/p/2021-11-07T1029.gmi":        "2026-05-01",
		"/p/2021-11-07_102900-walk.gmi": "walk",
		"/p/2021-11-07-2001.gmi":        "2001",
		"/p/release-1.2":                "release-1.2",
		"/p/20260417.gmi":               "2026-05-01",
		"/p/2026-04-17/":                "2026-05-01",
		"/index.gmi":                    "2026-05-01",
		"/":                             "2026-05-01",
		"/p/a%20post":                   "a post",
		"/p/":                           "p",
	} {
		f := read(t, "gemini://example.org/log/", "", "=> "+link+" 2026-05-01")
		if got := f.Entries[0].Title; got != want {
			t.Errorf("%s is titled %q, want %q", link, got, want)
		}
	}
}

func TestDates(t *testing.T) {
	tests := []struct {
		label string
		want  bool
	}{
		{"2020-02-29 leap", true},
		{"2021-02-29 no leap", false},
		{"2021-02-30 never", false},
		{"2021-13-01 no month", false},
		{"2021-00-10 no month", false},
		{"2021-04-31 no day", false},
		{"2021-04-00 no day", false},
		{"0000-01-01 year 0", true},
		{"20x1-04-01 no year", false},
		{"2021-0x-01 no month", false},
		{"2021-04-0x no day", false},
		{"2021-4-1 short", false},
		{"2021/04/01 slashes", false},
		{" 2021-04-01 trimmed", true},
		{"٢٠٢١-٠٤-٠١ other digits", false},
		{"x2021-04-01", false},
		{"", false},
	}
	for _, test := range tests {
		f := read(t, "gemini://example.org/", "", "=> a "+test.label)
		if got := len(f.Entries) == 1; got != test.want {
			t.Errorf("%q: an entry is %v", test.label, got)
		}
	}
}

func TestLinks(t *testing.T) {
	tests := []struct{ ref, want string }{
		{"post.gmi", "gemini://example.org/log/post.gmi"},
		{"./post.gmi", "gemini://example.org/log/post.gmi"},
		{"../post.gmi", "gemini://example.org/post.gmi"},
		{"../../../post.gmi", "gemini://example.org/post.gmi"},
		{"/post.gmi", "gemini://example.org/post.gmi"},
		{"//example.net/post", "gemini://example.net/post"},
		{"?q", "gemini://example.org/log/?q"},
		{"#part", "gemini://example.org/log/#part"},
		{"https://example.net/a?b#c", "https://example.net/a?b#c"},
		{"gopher://example.net/1/x", "gopher://example.net/1/x"},
		{"mailto:a@example.org", "mailto:a@example.org"},
		{"gemini://example.net", "gemini://example.net/"},
		{"GEMINI://Example.NET:1965/%7ea?é#ü", "gemini://example.net/~a?%C3%A9#%C3%BC"},
		{"//Пример.рф:1966/п", "gemini://xn--e1afmkfd.xn--p1ai:1966/%D0%BF"},
		{"gemini://a..b/", ""},
		{"gemini://h:0/", ""},
		{"gemini://me@h/", "gemini://h/"},
		{"HTTPS://Пример.рф:443/a%2E?[b]", "https://xn--e1afmkfd.xn--p1ai:443/a.?%5Bb%5D"},
		{"%2e%2E/post.gmi", "gemini://example.org/post.gmi"},
		{"a%2Fé", "gemini://example.org/log/a%2F%C3%A9"},
		{"пост.gmi", "gemini://example.org/log/%D0%BF%D0%BE%D1%81%D1%82.gmi"},
		{"100%.gmi", "gemini://example.org/log/100%25.gmi"},
		{"10:30.gmi", "gemini://example.org/log/10:30.gmi"},
		{"", ""},
		{"gemini:post", ""},
		{"gemini:///post", ""},
		{"gemini://[::1/x", ""},
		{"file:///etc/passwd", ""},
	}
	for _, test := range tests {
		f := read(t, "gemini://example.org/log/", "", "=> "+test.ref+" 2020-11-20 Title")
		got := ""
		if len(f.Entries) == 1 {
			got = f.Entries[0].Link
			if f.Entries[0].ID != got {
				t.Errorf("%q: id %q differs from the link", test.ref, f.Entries[0].ID)
			}
		}
		if got != test.want {
			t.Errorf("%q: got %q, want %q", test.ref, got, test.want)
		}
	}
}

// In the format links, a link gets the date in its label, else the one in its file's name.
func TestDatedLinks(t *testing.T) {
	for line, want := range map[string]string{
		"a.gmi Title (2026-01-06)":            "2026-01-06 12:00 Title",
		"a.gmi January 20, 2021: Title":       "2021-01-20 12:00 Title",
		"a.gmi [2024-03-25] Title":            "2024-03-25 12:00 Title",
		"a.gmi 03/03/2022 - Title":            "2022-03-03 12:00 Title",
		"a.gmi 2024-03-25 21:30 CET - Title":  "2024-03-25 20:30 Title",
		"a.gmi A title [2024-03-25], more":    "2024-03-25 12:00 A title more",
		"a.gmi Notes on 4 May 2020 and 1968":  "2020-05-04 12:00 Notes on 4 May 2020 and 1968",
		"a.gmi 2024-05-04 .NET 9":             "2024-05-04 12:00 .NET 9",
		"a.gmi 2024-05-04 _x_":                "2024-05-04 12:00 _x_",
		"a.gmi 2024-05-04(CEST). _x_":         "2024-05-04 12:00 _x_",
		"a.gmi 2024-05-04 (UTC) Title":        "2024-05-04 12:00 Title",
		"a.gmi 4 May 2024 Friday, on my mind": "2024-05-04 12:00 Friday, on my mind",
		"a.gmi 4 May 2024 (Sat, late) Title":  "2024-05-04 12:00 (Sat, late) Title",
		"a.gmi My Sun: 4 May 2024":            "2024-05-04 12:00 My Sun",
		"a.gmi Walk, Sat., 4 May 2024":        "2024-05-04 12:00 Walk",
		"2023-02-04-quality.gmi Quality":      "2023-02-04 12:00 Quality",
		"2023-02-04-quality.gmi":              "2023-02-04 12:00 quality",
		"post_2021_07_10_x.gmi X":             "2021-07-10 12:00 X",
		"2023-02-04-quality/index.gmi Q":      "2023-02-04 12:00 Q",
		"2023-02-04.gmi 2024-03-25":           "2024-03-25 12:00 2024-03-25",
		"about.gmi About me":                  "undated About me",
		"2023-02-04/about.gmi About me":       "undated About me",
		"a.gmi Henry V 20.10.2004":            "2004-10-20 12:00 Henry V",
		"a.gmi Version 2004-10-20":            "2004-10-20 12:00 Version",
		"a.gmi Version 2.10.4":                "undated Version 2.10.4",
	} {
		e := readAs(t, Links, "", "=> "+line+"\n").Entries[0]
		got := "undated " + e.Title
		if !e.Updated.IsZero() {
			got = e.Updated.Format("2006-01-02 15:04 ") + e.Title
		}
		if got != want {
			t.Errorf("%q: got %q, want %q", line, got, want)
		}
	}
}

func titles(f *Feed) string {
	var all []string
	for _, e := range f.Entries {
		all = append(all, e.Title)
	}
	return strings.Join(all, " ")
}

func TestOrder(t *testing.T) {
	tests := []struct{ name, page, want string }{
		{"newest first", "=> c 2021-03-01 C\n=> b 2021-02-01 B2\n=> b1 2021-02-01 B1\n=> a 2021-01-01 A\n", "C B2 B1 A"},
		{"oldest first", "=> a 2021-01-01 A\n=> b1 2021-02-01 B1\n=> b 2021-02-01 B2\n=> c 2021-03-01 C\n", "C B2 B1 A"},
		{"one day", "=> a 2021-01-01 A\n=> b 2021-01-01 B\n", "A B"},
		{"pinned", "=> a 2020-01-01 Pinned\n=> d 2021-03-01 D\n=> c 2021-02-01 C\n=> b 2021-02-01 B\n=> x 2021-01-01 X\n", "D C B X Pinned"},
		{"twice, newest date", "=> a 2021-01-01 Old\n=> b 2021-01-15 B\n=> a 2021-02-01 New\n", "New B"},
		{"twice, first of a day", "=> a 2021-01-01 One\n=> a 2021-01-01 Two\n", "One"},
		{"in a block", "```\n=> a 2021-01-01 A\n```\n=> b 2021-01-01 B", "B"},
	}
	for _, test := range tests {
		if got := titles(read(t, "gemini://example.org/", "", test.page)); got != test.want {
			t.Errorf("%s: got %q, want %q", test.name, got, test.want)
		}
	}
}

func TestEmptyFeed(t *testing.T) {
	f := read(t, "gemini://example.org/", "", "")
	want := &Feed{ID: "gemini://example.org/", Link: "gemini://example.org/", Title: "example.org/", Format: Gemtext, Updated: fetched}
	if diff := cmp.Diff(want, f, cmpopts.EquateEmpty()); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestMediaType(t *testing.T) {
	tests := []struct{ meta, body, title, lang string }{
		{"text/gemini", "# Jürgen", "Jürgen", ""},
		{"", "# Jürgen", "Jürgen", ""},
		{"TEXT/Gemini; charset=UTF-8", "# Jürgen", "Jürgen", ""},
		{"text/gemini; charset=iso-8859-1", "# J\xfcrgen", "Jürgen", ""},
		{`text/gemini; charset="koi8-r"; lang=ru`, "# \xe4\xce\xc5\xd7\xce\xc9\xcb", "Дневник", "ru"},
		{"text/gemini; charset=utf-16le", "\xff\xfe#\x00J\x00\xfc\x00", "Jü", ""},
		{"text/gemini; charset=nonsense", "# Jürgen", "Jürgen", ""},
		{"text/gemini; charset=utf-8", "# J\xfcrgen", "J\uFFFDrgen", ""},
		{"text/gemini; lang=de-AT", "# Jö", "Jö", "de-AT"},
		{"text/gemini; lang=en,fr", "# Hi", "Hi", "en"},
		{"text/gemini; lang=not!a!tag", "# Hi", "Hi", ""},
		{"text/gemini; charset", "# Hi", "Hi", ""},
		{"text/gemini", "\ufeff# With a mark", "With a mark", ""},
	}
	for _, test := range tests {
		f := read(t, "gemini://example.org/", test.meta, test.body)
		if f.Title != test.title || f.Lang != test.lang {
			t.Errorf("%s: got %q, lang %q", test.meta, f.Title, f.Lang)
		}
	}
	for _, meta := range []string{"text/plain", "image/png; x=y", "application/octet-stream", "text/gemini2", "\x1b]0;x"} {
		p := Page{URL: mustParse(t, "gemini://example.org/"), Meta: meta}
		_, err := Read(p)
		if _, ok := errors.AsType[*MediaTypeError](err); !ok || strings.ContainsRune(err.Error(), '\x1b') {
			t.Errorf("%q: got %v", meta, err)
		}
		if _, lintErr := Lint(p); lintErr == nil {
			t.Errorf("%q: Lint takes it", meta)
		}
	}
}

func TestLongTitle(t *testing.T) {
	f := read(t, "gemini://example.org/", "", "# "+strings.Repeat("ü", MaxTitle))
	if len(f.Title) > MaxTitle || !strings.HasSuffix(f.Title, "ü…") {
		t.Errorf("%d bytes, ends with %q", len(f.Title), f.Title[len(f.Title)-6:])
	}
}
