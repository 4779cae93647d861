package render

import (
	"strings"
	"testing"
)

// Words are counted where scripts have spaces, elsewhere characters; neither URLs nor preformatted
// text.
func TestLength(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"":                                    "",
		"=> a.gmi\n```\ncode here\n```\n* \n": "",
		"One":                                 "1 word, 1 min",
		"# It's a well-known fact – isn't it?\n=> gemini://a.example/ A link\n> and a quote\n": "11 words, 1 min",
		strings.Repeat("moss ", 1240):        "1,240 words, 6 min",
		strings.Repeat("moss ", 1_234_567/5): "246,913 words, 1235 min",
		strings.Repeat("竹と石、", 300):          "900 characters, 2 min",
		"竹と石 and six more words in here":     "6 words, 1 min",
		"สวนของฉัน":                          "8 characters, 1 min",
	} {
		if got := (Document{Text: text}).Length().String(); got != want {
			t.Errorf("%.40q: %q, want %q", text, got, want)
		}
	}
}
