package render_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"unicode"

	"gemsub/gemtext"
	"gemsub/internal/render"
	"gemsub/internal/term"
	"gemsub/internal/words"
)

// posts returns the real posts beside the checkout, by name.
func posts(t *testing.T) map[string]render.Document {
	t.Helper()
	types := map[string]string{".gmi": "text/gemini", ".txt": "text/plain", ".markdown": "text/markdown"}
	docs := map[string]render.Document{}
	for _, folder := range []string{"corpus", "gopher"} {
		files, err := filepath.Glob("../../../shared/" + folder + "/posts/*")
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			docs[filepath.Base(file)] = render.Document{
				MediaType: types[filepath.Ext(file)], Text: string(text), URL: "gemini://example.org/gemlog/post.gmi",
			}
		}
	}
	if len(docs) == 0 {
		t.Skip("no posts beside the checkout")
	}
	return docs
}

func TestCorpus(t *testing.T) {
	t.Parallel()
	for name, doc := range posts(t) {
		for _, width := range []int{20, 40, 80} {
			for _, wrap := range []bool{false, true} {
				shown := laidOut(t, name, doc, render.Layout{Width: width, ScreenWidth: width, Wrap: wrap})
				checkWords(t, name, doc, shown, wrap)
			}
		}
	}
}

// laidOut returns the lines of a document, and fails the test if one is too wide or
// not safe.
func laidOut(t *testing.T, name string, doc render.Document, layout render.Layout) string {
	t.Helper()
	var b strings.Builder
	for line := range doc.Lines(layout) {
		text := line.String()
		if width := term.Width(text); width > layout.Width {
			t.Errorf("%s: a line of %d columns is %d wide: %q", name, layout.Width, width, text)
		}
		if words.Safe(text) != text {
			t.Errorf("%s: not safe: %q", name, text)
		}
		b.WriteString(text + "\n")
	}
	return b.String()
}

// checkWords fails the test if the words of the document are not all shown in order.
func checkWords(t *testing.T, name string, doc render.Document, shown string, wrap bool) {
	t.Helper()
	rest := letters(shown)
	for _, text := range wordsOf(doc, wrap) {
		at := strings.Index(rest, letters(text))
		if at < 0 {
			t.Errorf("%s: not shown: %q", name, text)
			return
		}
		rest = rest[at+len(letters(text)):]
	}
}

// wordsOf returns the words of the document that a person must see: preformatted text only if
// it is wrapped, and in Markdown only the text outside of links and marks.
func wordsOf(doc render.Document, wrap bool) (texts []string) {
	switch doc.MediaType {
	case "text/plain":
		return strings.Split(doc.Text, "\n")
	case "text/markdown":
		links := regexp.MustCompile(`\]\([^)]*\)|\]\[[^\]]*\]|<[^>]*>|(?m)^\[.*\]:.*$|&[a-z]+;|(?m)^[0-9]+\.`)
		return strings.FieldsFunc(links.ReplaceAllString(doc.Text, " "), func(r rune) bool { return !unicode.IsLetter(r) })
	}
	for line := range gemtext.Lines(doc.Text) {
		if line.Kind != gemtext.Preformatted || wrap {
			texts = append(texts, line.Text)
		}
	}
	return texts
}

// letters returns the letters and digits of a text.
func letters(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return r
		}
		return -1
	}, words.Safe(s))
}
