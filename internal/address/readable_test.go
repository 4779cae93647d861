package address

import (
	"strings"
	"testing"

	"golang.org/x/net/idna"
)

// Names of hosts are shown in Unicode where each label is of one script and
// cannot pass for a Latin one.
func TestReadableHosts(t *testing.T) {
	tests := []struct {
		host  string
		shown bool
	}{
		{"пример.рф", true},
		{"почта.пример.рф", true},
		{"дневник.example", true},
		{"münchen.example", true},
		{"việt-nam.example", true},
		{"ελλάδα.example", true},
		{"日本語の日記.example", true},
		{"データ.example", true},
		{"한국.example", true},
		{"उदाहरण.example", true},
		{"журнал-7.example", true},
		{"ау.рф", true}, // under a domain of its own script
		{"ελ-а.example", false},
		{"раypal.example", false}, // Cyrillic р and а
		{"аррӏе.com", false},      // Cyrillic throughout
		{"νικη.example", false},   // Greek throughout
		{"ıpad.example", false},   // dotless i
		{"a日本.example", false},
		{"παράδειγμα.аррӏе.com", false}, // one label spoils it
		{"مثال.example", false},         // right to left
	}
	for _, test := range tests {
		ascii, err := idna.Lookup.ToASCII(test.host)
		if err != nil {
			t.Fatal(err)
		}
		want := ascii
		if test.shown {
			want = test.host
		}
		if got := Readable("read gemini://" + ascii + ":1966/x: no"); got != "read gemini://"+want+":1966/x: no" {
			t.Errorf("%s (%s): got %q", test.host, ascii, got)
		}
	}
	for _, s := range []string{"xn--" + strings.Repeat("a", 1<<18), "xn--", "xn--a.ü", "gemini://xn--zz--zz/", "example.org", "xn--a-ecp.ru"} {
		if got := Readable(s); got != s {
			t.Errorf("%.50q became %.50q", s, got)
		}
	}
}
