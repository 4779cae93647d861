package gemtext_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"gemsub/gemtext"
)

// lineTests holds documents and their lines; Number is filled in by the test.
var lineTests = []struct {
	name string
	doc  string
	want []gemtext.Line
}{
	{"nothing", "", nil},
	{"an empty line", "\n", []gemtext.Line{{}}},
	{"no end at the last line", "a\nb", []gemtext.Line{{Text: "a"}, {Text: "b"}}},
	{"CRLF", "a\r\n\r\nb\r\n", []gemtext.Line{{Text: "a"}, {}, {Text: "b"}}},
	{"CRs before LF", "a\r\r\nb\r", []gemtext.Line{{Text: "a"}, {Text: "b"}}},
	{"CRs amid white space", "# a\r \n=> b c \r\t\r\n", []gemtext.Line{
		{Kind: gemtext.Heading, Level: 1, Text: "a"}, {Kind: gemtext.Link, URL: "b", Text: "c"},
	}},
	{"a CR within a line", "a\rb\n", []gemtext.Line{{Text: "a\rb"}}},
	{"text keeps its space", " \ta \t\n", []gemtext.Line{{Text: " \ta \t"}}},
	{"byte order mark", "\ufeff# A", []gemtext.Line{{Kind: gemtext.Heading, Level: 1, Text: "A"}}},
	{"byte order mark alone", "\ufeff", nil},
	{"byte order mark later", "a\n\ufeff# A", []gemtext.Line{{Text: "a"}, {Text: "\ufeff# A"}}},
	{"not UTF-8", "# \xe9t\xe9\n", []gemtext.Line{{Kind: gemtext.Heading, Level: 1, Text: "\xe9t\xe9"}}},

	{"link", "=> a.gmi A page", []gemtext.Line{{Kind: gemtext.Link, URL: "a.gmi", Text: "A page"}}},
	{"link without space", "=>a.gmi\tA  page", []gemtext.Line{{Kind: gemtext.Link, URL: "a.gmi", Text: "A  page"}}},
	{"link amid space", "=> \t a.gmi \t A page \t", []gemtext.Line{{Kind: gemtext.Link, URL: "a.gmi", Text: "A page"}}},
	{"link without label", "=> a.gmi ", []gemtext.Line{{Kind: gemtext.Link, URL: "a.gmi"}}},
	{"link without URL", "=>", []gemtext.Line{{Kind: gemtext.Link}}},
	{"link to white space", "=> \t ", []gemtext.Line{{Kind: gemtext.Link}}},
	{"only space and tab divide", "=> a\u00a0b\vc d", []gemtext.Line{{Kind: gemtext.Link, URL: "a\u00a0b\vc", Text: "d"}}},
	{"link after space", " => a.gmi", []gemtext.Line{{Text: " => a.gmi"}}},
	{"half a link", "= > a\n=", []gemtext.Line{{Text: "= > a"}, {Text: "="}}},

	{"headings", "# A\n## B\n### C\n#### D", []gemtext.Line{
		{Kind: gemtext.Heading, Level: 1, Text: "A"},
		{Kind: gemtext.Heading, Level: 2, Text: "B"},
		{Kind: gemtext.Heading, Level: 3, Text: "C"},
		{Kind: gemtext.Heading, Level: 3, Text: "# D"},
	}},
	{"headings without space", "#A\n##\tB \n#", []gemtext.Line{
		{Kind: gemtext.Heading, Level: 1, Text: "A"},
		{Kind: gemtext.Heading, Level: 2, Text: "B"},
		{Kind: gemtext.Heading, Level: 1},
	}},

	{"list", "* a\n*  b \n* ", []gemtext.Line{
		{Kind: gemtext.ListItem, Text: "a"}, {Kind: gemtext.ListItem, Text: "b"}, {Kind: gemtext.ListItem},
	}},
	{"a list needs the space", "*a\n*\n*\ta", []gemtext.Line{{Text: "*a"}, {Text: "*"}, {Text: "*\ta"}}},
	{"quotes", ">a\n>  b\t\n>> c\n>", []gemtext.Line{
		{Kind: gemtext.Quote, Text: "a"},
		{Kind: gemtext.Quote, Text: "b"},
		{Kind: gemtext.Quote, Text: "> c"},
		{Kind: gemtext.Quote},
	}},

	{"preformatted", "``` art \n# a\n=> b c\n  * d\r\n```ignored\n# e", []gemtext.Line{
		{Kind: gemtext.Toggle, Text: "art"},
		{Kind: gemtext.Preformatted, Text: "# a"},
		{Kind: gemtext.Preformatted, Text: "=> b c"},
		{Kind: gemtext.Preformatted, Text: "  * d"},
		{Kind: gemtext.Toggle},
		{Kind: gemtext.Heading, Level: 1, Text: "e"},
	}},
	{"preformatted to the end", "```\n# a", []gemtext.Line{
		{Kind: gemtext.Toggle}, {Kind: gemtext.Preformatted, Text: "# a"},
	}},
	{"no toggle", "``a\n ```\n# b", []gemtext.Line{
		{Text: "``a"}, {Text: " ```"}, {Kind: gemtext.Heading, Level: 1, Text: "b"},
	}},
}

func TestLines(t *testing.T) {
	t.Parallel()
	for _, test := range lineTests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			got := slices.Collect(gemtext.Lines(test.doc))
			if diff := cmp.Diff(numbered(test.want), got); diff != "" {
				t.Errorf("Lines(%q) (-want +got):\n%s", test.doc, diff)
			}
		})
	}
}

// numbered returns lines with their numbers set, from 1.
func numbered(lines []gemtext.Line) []gemtext.Line {
	lines = slices.Clone(lines)
	for i := range lines {
		lines[i].Number = i + 1
	}
	return lines
}

func TestLinesStopsWhenAsked(t *testing.T) {
	t.Parallel()
	for line := range gemtext.Lines("a\nb\n# c") {
		if line.Text == "b" {
			break
		}
		if line.Number > 1 {
			t.Fatalf("line %d was yielded after the loop ended", line.Number)
		}
	}
}

func TestLinesAllocatesNothing(t *testing.T) {
	doc := page(1000)
	count := 0
	allocs := testing.AllocsPerRun(10, func() {
		for line := range gemtext.Lines(doc) {
			count += len(line.Text)
		}
	})
	if allocs != 0 {
		t.Errorf("Lines allocates %v times on a page with 1000 posts, want 0", allocs)
	}
}

func TestLinesOfOneLongLine(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("long ", 1<<18)
	got := slices.Collect(gemtext.Lines("# " + long + "\nend"))
	want := []gemtext.Line{
		{Number: 1, Kind: gemtext.Heading, Level: 1, Text: strings.TrimSpace(long)},
		{Number: 2, Text: "end"},
	}
	if !slices.Equal(got, want) {
		t.Errorf("a line of %d bytes is not read whole", len(long))
	}
}
