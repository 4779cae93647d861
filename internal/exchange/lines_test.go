package exchange_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"gemsub/internal/exchange"
	"gemsub/internal/model"
)

func TestWordsBehindURLs(t *testing.T) {
	t.Parallel()
	const url = "gemini://a.example/"
	tests := []struct {
		name, line string
		want       exchange.Subscription
	}{
		{"escapes", `gemini://a.example/ "~say \"hi\" \\o/\nthere" "a\tb"`, sub(1, url, `say "hi" \o/ there`, "a b")},
		{"comment", `gemini://a.example/ one # "~not a title"`, sub(1, url, "", "one")},
		{"quoted number sign", `gemini://a.example/ "#one"`, sub(1, url, "", "#one")},
		{"words close to quotes", `"gemini://a.example/""one"two`, sub(1, url, "", "one", "two")},
		{"quote inside a word", `gemini://a.example/ o"ne two"`, sub(1, url, "", `o"ne`, "two")},
		{"same tag twice", `gemini://a.example/ one "" "one" !one`, sub(1, url, "", "one")},
		{"last title counts", `gemini://a.example/ ~One ~Two`, sub(1, url, "Two")},
		{"backslash at the end", `gemini://a.example/ "~One\`, sub(1, url, `One\`)},
		{"tabs and CRLF", "\tgemini://a.example/\tone\t~Two\r\n", sub(1, url, "Two", "one")},
		{"host with port and path", "a.example:1966/log/ one", sub(1, "gemini://a.example:1966/log/", "", "one")},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			l := parse(t, tt.line, exchange.URLs)
			if diff := cmp.Diff([]exchange.Subscription{tt.want}, l.Subscriptions); diff != "" {
				t.Errorf("Parse (-want +got):\n%s%v", diff, l.Problems)
			}
		})
	}
}

func TestProseIsNoList(t *testing.T) {
	t.Parallel()
	for _, line := range []string{"README.md tells more", "e.g. this", "and/or that", ".", "...", "a/b", ".hidden/x"} {
		if l := parse(t, line, exchange.URLs); len(l.Subscriptions) > 0 || len(l.Problems) != 1 {
			t.Errorf("%q gives %+v", line, l)
		}
	}
}

// In a list of URLs, link lines with labels and list items are read too.
func TestLinksInAList(t *testing.T) {
	t.Parallel()
	l := parse(t, "gemini://a.example/\n=> gemini://b.example/ The log of B\n* c.example\n## a comment\n=> d.gmi\n", exchange.URLs)
	want := &exchange.List{
		Kind:          exchange.URLs,
		Subscriptions: []exchange.Subscription{sub(1, "gemini://a.example/", ""), sub(2, "gemini://b.example/", "The log of B"), sub(3, "gemini://c.example/", "")},
		Problems:      []model.ImportLine{refused(5, "d.gmi", noURL)},
	}
	if diff := cmp.Diff(want, l, cmpopts.EquateEmpty()); diff != "" {
		t.Errorf("Parse (-want +got):\n%s", diff)
	}
}

// A message does not repeat a password.
func TestProblemWithPassword(t *testing.T) {
	t.Parallel()
	l := parse(t, "gemini://me:secret@c.example/\n", exchange.URLs)
	if len(l.Problems) != 1 || l.Problems[0].URL != "gemini://…@c.example/" {
		t.Errorf("%+v", l)
	}
}
