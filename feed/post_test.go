package feed

import (
	"strings"
	"testing"
	"testing/quick"
	"unicode/utf8"

	"gemsub/internal/words"
)

func TestPostText(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ meta, body, mediaType, text string }{
		{"", "# A\r\nb", "text/gemini", "# A\nb\n"},
		{"text/plain; charset=iso-8859-1", "caf\xe9\n", "text/plain", "café\n"},
		{"Text/Markdown", "a\tb\rc\u2028d\n", "text/markdown", "a\tb\nc\nd\n"},
		{"text/gemini", "a\x00\x1b[31mb\u202ec\u009bd\uFEFF", "text/gemini", "a\ufffdbc\ufffdd\n"},
		{"image/png", "\x89PNG", "image/png", ""},
		{"text/gemini", "", "text/gemini", ""},
	} {
		mediaType, text, cut := PostText(tt.meta, []byte(tt.body), 1<<20)
		if mediaType != tt.mediaType || text != tt.text || cut {
			t.Errorf("PostText(%q, %q) = %q, %q, %v; want %q, %q", tt.meta, tt.body, mediaType, text, cut, tt.mediaType, tt.text)
		}
	}
}

func TestSafeTextIsCut(t *testing.T) {
	t.Parallel()
	text, cut := CutSafeText(strings.Repeat("é", 100), 52)
	if !cut || text != strings.Repeat("é", 25)+"\n" {
		t.Errorf("%q, %v", text, cut)
	}
	if text, _ := CutSafeText("\u200eLatin שלום", 9); text != "Latin\n" {
		t.Errorf("%q has a mark that nothing needs", text)
	}
}

// TestSafeTextHolds checks the properties of every post's text.
func TestSafeTextHolds(t *testing.T) {
	t.Parallel()
	holds := func(s string, limit uint8) bool {
		text, _ := CutSafeText(s, int(limit)+1)
		again, cut := CutSafeText(text, int(limit)+1)
		acts := strings.ContainsFunc(text, func(r rune) bool {
			return words.IsUnsafe(r) && r != '\n' && r != '\t'
		})
		return len(text) <= int(limit)+1 && utf8.ValidString(text) && !acts && again == text && !cut
	}
	if err := quick.Check(holds, nil); err != nil {
		t.Error(err)
	}
}
