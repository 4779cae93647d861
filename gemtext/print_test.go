package gemtext_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"gemsub/gemtext"
)

func TestPrint(t *testing.T) {
	t.Parallel()
	const doc = "\ufeff#Title\r\n##\r\n=>a\tA \r\n=>b\n=>\n* item \n>quote\n>\n plain \n```  alt\n  art \n```end"
	const want = "# Title\n##\n=> a A\n=> b\n=>\n* item\n> quote\n>\n plain \n```alt\n  art \n```\n"
	var b strings.Builder
	if err := gemtext.Print(&b, gemtext.Lines(doc)); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, b.String()); diff != "" {
		t.Errorf("Print (-want +got):\n%s", diff)
	}
}

func TestPrintReadsBack(t *testing.T) {
	t.Parallel()
	for _, test := range lineTests {
		readsBack(t, test.doc)
	}
}

// readsBack checks that printing the lines of doc and reading the output gives the same
// lines.
func readsBack(t *testing.T, doc string) {
	t.Helper()
	lines := slices.Collect(gemtext.Lines(doc))
	var b strings.Builder
	if err := gemtext.Print(&b, slices.Values(lines)); err != nil {
		t.Fatalf("lines of %q: %v", doc, err)
	}
	again := slices.Collect(gemtext.Lines(b.String()))
	if diff := cmp.Diff(lines, again); diff != "" {
		t.Errorf("%q printed as %q reads otherwise (-want +got):\n%s", doc, b.String(), diff)
	}
}

func TestPrintRefuses(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name string
		line gemtext.Line
		want string
	}{
		{"text that is a link", gemtext.Line{Text: "=> a"}, "print line 1: gemtext cannot express it"},
		{"text with a line break", gemtext.Line{Text: "a\nb"}, "print line 1: gemtext cannot express it"},
		{"text with a CR at its end", gemtext.Line{Text: "a\r"}, "print line 1: gemtext cannot express it"},
		{"byte order mark", gemtext.Line{Text: "\ufeffa"}, "print line 1: gemtext cannot express it"},
		{"URL with a space", gemtext.Line{Kind: gemtext.Link, URL: "a b"}, "print line 1: gemtext cannot express it"},
		{"label without URL", gemtext.Line{Kind: gemtext.Link, Text: "a"}, "print line 1: gemtext cannot express it"},
		{"heading of level 0", gemtext.Line{Kind: gemtext.Heading, Text: "a"}, "print line 1: gemtext cannot express it"},
		{"heading of level 4", gemtext.Line{Kind: gemtext.Heading, Level: 4, Text: "a"}, "print line 1: gemtext cannot express it"},
		{"space around a quote", gemtext.Line{Kind: gemtext.Quote, Text: " a"}, "print line 1: gemtext cannot express it"},
		{"art without toggle", gemtext.Line{Kind: gemtext.Preformatted, Text: "a"}, "print line 1: gemtext cannot express it"},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			err := gemtext.Print(&strings.Builder{}, slices.Values([]gemtext.Line{test.line}))
			if err == nil || err.Error() != test.want {
				t.Errorf("Print(%+v) = %v, want %s", test.line, err, test.want)
			}
		})
	}
}

// fullDisk is a writer that always fails.
type fullDisk struct{}

var errFull = errors.New("no space left")

func (fullDisk) Write([]byte) (int, error) { return 0, errFull }

func TestPrintTellsWriteError(t *testing.T) {
	t.Parallel()
	err := gemtext.Print(fullDisk{}, gemtext.Lines(page(1000)))
	if !errors.Is(err, errFull) {
		t.Errorf("Print to a full disk = %v, want %v", err, errFull)
	}
}

func FuzzPrintReadsBack(f *testing.F) {
	for _, test := range lineTests {
		f.Add(test.doc)
	}
	f.Add("=> a \r b\n# \r\n\r```\n>\r a \r")
	f.Fuzz(readsBack)
}
