package feed

import (
	"strings"
	"testing"
)

// Each line of a page, and the code it is warned of with; none for a line that
// is all right.
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
		{"=> f [2024-03-25] Brackets", CodeDateBracket},
		{"=> f [01/07/2023] Both", CodeDateBracket},
		{"=> f 26 Oct 2021: Month", CodeDateMonth},
		{"=> f November 21, 2021 Month", CodeDateMonth},
		{"=> f Title (Feb. 15, 2025)", CodeDateMonth},
		{"=> f Title (2022-05-22)", CodeDatePlace},
		{"=> f Title 2022/05/22", CodeDatePlace},
		{"=> f 2021-02-30 Impossible", CodeDateUnreal},
		{"=> g 2021-03-04Glued", CodeDateGlued},
		{"=> a 2021-03-05 The same", CodeDuplicate},
		{"=> gemini:x 2021-03-04 Nowhere", CodeBadLink},
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
	warnings, err := Lint(Page{URL: mustParse(t, "gemini://example.org/"), Body: []byte(page)})
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

func TestLintPage(t *testing.T) {
	tests := []struct{ name, meta, page, code string }{
		{"no title", "", "=> a 2021-03-04 A\n", CodeNoTitle},
		{"no entries", "", "# A\n=> a A\n", CodeNoEntries},
		{"not in the charset", "text/gemini", "# A\xff\n=> a 2021-03-04 A\n", CodeCharset},
		{"unknown charset", "text/gemini; charset=wat", "# A\n=> a 2021-03-04 A\n", CodeCharset},
	}
	for _, test := range tests {
		warnings, err := Lint(Page{URL: mustParse(t, "gemini://example.org/"), Meta: test.meta, Body: []byte(test.page)})
		if err != nil {
			t.Fatal(err)
		}
		if len(warnings) != 1 || warnings[0].Code != test.code || warnings[0].Line != 0 {
			t.Errorf("%s: got %+v", test.name, warnings)
		}
	}
}
