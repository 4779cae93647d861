package feed

import (
	"strings"
	"testing"
)

// All names of a charset in x/text are accepted.
func TestCharsets(t *testing.T) {
	t.Parallel()
	tests := []struct{ charset, bytes, want string }{
		{"cp437", "caf\x82", "café"},
		{"ibm437", "caf\x82", "café"},
		{"cp850", "caf\x82", "café"},
		{"ibm037", "\x83\x81\x86\x51", "café"},
		{"utf_8", "caf\xc3\xa9", "café"},
		{"csutf8", "caf\xc3\xa9", "café"},
		{"koi8-r", "\xc6", "ф"},
		{"iso_8859-1", "caf\xe9", "café"},
		{"utf-16", "\xfe\xff\x00c\x00\xe9", "cé"},
	}
	for _, test := range tests {
		if got, wrong := decode([]byte(test.bytes), test.charset); got != test.want || wrong {
			t.Errorf("%s: %q (wrong: %t), want %q", test.charset, got, wrong, test.want)
		}
	}
	if got, wrong := decode([]byte("caf\xc3\xa9"), "no-such-charset"); got != "café" || !wrong {
		t.Errorf("an unknown charset: %q (wrong: %t)", got, wrong)
	}
}

// In a title only the elements of HTML count as markup.
func TestHTMLText(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		"Vec<T> in Rust":          "Vec<T> in Rust",
		"Map<Type, Value>":        "Map<Type, Value>",
		"if a <b then c":          "if a <b then c",
		"1 < 2 &amp; 3 > 2":       "1 < 2 & 3 > 2",
		"a<br/>b":                 "a b",
		"<b>bold</b> <i>it</I>":   "bold it",
		"<xhtml:b>bold</xhtml:b>": "bold",
		"</T> end":                "</T> end",
		"<script>no</script>yes":  "  yes",
		"a<!-- no -->b":           "ab",
		"<T":                      "<T",
	} {
		if got := htmlText(in); got != want {
			t.Errorf("%q is %q, want %q", in, got, want)
		}
	}
}

// Dates in forms that no RFC defines are read too.
func TestReadDate(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		"Sat, Dec 16 2023 02:02:33 PM":                   "2023-12-16T14:02:33Z",
		"Sat, Dec 16 2023 14:02:33":                      "2023-12-16T14:02:33Z",
		"Dec 16, 2023":                                   "2023-12-16T00:00:00Z",
		"2023-12-16":                                     "2023-12-16T00:00:00Z",
		"2023-12":                                        "2023-12-01T00:00:00Z",
		"2023-12-16T01:02:03+01:00":                      "2023-12-16T00:02:03Z",
		strings.Repeat("\n", maxDate) + "2023-12-16":     "2023-12-16T00:00:00Z",
		strings.Repeat("12:30 ", 5_000) + "Dec 16, 2023": "0001-01-01T00:00:00Z", // it would take seconds to search 5 MiB
		"Dec 32 2023":                                    "0001-01-01T00:00:00Z",
		"":                                               "0001-01-01T00:00:00Z",
	} {
		if got := statedDate(in).Format("2006-01-02T15:04:05Z07:00"); got != want {
			t.Errorf("%q is %s, want %s", in, got, want)
		}
	}
}
