package words_test

import (
	"strings"
	"testing"
	"testing/quick"

	"gemsub/internal/words"
)

// zalgo is a letter with many marks.
var zalgo = "a" + strings.Repeat("\u0301", 400)

// Safe and SafeText give the same result, except for line ends and invisible characters.
func TestSafe(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ in, line, text string }{
		{"plain", "plain", ""},
		{"\x1b[31mred\x1b[0m", "red", ""},
		{"\x1b[38;5;175m▪\x1b[0m Phlog", "▪ Phlog", ""},
		{"\x1b]0;title\x07\x1b]8;;gemini://a/\x1b\\link\x1b]8;;\x1b\\", "link", ""},
		{"\x1bPq#0\x1b\\\x1b(Ba\x1b7b\x1bc", "ab", ""},
		{"cut off \x1b[38;5", "cut off ", ""},
		{"no end \x1b]0;title", "no end 0;title", ""},
		{"\x1b\x1b[0m[31m \x1b", "\uFFFD[31m \uFFFD", ""},
		{"\u009b31m\x00\x07", "\uFFFD31m\uFFFD\uFFFD", ""},
		{"a\tb\nc\rd\u2028e\r\nf", "a b c d e f", "a\tb\nc\nd\ne\nf"},
		{"a\u202eb\u2066c\u2069", "abc", ""},
		{"Latin\u061c\u200f \u200etext", "Latin text", ""},
		{"שלום\u200f!\u200e", "שלום\u200f!\u200e", ""},
		{"\u2067\u202eשלום\u2069\u061c", "שלום", ""},
		{"zero\u200bwidth\ufeff", "zerowidth", "zero\u200bwidth"},
		{"family 👨\u200d👩\u200d👧", "family 👨\u200d👩\u200d👧", ""},
		{"\u2060\u00ad\u3164\u180e\U000e0041x", "x", "\u2060\u00ad\u3164\u180e\U000e0041x"},
		{"👩🏽\u200d💻 🏳\ufe0f\u200d🌈", "👩🏽\u200d💻 🏳\ufe0f\u200d🌈", ""},
		{"🏴\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f", "🏴\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f", ""},
		{"می\u200cخواهم", "می\u200cخواهم", ""},
		{"क्\u200dष", "क्\u200dष", ""},
		{zalgo + "b\u0301", zalgo[:1+8*2] + "b\u0301", ""},
		{strings.Repeat("\u0301\u200d\u2060", 9), strings.Repeat("\u0301\u200d", 8) + "\u200d", strings.Repeat("\u0301\u200d\u2060", 8) + "\u200d\u2060"},
		{"not \xff UTF-8", "not \uFFFD UTF-8", ""},
	} {
		if got := words.Safe(tt.in); got != tt.line {
			t.Errorf("%q: got %q, want %q", tt.in, got, tt.line)
		}
		if tt.text == "" {
			tt.text = tt.line
		}
		if got := words.SafeText(tt.in); got != tt.text {
			t.Errorf("%q: got the text %q, want %q", tt.in, got, tt.text)
		}
	}
}

// Safe text stays unchanged.
func TestSafeTwice(t *testing.T) {
	t.Parallel()
	signs := []string{"a", "ש", "\x1b", "[", "]", "3", "m", "\\", "\a", "\u0301", "\u200d", "\u200e", "\u061c", "\u2060", "\u202e", "🏴", "\U000e0067", "\r", "\n", "\ufeff"}
	same := func(choice []byte) bool {
		var b strings.Builder
		for _, c := range choice {
			b.WriteString(signs[int(c)%len(signs)])
		}
		line, text := words.Safe(b.String()), words.SafeText(b.String())
		return words.Safe(line) == line && words.SafeText(text) == text && words.Safe(text) == line &&
			!strings.ContainsAny(line, "\x1b\u202e\u061c")
	}
	if err := quick.Check(same, &quick.Config{MaxCount: 5000}); err != nil {
		t.Error(err)
	}
}
