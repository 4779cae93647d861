package exchange_test

import (
	"strings"
	"testing"

	"gemsub/internal/exchange"
)

func TestDetect(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name string
		data string
		want exchange.Kind
	}{
		{"OPML behind comment and white space", "\n <?xml version='1.0'?><!-- <x> --><OPML version='1.0'>", exchange.OPML},
		{"OPML with byte order mark", "\uFEFF<opml>", exchange.OPML},
		{"amfora with pages alone", "{\n \"pages\": {}}", exchange.Amfora},
		{"Lagrange without a bookmark", "recentfolder = 0\n", exchange.Lagrange},
		{"Lagrange with CRLF", "[1]\r\nurl = \"gemini://a.example/\"\r\n", exchange.Lagrange},
		{"list after many comments", "# one\n# two\n# three\ngemini://a.example/\n", exchange.URLs},
		{"list of quoted URLs", "\"gemini://a.example/\" \"~A\"\n", exchange.URLs},
		{"list of URLs without scheme", "a.example\nb.example/log/\n", exchange.URLs},
		{"list of queries", "\"query:All:unread != \\\"x\\\"\"\n", exchange.URLs},
		{"list of web feeds", "https://a.example/feed.xml\n", exchange.URLs},
		{"list with a link amid", "gemini://a.example/\n=> gemini://b.example/\ngemini://c.example/\n", exchange.URLs},
		{"page with a URL in its text", "# Sites\ngemini://a.example/\n=> gemini://b.example/\n=> c.gmi\n", exchange.Gemtext},
		{"page that is all one link", "=>gemini://b.example/", exchange.Gemtext},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if got, err := exchange.Detect([]byte(tt.data)); err != nil || got != tt.want {
				t.Errorf("Detect = %q, %v, want %q", got, err, tt.want)
			}
		})
	}
}

func TestDetectNothing(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, data, want string
	}{
		{"empty", "", "recognise subscriptions: file is empty"},
		{"blank", "\uFEFF \n\t\n", "recognise subscriptions: file is empty"},
		{"feed", "<?xml version='1.0'?><rss version='2.0'/>", "recognise subscriptions: file is XML or HTML, but not OPML"},
		{"prose", "# On lists\nSee README.md for this.\n\nNothing: here = [x].\n", "recognise subscriptions: file is of no known kind"},
		{"other JSON", `{"a": 1}`, "recognise subscriptions: file is of no known kind"},
		{"bytes", "\x00\x01\x02\xff", "recognise subscriptions: file is of no known kind"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			got, err := exchange.Detect([]byte(tt.data))
			if err == nil || err.Error() != tt.want || got != "" {
				t.Errorf("Detect = %q, %v, want the error %q", got, err, tt.want)
			}
		})
	}
}

func TestParseRefuses(t *testing.T) {
	t.Parallel()
	if _, err := exchange.Parse(nil, "smoke"); err == nil || !strings.Contains(err.Error(), `unknown kind "smoke"`) {
		t.Errorf("Parse of an unknown kind: %v", err)
	}
	big := make([]byte, exchange.MaxSize+1)
	if _, err := exchange.Parse(big, exchange.URLs); err == nil || err.Error() != "read subscriptions: file is larger than 32 MiB" {
		t.Errorf("Parse of too large a file: %v", err)
	}
}
