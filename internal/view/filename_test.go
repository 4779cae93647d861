package view

import (
	"strings"
	"testing"
	"unicode/utf8"

	"gemsub/internal/model"
)

// No title makes a file name that leaves the folder, hides, is a flag or has more than
// letters and digits.
func TestFileName(t *testing.T) {
	t.Parallel()
	for title, want := range map[string]string{
		"The first winter storm":          "The-first-winter-storm.gmi",
		"../../.ssh/authorized_keys":      "ssh-authorized-keys.gmi",
		"-rf ~; $(rm x) \x1b]52;c;eA\x07": "rf-rm-x-52-c-eA.gmi",
		"a\u202etxt.exe\n\x00b":           "a-txt-exe-b.gmi",
		"日本の庭 e\u0301té":                  "日本の庭-e\u0301té.gmi",
		"!!!":                             "post.gmi",
		"":                                "example-org-log-1.gmi",
		strings.Repeat("é", 300):          strings.Repeat("é", 50) + ".gmi",
		"a" + strings.Repeat("é", 300):    "a" + strings.Repeat("é", 49) + ".gmi",
	} {
		v := Post{Entry: model.Entry{Title: title}, Post: model.Post{URL: "gemini://example.org/log/1"}}
		if got := v.FileName(); got != want || !utf8.ValidString(got) {
			t.Errorf("%q: %q, not %q", title, got, want)
		}
	}
	for media, want := range map[string]string{"text/markdown": "a.md", "text/html": "a.html", "text/x-c": "a.txt", "text/gemini": "a.gmi"} {
		v := Post{Entry: model.Entry{Title: "a"}, Post: model.Post{MediaType: media}}
		if got := v.FileName(); got != want {
			t.Errorf("%s: %q", media, got)
		}
	}
}
