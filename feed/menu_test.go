package feed_test

import (
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode"

	"github.com/google/go-cmp/cmp"

	"gemsub/feed"
	"gemsub/internal/menu"
)

// menuPage returns a menu as a fetched page.
func menuPage(body string) feed.Page {
	return feed.Page{
		URL:     &url.URL{Scheme: "gopher", Host: "example.org", Path: "/1/phlog"},
		Meta:    menu.MediaType,
		Body:    []byte(body),
		Fetched: time.Date(2026, 11, 22, 0, 0, 0, 0, time.UTC),
	}
}

// menuText writes items of example.org; a line without a tab is text.
func menuText(lines ...string) string {
	var b strings.Builder
	for _, line := range lines {
		if strings.Contains(line, "\t") {
			fmt.Fprintf(&b, "%s\texample.org\t70\r\n", line)
		} else {
			fmt.Fprintf(&b, "i%s\t\tnull.host\t1\r\n", line)
		}
	}
	return b.String()
}

func listing(f *feed.Feed) string {
	var b strings.Builder
	for _, e := range f.Entries {
		fmt.Fprintf(&b, "%s %s | %s\n", e.Updated.Format(time.DateOnly), e.Title, e.Link)
	}
	return b.String()
}

// The first rule that finds an entry is used for the whole menu.
func TestMenuRules(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		lines  []string
		dating feed.DateSource
		want   string
	}{
		"label": {
			[]string{"My phlog", "", "02026-03-04 - One\t/a.txt", "12026-03-05-Two\t/b/", "02026-03-06T10:00Z Timed\t/t", "02026-03-06T1 line\t/u", "02026-03-03 _Zero_ 0\t/z", "02026-03-061\t/c", "0Three 2026-03-07\t/2026-03-07.txt", "72026-03-08 Search\t/s", "32026-03-09 Gone\t/g"},
			feed.ByLabel,
			"2026-03-06 T1 line | gopher://example.org/0/u\n2026-03-06 Timed | gopher://example.org/0/t\n2026-03-05 Two | gopher://example.org/1/b/\n2026-03-04 One | gopher://example.org/0/a.txt\n2026-03-03 _Zero_ 0 | gopher://example.org/0/z\n",
		},
		"selector": {
			[]string{
				"0One\t/log/20260304-one.txt", "0Two\t/log/two-2026-03-05.txt", "1Three\t/log/2026-03-06_three/", "0Number\t/log/12345678.txt", "0Number\t/log/2026030412.txt",
				"0Impossible\t/log/20260230.txt", "0Folder\t/20260307/post.txt", "hWeb\tURL:https://a.example/20260309", "020260308-four.txt\t20260308-four.txt",
			},
			feed.BySelector,
			"2026-03-08 four | gopher://example.org/020260308-four.txt\n2026-03-06 Three | gopher://example.org/1/log/2026-03-06_three/\n2026-03-05 Two | gopher://example.org/0/log/two-2026-03-05.txt\n2026-03-04 One | gopher://example.org/0/log/20260304-one.txt\n",
		},
		"selector, with dates in the labels": {
			[]string{"0[2020-09-19] One\t/20200919.txt", "0Two (18 Sep 2020)\t/log/2020-09-18", "0Three (2020-09-16)\t/20200917.txt", "020200916-four.txt\t/20200916-four.txt"},
			feed.BySelector,
			"2020-09-19 One | gopher://example.org/0/20200919.txt\n2020-09-18 Two | gopher://example.org/0/log/2020-09-18\n" +
				"2020-09-17 Three | gopher://example.org/0/20200917.txt\n2020-09-16 four | gopher://example.org/0/20200916-four.txt\n",
		},
		"listing": {
			[]string{
				"1..                                                                \t/",
				"12011-09-20_5-android-productivity-a   2026-Nov-21 20:59   --------\t/phlog/2011-09-20_5-android-productivity-apps/",
				"0notes.md                              2026-Nov-21 20:59     4.1 KB\t/phlog/notes.md",
			},
			feed.ByLabel,
			"2011-09-20 5-android-productivity-apps | gopher://example.org/1/phlog/2011-09-20_5-android-productivity-apps/\n",
		},
		"times of modification alone": {
			[]string{"0notes.md                              2026-Nov-21 20:59     4.1 KB\t/phlog/notes.md"},
			"", "",
		},
		"listing of geomyidae": {
			[]string{
				"1..\t/",
				fmt.Sprintf("0%-50.50s %10s %16s\t/log/notes.txt", "notes.txt", "12.3K", "2026-11-21 20:59 UTC"),
				fmt.Sprintf("1%-50.50s %10s %16s\t/log/2020-02-02-a-name-that-is-too-long-for-the-columns-of-the-server", "2020-02-02-a-name-that-is-too-long-for-the-columns-of-the-server", "4096B", "2026-11-21 20:59 +03"),
			},
			feed.ByLabel,
			"2020-02-02 a-name-that-is-too-long-for-the-columns-of-the-server | gopher://example.org/1/log/2020-02-02-a-name-that-is-too-long-for-the-columns-of-the-server\n",
		},
		"times of modification alone, of geomyidae": {
			[]string{fmt.Sprintf("0%-50.50s %10s %16s\t/log/notes.txt", "notes.txt", "12B", "2026-11-21 20:59 CEST")},
			"", "",
		},
		"later in the label": {
			[]string{"0One (2026-03-04)\t/a", "0Two, 5 March 2026\t/b", "0Three on Mar 6th, 2026: more\t/c", "0Four 7.3.2026\t/d", "0Five 2026/03/08\t/e", "1[28-Jan-2020]  ann  Six\t/f/"},
			feed.InLabel,
			"2026-03-08 Five | gopher://example.org/0/e\n2026-03-07 Four | gopher://example.org/0/d\n2026-03-06 Three on Mar 6th, 2026: more | gopher://example.org/0/c\n2026-03-05 Two | gopher://example.org/0/b\n2026-03-04 One | gopher://example.org/0/a\n2020-01-28 ann Six | gopher://example.org/1/f/\n",
		},
		"lines above": {
			[]string{"Last updated: 2026-03-09", "0About\t/about", "", "    Monday, May 29th, 2017", "A new issue.", "0Continued\t/a", "", "12 May 2017: more", "0Continued\t/b", "0Same\t/c"},
			feed.ByText,
			"2017-05-29 Continued | gopher://example.org/0/a\n2017-05-12 Continued | gopher://example.org/0/b\n",
		},
		"lines below": {
			[]string{"0One\t/a", "Wed, 16 Apr 2025", "Technology", "", "0Two\t/b", "Sat, 25 Jan 2025"},
			"", "",
		},
		"web links": {
			[]string{"h2026-03-04 A page\tURL:https://a.example/x", "h2026-03-05 Bad\tURL:"},
			feed.ByLabel,
			"2026-03-04 A page | https://a.example/x\n",
		},
		"colours": {
			[]string{"0\x1b[1m2026-03-04\x1b[0m \x1b[38;5;175mOne\x1b[0m\t/a", "0\u202e2026-03-05 T\x07wo\t/b"},
			feed.ByLabel,
			"2026-03-05 T\uFFFDwo | gopher://example.org/0/b\n2026-03-04 One | gopher://example.org/0/a\n",
		},
		"date in the folders": {
			[]string{"0notes-2022-08-12_160430.md\t/blog/2022/08/12/notes-2022-08-12_160430.md", "0notes.md\t/blog/2022/08/15/notes.md", "0On order\t2022/8/30/ordering.md", "0About\t/blog/2022/about.md"},
			feed.BySelector,
			"2022-08-30 On order | gopher://example.org/02022/8/30/ordering.md\n2022-08-15 notes | gopher://example.org/0/blog/2022/08/15/notes.md\n2022-08-12 notes | gopher://example.org/0/blog/2022/08/12/notes-2022-08-12_160430.md\n",
		},
		"pictures beside texts": {
			[]string{"031 May 2019\t/ash/ash-23-20190531.txt", "IPromo pic for 31 May 2019\t/ash/ash-20190531.png", "0ASH 22 20190524\t/ash/ash-22-20190524.txt", "9Song\t/ash/20190525.ogg", "9Notes\t/ash/20190526.MD"},
			feed.BySelector,
			"2019-05-31 ash-23 | gopher://example.org/0/ash/ash-23-20190531.txt\n2019-05-26 Notes | gopher://example.org/9/ash/20190526.MD\n2019-05-24 ASH 22 | gopher://example.org/0/ash/ash-22-20190524.txt\n",
		},
		"pictures alone": {
			[]string{"0About\t/about.txt", "IPier\t/2019-05-31.png"},
			feed.BySelector,
			"2019-05-31 Pier | gopher://example.org/I/2019-05-31.png\n",
		},
		"spans": {
			[]string{"1phlog/  my phlog\t/phlog", "1low/    playlists (2018-09-08 - 2018-12-01)\t/low", "1ash/    playlists (2018-11-09 ongoing)\t/ash"},
			"", "",
		},
		"a date in fewer than half of the labels": {
			[]string{"0About\t/about", "0Contact\t/contact", "0Recipe of 2026-03-04\t/recipe", "9Song (2026-03-04)\t/song.ogg"},
			"", "",
		},
		"a date in half of the labels": {
			[]string{"0About\t/about", "0Recipe, 2026-03-04\t/recipe", "7Search\t/search"},
			feed.InLabel,
			"2026-03-04 Recipe | gopher://example.org/0/recipe\n",
		},
		"months with a year": {
			[]string{"1The servers are smiling again - aug 2026\t/~ann/servers", "1An essay (November 2018)\t/~ann/essay", "0Status update, May 2021\t/~ann/status"},
			feed.ByMonth,
			"2026-08-01 The servers are smiling again | gopher://example.org/1/~ann/servers\n2018-11-01 An essay | gopher://example.org/1/~ann/essay\n",
		},
		"dot leaders": {
			[]string{"0Client patches .................... 2025-03-07\t/p/1.txt", "0Old iron .......................... 2024-12-24\t/p/2.txt"},
			feed.InLabel,
			"2025-03-07 Client patches | gopher://example.org/0/p/1.txt\n2024-12-24 Old iron | gopher://example.org/0/p/2.txt\n",
		},
		"no words": {[]string{"02026-03-04\t/log/a%20b.txt"}, feed.ByLabel, "2026-03-04 a%20b | gopher://example.org/0/log/a%2520b.txt\n"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f, err := feed.Read(menuPage(menuText(tt.lines...)))
			if err != nil {
				t.Fatal(err)
			}
			if f.Format != feed.Menu || f.DateSource != tt.dating {
				t.Errorf("format %q, dated by %q, want %q", f.Format, f.DateSource, tt.dating)
			}
			if diff := cmp.Diff(tt.want, listing(f)); diff != "" {
				t.Errorf("entries (-want +got):\n%s", diff)
			}
		})
	}
}

// The title of a menu comes from its author's words, never from an item, a date, a drawing or
// the server.
func TestMenuTitle(t *testing.T) {
	t.Parallel()
	const nothing = "example.org/1/phlog"
	for _, tt := range []struct {
		want  string
		lines []string
	}{
		{"My phlog", []string{" ___ ", "My phlog"}},
		{"The title", []string{"First", "The title\tTITLE"}},
		{"A phlog", []string{"[/]\tTITLE", "A phlog"}},
		{nothing, nil},
		{nothing, []string{"0An item\t/a", "1<< Back to the root\t/", "3An error\t/"}},
		{"Words below", []string{"1Home\t/", "02026-03-04 Newest\t/a", "Words below"}},
		{nothing, []string{"Monday, May 29th, 2017", "2026-03-04", "    12 May 2017", "Last updated: May 20th, 2026", "Updated on 2026-05-20"}},
		{nothing, []string{"    Monday, May 29th, 2017", "What the newest post says", "0Continued\t/a"}},
		{"Ann's phlog", []string{"Last updated: May 20th, 2026", "Ann's phlog", "2026-05-20"}},
		{"Phlog archive", []string{"==== Phlog archive ======================"}},
		{"Phlog 📓", []string{"| Phlog 📓|"}},
		{"Welcome to the den", []string{"+-- Welcome to the den -----------+"}},
		{"All posts", []string{"░▒▓ All posts ▓▒░"}},
		{"My | phlog", []string{"*** My | phlog ***"}},
		{"Ann's phlog", []string{"# Ann's phlog"}},
		{"▪ Phlog", []string{"\x1b[38;5;175m▪\x1b[0m Phlog"}},
		{"Bell \uFFFD", []string{"Bell \x07"}},
		{"~ann", []string{"~ann"}},
		{"Posts about C++", []string{"Posts about C++"}},
		{"Posts:", []string{"Posts:"}},
		{"日本語", []string{"日記", "日本語"}},
		{nothing, []string{`| (__| ' \/ _ \/ _ (_-</ -_)  \ V / _ \ || | '_|`, "'__'  ab  '__'", `\o/`, "ab", "a1b2c3d4", "|  |     |        |   .'  .'  I'll post"}},
		{nothing, []string{" XMMMMMMMM  MMMX                       'MMM", " MMMMXXXX:  MMMMHHHHx  XHHHHHHH:  xHHHHXMMM"}},
		{strings.Repeat("a phlog ", 9) + "is here!", []string{strings.Repeat("a phlog ", 10) + "!", strings.Repeat("a phlog ", 9) + "is here!"}},
		{nothing, []string{"_________", "          Gophered by Gophernicus/3.1.1 on Debian/12 x86_64"}},
	} {
		var body strings.Builder
		for _, line := range tt.lines {
			if strings.HasSuffix(line, "\tTITLE") {
				line = "i" + line
			}
			body.WriteString(menuText(line))
		}
		if f, err := feed.Read(menuPage(body.String())); err != nil || f.Title != tt.want {
			t.Errorf("%q: title %q, %v, want %q", tt.lines, f.Title, err, tt.want)
		}
	}
}

// The ID of an entry is its selector on the host that most items name, elsewhere its URL.
func TestMenuIdentity(t *testing.T) {
	t.Parallel()
	const body = "02026-03-04 One\t/a b\told.example\t70\n02026-03-05 Two\t/b\told.example\t70\n02026-03-06 Three\t/b\tfriend.example\t70\n"
	ids := func(body string, format feed.Format) (ids []string) {
		page := menuPage(body)
		page.Format = format
		f, err := feed.Read(page)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range f.Entries {
			ids = append(ids, e.ID)
		}
		slices.Sort(ids)
		return ids
	}
	want := []string{"gopher://friend.example/0/b", "selector %2Fa%20b", "selector %2Fb"}
	for _, format := range []feed.Format{feed.Auto, feed.Gemtext, feed.Links} {
		if got := ids(body, format); !slices.Equal(got, want) {
			t.Errorf("%s: got %q, want %q", format, got, want)
		}
		if got := ids(strings.ReplaceAll(body, "old.example", "new.example"), format); !slices.Equal(got, want) {
			t.Errorf("%s, under a new name: got %q, want %q", format, got, want)
		}
	}
	aggregator := strings.Replace(body, "old.example", "other.example", 1)
	if got := ids(aggregator, feed.Auto); slices.ContainsFunc(got, func(id string) bool { return strings.HasPrefix(id, "selector") }) {
		t.Errorf("no host has most items: %q", got)
	}
	two := "02026-03-04 One\t/a\texample.org\t70\n12026-03-05 Two\t/a\texample.org\t70\n"
	if got, want := ids(two, feed.Links), []string{"selector %2Fa"}; !slices.Equal(got, want) {
		t.Errorf("one selector of two types: got %q, want %q", got, want)
	}
}

// The modification times in a directory listing do not date links.
func TestLinksOfListing(t *testing.T) {
	t.Parallel()
	page := menuPage(menuText(
		fmt.Sprintf("0%-50.50s %10s %16s\t/log/notes.txt", "notes.txt", "12.3K", "2026-11-21 20:59 UTC"),
		"12011-09-20_5-android-productivity-a   2026-Nov-21 20:59   --------\t/phlog/2011-09-20_5-android-productivity-apps/",
	))
	page.Format = feed.Links
	f, err := feed.Read(page)
	const want = "2011-09-20 5-android-productivity-apps | gopher://example.org/1/phlog/2011-09-20_5-android-productivity-apps/\n0001-01-01 notes | gopher://example.org/0/log/notes.txt\n"
	if err != nil || listing(f) != want {
		t.Errorf("got %s, %v", listing(f), err)
	}
}

// A menu can be read as links, as headings, of which it has none, and as a whole page.
func TestMenuFormats(t *testing.T) {
	t.Parallel()
	page := menuPage(menuText("My phlog", "0One\t/a", "1Two\t/b/"))
	for format, want := range map[feed.Format]string{
		feed.Links:     "0001-01-01 One | gopher://example.org/0/a\n0001-01-01 Two | gopher://example.org/1/b/\n",
		feed.Headings:  "",
		feed.WholePage: "2026-11-22 My phlog changed | gopher://example.org/1/phlog\n",
	} {
		page.Format = format
		f, err := feed.Read(page)
		if err != nil || f.Title != "My phlog" || listing(f) != want {
			t.Errorf("%s: got %q, %v", format, listing(f), err)
		}
	}
}

func TestLintMenu(t *testing.T) {
	t.Parallel()
	warnings, err := feed.Lint(menuPage(menuText("02026-03-04 One\t/a", "02026/03/05 Two\t/b", "02036-03-04 Three\t/c") + "04 May 2026\t/d\n" +
		"0\u00a02026-03-05 Five\t/e\texample.org\t70\n02026-03-06 Six\t/f\tno host\t70\n02026-03-071\t/g\texample.org\t70\n02026-02-30\t/h\texample.org\t70\n"))
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, w := range warnings {
		got = append(got, fmt.Sprint(w.Line, " ", w.Code))
	}
	if want := []string{"2 date-format", "4 menu-fields", "4 date-format", "5 date-character", "6 bad-link", "8 date-impossible", "0 no-title", "0 date-in-future"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// gopherDir holds real menus, beside a checkout of the project where there are any.
const gopherDir = "../../shared/gopher"

// realMenus returns the file names of real menus. If there are none, it logs that.
func realMenus(tb testing.TB) []string {
	tb.Helper()
	files, err := filepath.Glob(filepath.Join(gopherDir, "menus", "*"))
	if err != nil {
		tb.Fatal(err)
	}
	if len(files) == 0 {
		tb.Logf("no real menus in %s", gopherDir)
	}
	return files
}

// oneLine matches a menu's line. It is independent of package menu.
type oneLine struct{ kind, label, selector string }

var (
	modified  = regexp.MustCompile(`^(.*?) +\d{4}-[A-Z][a-z]{2}-\d\d \d\d:\d\d.{11}$`)
	startDate = regexp.MustCompile(`^(\d{4}-\d\d-\d\d)(\D|$)`)
	fileDate  = regexp.MustCompile(`(?:^|/)(\d{4}-\d\d-\d\d|(?:19[89]|20\d)\d{5})(?:\D[^/]*)?/*$|(?:^|\D)(\d{4}-\d\d-\d\d|(?:19[89]|20\d)\d{5})(?:\.[^/.]*)?/*$`)
	someDate  = regexp.MustCompile(`(\d{4})[-/.](\d\d)[-/.](\d\d)\b`)
	longDate  = regexp.MustCompile(`(\d{1,2})[ -]([A-Z][a-z]{2})[a-z]*[ -](\d{4})|([A-Z][a-z]{2})[a-z]* (\d{1,2})(?:st|nd|rd|th)?, (\d{4})`)
)

// realDate returns a date that a pattern above matched as YYYY-MM-DD, "" if it is not real.
func realDate(s string) string {
	if m := longDate.FindStringSubmatch(s); m != nil {
		for _, layout := range []string{"2 Jan 2006", "Jan 2, 2006"} {
			text := m[1] + " " + m[2] + " " + m[3]
			if m[4] != "" {
				text = m[4] + " " + m[5] + ", " + m[6]
			}
			if d, err := time.Parse(layout, text); err == nil {
				return d.Format(time.DateOnly)
			}
		}
	}
	s = strings.NewReplacer("/", "-", ".", "-").Replace(s)
	for _, layout := range []string{time.DateOnly, "20060102"} {
		if d, err := time.Parse(layout, s); err == nil {
			return d.Format(time.DateOnly)
		}
	}
	return ""
}

// simpleEntries returns date and selector of the entries of a menu. It uses the first rule
// that finds any.
func simpleEntries(body string) []string {
	var lines []oneLine
	for raw := range strings.SplitSeq(strings.TrimSuffix(body, "\n"), "\n") {
		fields := strings.Split(strings.TrimRight(raw, "\r"), "\t")
		if len(fields) < 2 || fields[0] == "" || strings.Contains("23i78T+", fields[0][:1]) {
			label, date := "", ""
			if strings.HasPrefix(raw, "i") {
				label = strings.TrimLeft(fields[0][1:], " ")
				date = "i"
			}
			lines = append(lines, oneLine{date, label, ""})
			continue
		}
		label := fields[0][1:]
		if m := modified.FindStringSubmatch(label); m != nil {
			label = m[1]
		}
		lines = append(lines, oneLine{fields[0][:1], label, fields[1]})
	}
	rules := []func(i int) string{
		func(i int) string {
			if m := startDate.FindStringSubmatch(strings.TrimLeft(lines[i].label, " ")); m != nil {
				return realDate(m[1])
			}
			return ""
		},
		func(i int) string {
			if m := fileDate.FindStringSubmatch(lines[i].selector); m != nil && !strings.Contains(lines[i].selector, "URL:") {
				return realDate(m[1] + m[2])
			}
			return ""
		},
		func(i int) string {
			if m := someDate.FindString(lines[i].label); m != "" {
				return realDate(m)
			}
			return realDate(longDate.FindString(lines[i].label))
		},
		func(i int) string {
			for at := i - 1; at >= 0 && lines[at].kind == "i"; at-- {
				if at > 0 && lines[at-1].selector != "" {
					return ""
				}
				text := regexp.MustCompile(`^(Mon|Tues?|Wed(nes)?|Thu(rs)?|Fri|Sat(ur)?|Sun)(day)?,? `).ReplaceAllString(lines[at].label, "")
				for _, date := range []*regexp.Regexp{someDate, longDate} {
					if where := date.FindStringIndex(text); where != nil && where[0] == 0 {
						return realDate(text[:where[1]])
					}
				}
			}
			return ""
		},
	}
	for _, rule := range rules {
		var found []string
		seen := map[string]bool{}
		for i, line := range lines {
			if line.selector == "" || line.label == ".." {
				continue
			}
			if date := rule(i); date != "" && !seen[line.selector] {
				seen[line.selector] = true
				found = append(found, date+" "+line.selector)
			}
		}
		if len(found) > 0 {
			slices.Sort(found)
			return found
		}
	}
	return nil
}

// The entries of every real menu are those that the simple reader finds, which shares no code
// with the package. Their titles are safe.
func TestRealMenus(t *testing.T) {
	t.Parallel()
	dated := 0
	for _, file := range realMenus(t) {
		body, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		want := simpleEntries(string(body))
		body = menu.DecodeDots(body)
		page := menuPage(string(body))
		f, err := feed.Read(page)
		if err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		if _, err := feed.Lint(page); err != nil {
			t.Errorf("%s: %v", file, err)
		}
		selectors := map[string]string{}
		for _, item := range menu.Read(page.URL, body) {
			selectors[item.URL(page.URL)] = item.Selector
		}
		var got []string
		for _, e := range f.Entries {
			got = append(got, e.Updated.Format(time.DateOnly)+" "+selectors[e.Link])
			if strings.ContainsFunc(e.Title, func(r rune) bool { return !unicode.IsPrint(r) && !unicode.IsSpace(r) || r < ' ' }) {
				t.Errorf("%s: title %q", filepath.Base(file), e.Title)
			}
		}
		slices.Sort(got)
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s, dated by %s (-simple +got):\n%s", filepath.Base(file), f.DateSource, diff)
		}
		if len(got) > 0 {
			dated++
		}
	}
	t.Logf("%d menus have entries", dated)
}

func FuzzMenu(f *testing.F) {
	f.Add([]byte(menuText("My phlog", "02026-03-04 One\t/a", "0Two\t/20260305.txt", "4 May 2026", "0Three\t/c")))
	for _, file := range realMenus(f) {
		if body, err := os.ReadFile(file); err == nil && len(body) < 4<<10 {
			f.Add(body)
		}
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		page := menuPage(string(body))
		got, err := feed.Read(page)
		if err != nil {
			return // a feed that is not well formed
		}
		for _, e := range got.Entries {
			if u, err := url.Parse(e.Link); err != nil || !u.IsAbs() || e.ID == "" || e.Title == "" || got.Format == feed.Menu && e.Updated.IsZero() {
				t.Errorf("entry %+v", e)
			}
		}
		if _, err := feed.Lint(page); err != nil {
			t.Error(err)
		}
	})
}
