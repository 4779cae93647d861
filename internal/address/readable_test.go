package address

import (
	"strings"
	"testing"

	"golang.org/x/net/idna"
)

// Host names are shown in Unicode, in any script.
func TestReadableHosts(t *testing.T) {
	for _, host := range []string{
		"пример.рф", "дневник.example", "münchen.example", "việt-nam.example", "ελλάδα.example", "日本語の日記.example",
		"한국.example", "उदाहरण.example", "журнал-7.example", "νικη.example", "מדד.example",
	} {
		ascii, err := idna.Lookup.ToASCII(host)
		if err != nil {
			t.Fatal(err)
		}
		if got := Readable("read gemini://" + ascii + ":1966/x: no"); got != "read gemini://"+host+":1966/x: no" {
			t.Errorf("%s (%s): got %q", host, ascii, got)
		}
	}
	for _, s := range []string{"xn--" + strings.Repeat("a", 1<<18), "xn--", "gemini://xn--zz--zz/", "example.org"} {
		if got := Readable(s); got != s {
			t.Errorf("%.50q became %.50q", s, got)
		}
	}
}
