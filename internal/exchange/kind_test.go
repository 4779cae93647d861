package exchange_test

import (
	"strings"
	"testing"

	"gemsub/internal/exchange"
)

func TestKindByContent(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name string
		data string
		want exchange.Kind
	}{
		{"OPML behind comment and white space", "\n <?xml version='1.0'?><!-- <x> --><OPML version='1.0'>", exchange.OPML},
		{"OPML with byte order mark", "\uFEFF<opml>", exchange.OPML},
		{"amfora with pages alone", "{\n \"pages\": {}}", exchange.Amfora},
		{"Lagrange with CRLF", "[1]\r\nurl = \"gemini://a.example/\"\r\n", exchange.Lagrange},
		{"list after many comments", "# one\n# two\n# three\ngemini://a.example/\n", exchange.URLs},
		{"list of quoted URLs", "\"gemini://a.example/\" \"~A\"\n", exchange.URLs},
		{"list of URLs without scheme", "a.example\nb.example/log/\n", exchange.URLs},
		{"list of web feeds", "https://a.example/feed.xml\n", exchange.URLs},
		{"list with a link amid", "gemini://a.example/\n=> gemini://b.example/\ngemini://c.example/\n", exchange.URLs},
		{"page with prose", "# Sites\nI read these:\n=> gemini://b.example/\ngemini://a.example/\nc.example\n", exchange.Gemtext},
		{"page that is all one link", "=>gemini://b.example/", exchange.Gemtext},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if l := parse(t, tt.data, exchange.Auto); l.Kind != tt.want {
				t.Errorf("the kind is %q, want %q", l.Kind, tt.want)
			}
		})
	}
}

func TestKindByName(t *testing.T) {
	t.Parallel()
	const list = "gemini://a.example/\nc.example\n=> gemini://b.example/\n"
	for name, want := range map[string]exchange.Kind{
		"urls": exchange.URLs, "/home/me/.newsboat/urls": exchange.URLs, "me/index.gmi": exchange.Gemtext, "sites.txt": exchange.URLs, "-": exchange.URLs,
	} {
		if l, err := exchange.Parse(name, []byte(list), exchange.Auto); err != nil || l.Kind != want {
			t.Errorf("%s: %+v, %v", name, l, err)
		}
	}
	if l, err := exchange.Parse("bookmarks.ini", []byte("recentfolder = 0\n"), exchange.Auto); err != nil || l.Kind != exchange.Lagrange {
		t.Errorf("%+v, %v", l, err)
	}
	if l, err := exchange.Parse("index.gmi", []byte(list), exchange.URLs); err != nil || l.Kind != exchange.URLs {
		t.Errorf("a kind that is given: %+v, %v", l, err)
	}
}

func TestParseRefuses(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, data string
		kind       exchange.Kind
		want       string
	}{
		{"empty", "", exchange.Auto, "the file is empty"},
		{"blank", "\uFEFF \n\t\n", exchange.URLs, "the file is empty"},
		{"bytes", "\x00\x01\x02\xff", exchange.Auto, "this is binary data, not text"},
		{"feed", "<?xml version='1.0'?><rss version='2.0'/>", exchange.Auto, "the document has no opml element"},
		{"XML without an element", "<?xml version='1.0'?>", exchange.Auto, "the document has no opml element"},
		{"other JSON", `{"a": 1}`, exchange.Auto, `neither "feeds" nor "pages" in this file`},
		{"JSON with a list of pages", `{"pages": ["gemini://a/"]}`, exchange.Amfora, `neither "feeds" nor "pages" in this file`},
		{"JSON that ends too early", "{\"pages\": {\n\"gemini://a/\": {},\n\"gemini://b/\": {\"hash\"", exchange.Amfora, "JSON is broken: it ends too early"},
		{"prose", "# On lists\nSee README.md for this.\n\nNothing: here = [x].\n", exchange.Auto, "unknown kind of file"},
		{"a kind that is none", "gemini://a/", "smoke", "unknown kind of file"},
		{"too large", strings.Repeat("a", exchange.MaxSize+1), exchange.URLs, "the file is larger than 8 MiB"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			l, err := exchange.Parse("", []byte(tt.data), tt.kind)
			if err == nil || err.Error() != tt.want || l != nil {
				t.Errorf("Parse = %+v, %v, want the error %q", l, err, tt.want)
			}
		})
	}
}
