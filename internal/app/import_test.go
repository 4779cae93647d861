package app_test

import (
	"slices"
	"testing"

	"gemsub/internal/app"
	"gemsub/internal/exchange"
)

func TestReadList(t *testing.T) {
	t.Parallel()
	list, err := app.ReadList("list", []byte("gemini://a.example/\ngemini://b.example/\n"), exchange.Auto)
	if err != nil || len(list.Subscriptions) != 2 {
		t.Errorf("%+v, %v", list, err)
	}
	for _, test := range []struct {
		text       string
		kind       exchange.Kind
		want, hint string
	}{
		{
			"SQLite format 3\x00\x10", exchange.OPML, "read x: this is a database, not a list of feeds",
			"gemsub backup --restore x puts a backup in place of your database",
		},
		{"", exchange.Auto, "read x: the file is empty", ""},
		{"some words", exchange.Auto, "read x: unknown kind of file", "--as names the kind of file: auto, opml, urls, gemtext, amfora, lagrange"},
	} {
		_, err := app.ReadList("x", []byte(test.text), test.kind)
		expect(t, err, test.want, test.hint)
	}
}

func TestLinkedURLs(t *testing.T) {
	t.Parallel()
	got := app.LinkedURLs("# mine\n\n=> gemini://a.example/ A\n  gemini://b.example/ friends\n<gemini://c.example/>\n")
	if want := []string{"gemini://a.example/", "gemini://b.example/", "gemini://c.example/"}; !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
	for _, cut := range []string{"<gemini://a.example/", "gemini://a.example/>"} { // such a URL may be cut off
		if got := app.LinkedURL(cut); got != cut {
			t.Errorf("%s: %s", cut, got)
		}
	}
}
