package feed

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// Each line of a page has the code of its warning, "" for none.
func TestLint(t *testing.T) {
	tests := []struct{ line, code string }{
		{"=> a 2021-03-04 Fine", ""},
		{"=> b 2021-03-04: Fine", ""},
		{"=> c 2021-03-04T12:00:00Z Fine", ""},
		{"=> d Just a link", ""},
		{"=> e Version 1.2.3", ""},
		{"=> f 2021/03/04 Slashes", CodeDateFormat},
		{"=> f 2021.03.04 Dots", CodeDateFormat},
		{"=> f 04.03.2021 Day first", CodeDateFormat},
		{"=> f 2021-3-4 Short", CodeDateFormat},
		{"=> f 20210304 Bare", CodeDateFormat},
		{"=> f [2024-03-25] Brackets", CodeDateFormat},
		{"=> f [01/07/2023] Both", CodeDateFormat},
		{"=> f 26 Oct 2021: Month", CodeDateFormat},
		{"=> f November 21, 2021 Month", CodeDateFormat},
		{"=> f Title (Feb. 15, 2025)", CodeDateFormat},
		{"=> f Title (2022-05-22)", CodeDatePlace},
		{"=> f Title 2022-05-22", CodeDatePlace},
		{"=> f Title 2022/05/22", CodeDateFormat},
		{"=> f 2021-02-30 Impossible", CodeDateUnreal},
		{"=> g 2021-03-04Glued", CodeDateGlued},
		{"=> gg 2021-03-04Title of it", CodeDateGlued},
		{"=> ga 2021-03-04\u00a0No-break space after the date", CodeDateCharacter},
		{"=> a 2021-03-05 The same", CodeDuplicate},
		{"=> gemini:x 2021-03-04 Nowhere", CodeBadLink},
		{"=> f 2024–01–02 En dash", CodeDateCharacter},
		{"=> f 2024‐01‑02 Hyphens", CodeDateCharacter},
		{"=> f 2024‒01—02 Figure and em dash", CodeDateCharacter},
		{"=> f 2024―01-02 One bar", CodeDateCharacter},
		{"=> f 2024−1−2 Minus", CodeDateCharacter},
		{"=> f \u00a02024-01-02 No-break space", CodeDateCharacter},
		{"=> f\u00a02024-01-02 No-break space after the URL", ""},
		{"=> f \u200b2024-01-02 Zero width", CodeDateCharacter},
		{"=> f 👨\u200d👩 2024-01-02 Family", CodeDatePlace},
		{"=> f\u00a0g No date", ""},
		{"=> 2024-01-02 post.gmi", CodeDateURL},
		{"=> 2024-01-02", CodeDateURL},
		{"=> 2024-01-02.gmi Post", ""},
		{"=> 2024-13-02 Post", ""},
		{"=> 2024-01-02 2024-01-02 Right", ""},
		{"=> t 2026-02-01 Today", ""},
		{"=> u 2026-02-02 Tomorrow, which has begun in the first time zone", ""},
		{"=> v 2026-02-03 Ahead", CodeDateFuture},
		{"=> w 9999-12-31 Far ahead", CodeDateFuture},
		{"Text with 2021/03/04", ""},
		{"```", ""},
		{"=> h 2021-03-04 In a block", CodePreformatted},
		{"some text", ""},
		{"```", ""},
	}
	page := "# Title\n"
	want := map[int]string{}
	for i, test := range tests {
		page += test.line + "\n"
		want[i+2] = test.code
	}
	now := time.Date(2026, 2, 1, 10, 0, 0, 0, time.UTC)
	warnings, err := Lint(Page{URL: mustParse(t, "gemini://example.org/"), Body: []byte(page), Fetched: now})
	if err != nil {
		t.Fatal(err)
	}
	got := map[int]string{}
	for _, w := range warnings {
		if got[w.Line] != "" {
			t.Errorf("line %d has two warnings", w.Line)
		}
		got[w.Line] = w.Code
		if w.Message == "" || strings.HasSuffix(w.Message, ".") {
			t.Errorf("line %d: message %q", w.Line, w.Message)
		}
	}
	for i, test := range tests {
		if got[i+2] != test.code {
			t.Errorf("%q: got %q, want %q", test.line, got[i+2], test.code)
		}
	}
}

// A character that looks right, or like nothing, is named.
func TestLintCharacter(t *testing.T) {
	for label, want := range map[string]string{
		"2024\u201301-02 A":       `"2024–01-02" has an en dash (U+2013) in it; an entry begins with YYYY-MM-DD`,
		"\u00a02024-01-02 A":      `a no-break space (U+00A0) comes before "2024-01-02"; an entry begins with YYYY-MM-DD`,
		" \u200b2024-01-02 A":     `a zero-width space (U+200B) comes before "2024-01-02"; an entry begins with YYYY-MM-DD`,
		"2024-01-02\u2003A title": `U+2003 comes after "2024-01-02"; an entry begins with YYYY-MM-DD and a space`,
	} {
		warnings, err := Lint(Page{URL: mustParse(t, feedURL), Body: []byte("# Log\n=> a 2020-01-01 A\n=> b " + label + "\n")})
		if diff := cmp.Diff([]Warning{{Line: 3, Code: CodeDateCharacter, Message: want}}, warnings); diff != "" || err != nil {
			t.Errorf("%q: (-want +got):\n%s%v", label, diff, err)
		}
	}
}

func TestLintPage(t *testing.T) {
	now := time.Date(2026, 2, 1, 10, 0, 0, 0, time.UTC)
	tests := []struct {
		name       string
		format     Format
		meta, page string
		want       string // lines and codes
	}{
		{"no title", Auto, "", "=> a 2021-03-04 A\n", "0 no-title"},
		{"no entries", Auto, "", "# A\n=> a A\n", "0 no-entries"},
		{"not in the charset", Auto, "text/gemini", "# A\xff\n=> a 2021-03-04 A\n", "0 charset"},
		{"unknown charset", Auto, "text/gemini; charset=wat", "# A\n=> a 2021-03-04 A\n", "0 charset"},
		{"headings", Auto, "", "# A\n## 2021-03-04\nx\n## On 2021/03/03 again\n## 2021-03-02\n=> a 2021/03/01 A\n", "4 date-format"},
		{"title of signs", Auto, "", "# ~~~~\n=> a 2021-03-04 A\n", "0 no-title"},
		{"no headings", Headings, "", "=> a 2021-03-04 A\n", "0 no-title, 0 no-entries"},
		{"links", Links, "", "# A\n=> a 2021/03/04 A\n", ""},
		{"no links", Links, "", "# A\xff\n", "0 charset, 0 no-entries"},
		{"whole", WholePage, "image/png", "\xff", ""},
		{"Atom", Auto, "", smallAtom, "0 undated"},
		{"headings ahead", Auto, "", "# A\n## 2021-03-04\nx\n## 2021-03-03\nx\n## 3021-03-03\nx\n", "0 date-in-future"},
		{"Atom ahead", Auto, "", strings.Replace(smallAtom, "<entry>", "<entry><updated>3021-01-01T00:00:00Z</updated>", 1), "0 date-in-future"},
		{"ids that items share", Auto, "", "<rss><channel><item><guid>N/A</guid><link>a</link><pubDate>2026-01-02</pubDate></item><item><guid>N/A</guid><link>b</link><pubDate>2026-01-03</pubDate></item></channel></rss>", "0 shared-id"},
		{"lines that are no twts", Twtxt, "text/plain", twtxt + "Hello\n", "0 skipped-lines, 0 date-in-future"},
		{"Atom without entries", Auto, "", "<feed xmlns='http://www.w3.org/2005/Atom'/>", "0 no-entries"},
		{"Atom that is cut off", Auto, "", "<feed xmlns='http://www.w3.org/2005/Atom'>\n<entry>", "2 not-well-formed, 0 no-entries"},
	}
	for _, test := range tests {
		warnings, err := Lint(Page{URL: mustParse(t, "gemini://example.org/"), Meta: test.meta, Body: []byte(test.page), Format: test.format, Fetched: now})
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, w := range warnings {
			got = append(got, fmt.Sprintf("%d %s", w.Line, w.Code))
		}
		if strings.Join(got, ", ") != test.want {
			t.Errorf("%s: got %+v, want %s", test.name, warnings, test.want)
		}
	}
	if _, err := Lint(Page{URL: mustParse(t, "gemini://example.org/"), Meta: "text/xml", Body: []byte("<html/>")}); err == nil {
		t.Error("HTML has no error")
	}
}

// Lint warns that only the newest entries are kept if a page has MaxEntries or more.
func TestLintTooMany(t *testing.T) {
	var page strings.Builder
	page.WriteString("# Log\n")
	for i := range MaxEntries + 2 {
		fmt.Fprintf(&page, "=>%d 2020-01-01 A\n", i)
	}
	warnings, err := Lint(Page{URL: mustParse(t, feedURL), Body: []byte(page.String()), Fetched: fetched})
	want := []Warning{{Code: CodeTooMany, Message: "5000 entries or more; gemsub keeps the newest 5000"}}
	if diff := cmp.Diff(want, warnings); diff != "" || err != nil {
		t.Errorf("(-want +got):\n%s%v", diff, err)
	}
}
