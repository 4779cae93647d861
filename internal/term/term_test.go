package term

import (
	"bytes"
	"strings"
	"testing"
	"unicode"

	"github.com/google/go-cmp/cmp"

	"gemsub/internal/address"
	"gemsub/internal/words"
)

func TestCut(t *testing.T) {
	tests := []struct {
		in    string
		width int
		want  string
	}{
		{"short", 5, "short"},
		{"longer", 5, "long…"},
		{"日本語", 6, "日本語"},
		{"日本語", 5, "日本…"},
		{"日本語", 4, "日…"},
		{"e\u0301e\u0301e\u0301", 2, "e\u0301…"},
		{"x", 0, ""},
	}
	for _, test := range tests {
		got := Cut(test.in, test.width)
		if got != test.want || Width(got) > test.width {
			t.Errorf("%q at %d: got %q, %d wide", test.in, test.width, got, Width(got))
		}
	}
}

// No text takes more columns than Width counts: characters that terminals show apart are counted
// apart.
func TestWidth(t *testing.T) {
	for s, want := range map[string]int{
		"각":                      2,
		"\u1100\u1161\u11a8x":    3,
		"👨\u200d👩\u200d👧\u200d👦": 2,
		"👩🏽\u200d❤\ufe0f\u200d💋\u200d👨🏽":          2,
		strings.Repeat("\u1100", 100):             200,
		strings.Repeat("\u1100가\u11a8", 10):       40,
		strings.Repeat("\u0600", 100) + "\u06dd1": 102,
		strings.Repeat("👩\u200d", 100):            200,
	} {
		if got := Width(s); got != want {
			t.Errorf("%q is %d wide, want %d", s, got, want)
		}
	}
}

func terminal(width int) (*Output, *bytes.Buffer) {
	var b bytes.Buffer
	return &Output{Writer: &b, Width: width}, &b
}

func entries(t *testing.T, out *Output) {
	t.Helper()
	table := NewTable(out,
		Column{Title: "#", Right: true},
		Column{Title: "DATE", Drop: 1},
		Column{Title: "FEED", Min: 6, Drop: 2},
		Column{Title: "TITLE", Min: 10},
		Column{Title: "EMPTY"},
	)
	rows := [][]Cell{
		{{Text: "7"}, {Text: "2026-01-31"}, {Text: "Дневник наблюдений"}, {Text: "A title of some length, that is"}, {}},
		{{Text: "12"}, {Text: "2026-01-30"}, {Text: "日本語のフィード"}, {Text: "Short\x1b"}, {}},
	}
	for _, row := range rows {
		if err := table.Row(row...); err != nil {
			t.Fatal(err)
		}
	}
	if err := table.Flush(); err != nil {
		t.Fatal(err)
	}
}

func TestTable(t *testing.T) {
	tests := []struct {
		name  string
		width int
		want  string
	}{
		{"wide", 80, `
 #  DATE        FEED                TITLE
 7  2026-01-31  Дневник наблюдений  A title of some length, that is
12  2026-01-30  日本語のフィード    Short�
`},
		{"narrow", 50, `
 #  DATE        FEED              TITLE
 7  2026-01-31  Дневник наблюде…  A title of some…
12  2026-01-30  日本語のフィード  Short�
`},
		{"without a column", 30, `
 #  DATE        TITLE
 7  2026-01-31  A title of so…
12  2026-01-30  Short�
`},
		{"tiny", 10, `
 #  TITLE
 7  A title o…
12  Short�
`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			out, b := terminal(test.width)
			entries(t, out)
			var trimmed strings.Builder
			for line := range strings.Lines(b.String()) {
				trimmed.WriteString(strings.TrimRight(line, " \n") + "\n")
				if w := Width(strings.TrimRight(line, " \n")); w > max(test.width, 14) {
					t.Errorf("line is %d wide: %q", w, line)
				}
			}
			if diff := cmp.Diff(strings.TrimPrefix(test.want, "\n"), trimmed.String()); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// A wrapped column continues below itself, and breaks words that are too long.
func TestTableWraps(t *testing.T) {
	out, b := terminal(40)
	table := NewTable(out, Column{Title: "#", Right: true}, Column{Title: "REASON", Min: 12, Wrap: true}, Column{Title: "END", Min: 20})
	for _, reason := range []string{"the server closed the connection", "short", "日本語のフィードabcdefghijklmn"} {
		if err := table.Row(Cell{Text: "7"}, Cell{Text: reason}, Cell{Text: "a title of some length"}); err != nil {
			t.Fatal(err)
		}
	}
	if err := table.Flush(); err != nil {
		t.Fatal(err)
	}
	want := `#  REASON           END
7  the server       a title of some len…
   closed the
   connection
7  short            a title of some len…
7  日本語のフィー   a title of some len…
   ド
   abcdefghijklmn
`
	if diff := cmp.Diff(want, b.String()); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestTableInPipe(t *testing.T) {
	out, b := terminal(0)
	entries(t, out)
	want := "7\t2026-01-31\tДневник наблюдений\tA title of some length, that is\t\n" +
		"12\t2026-01-30\t日本語のフィード\tShort\uFFFD\t\n"
	if diff := cmp.Diff(want, b.String()); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// Each write is a system call, so one write has many rows.
func TestTableWritesRowsTogether(t *testing.T) {
	var w writes
	table := NewTable(&Output{Writer: &w}, Column{Title: "A"})
	for range 1000 {
		if err := table.Row(Cell{Text: "0123456789"}); err != nil {
			t.Fatal(err)
		}
	}
	if err := table.Flush(); err != nil {
		t.Fatal(err)
	}
	if w.bytes != 11_000 || w.calls > 10 {
		t.Errorf("%d bytes in %d writes, want 11000 in at most 10", w.bytes, w.calls)
	}
}

type writes struct{ calls, bytes int }

func (w *writes) Write(p []byte) (int, error) {
	w.calls++
	w.bytes += len(p)
	return len(p), nil
}

func TestEmptyTable(t *testing.T) {
	out, b := terminal(80)
	if err := NewTable(out, Column{Title: "A"}).Flush(); err != nil || b.Len() > 0 {
		t.Errorf("%v, %q", err, b)
	}
}

// A table whose columns have no titles has no header.
func TestTableWithoutHeader(t *testing.T) {
	out, b := terminal(12)
	table := NewTable(out, Column{}, Column{Min: 6, Wrap: true})
	_ = table.Row(Cell{Text: "name"}, Cell{Text: "a b c d"})
	_ = table.Row(Cell{Text: "url"}, Cell{Text: "e"})
	if err := table.Flush(); err != nil || b.String() != "name  a b c\n      d\nurl   e\n" {
		t.Errorf("%v, %q", err, b)
	}
}

func TestStyles(t *testing.T) {
	out, _ := terminal(80)
	if got := out.Styled(Red, "x"); got != "x" {
		t.Errorf("without colour: %q", got)
	}
	out.Color, out.Palette = true, DefaultPalette()
	if got := out.Styled(Red, "x"); got != "\x1b[38;5;160mx\x1b[0m" {
		t.Errorf("with colour: %q", got)
	}
	if got := out.Styled(Plain, "x"); got != "x" {
		t.Errorf("plain: %q", got)
	}
}

func TestLineAndParagraph(t *testing.T) {
	out, b := terminal(12)
	if err := out.Line(Plain, "%s", "one line\x07 that is long"); err != nil {
		t.Fatal(err)
	}
	if err := out.Paragraph(Plain, "%s", "words that go over three lines"); err != nil {
		t.Fatal(err)
	}
	want := "one line\uFFFD t…\nwords that\n  go over\n  three\n  lines\n"
	if diff := cmp.Diff(want, b.String()); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	pipe, b := terminal(0)
	_ = pipe.Line(Red, "%s", strings.Repeat("x", 100))
	if got := strings.Count(b.String(), "\n"); got != 1 {
		t.Errorf("in a pipe: %q", b)
	}
}

func FuzzSafe(f *testing.F) {
	f.Add("\x1b[0m\u202e\xff\tтекст", 10)
	f.Add("gemini://xn--e1afmkfd.xn--p1ai/ xn--11b4c3d xn--mnchen-3ya.example", 10)
	f.Add("ا\u200d\u200d\u00ad\u200cب\u200f 🏴\U000e0067\u200d👨\ufe0f\u200d", 10)
	f.Add("👏0", 2)
	f.Fuzz(func(t *testing.T, s string, width int) {
		safe := words.Safe(s)
		if words.Safe(safe) != safe {
			t.Errorf("%q is not safe yet", safe)
		}
		if shown := address.Readable(safe); words.Safe(shown) != shown || address.Readable(shown) != shown {
			t.Errorf("%q is shown as %q", safe, shown)
		}
		for _, r := range safe {
			if unicode.IsControl(r) {
				t.Errorf("%q holds %U", safe, r)
			}
		}
		width = min(max(width, 0), 200)
		if w := Width(Cut(safe, width)); w > width {
			t.Errorf("%q cut to %d is %d wide", safe, width, w)
		}
	})
}
