package feed

import (
	"encoding/binary"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"testing"
	"time"
	"unicode/utf16"

	"github.com/google/go-cmp/cmp"
)

const (
	smallAtom = `<?xml version="1.0"?><feed xmlns="http://www.w3.org/2005/Atom"><title>A</title><entry><id>urn:a</id><title>E</title></entry></feed>`
	smallRSS  = `<rss version="2.0"><channel><title>A</title><item><guid>urn:a</guid><title>E</title></item></channel></rss>`
	smallJSON = `{"version": "https://jsonfeed.org/version/1.1", "title": "A", "items": [{"id": "urn:a", "title": "E"}]}`
)

// The format asked for, the media type and the content decide in which format a document is
// read. An empty want is a MediaTypeError, "?" any other error.
func TestFormats(t *testing.T) {
	const (
		dated    = "=> a 2021-01-01 A\n"
		headings = "## 2021-01-01\nx\n## 2021-01-02\ny\n"
	)
	tests := []struct {
		format Format
		meta   string
		body   string
		want   Format
	}{
		{"", "text/gemini", dated, Gemtext},
		{Auto, "", dated, Gemtext},
		{Auto, "text/gemini", headings, Headings},
		{Auto, "text/gemini", headings + dated, Headings},
		{Auto, "text/gemini", headings + dated + "=> b 2021-01-01 B\n", Gemtext},
		{Auto, "text/gemini", "=> a A\n## 2021-01-01\nx\n", Gemtext},
		{Auto, "text/gemini", "## 2021-01-01\nx\n## About\n", Gemtext},
		{Auto, "text/gemini", "### 2021-01-01\n### 2021-01-02\n", Headings},
		{Auto, "text/gemini", "<3 gemini\n" + dated, Gemtext},
		{Auto, "text/gemini", "<html><head></head></html>", Gemtext},
		{Auto, "text/gemini", "{ curly\n" + dated, Gemtext},
		{Auto, "text/gemini", "", Gemtext},
		{Auto, "application/atom+xml", smallAtom, Atom},
		{Auto, "text/gemini", smallAtom, Atom},
		{Auto, "text/xml", "\ufeff\n" + smallRSS, RSS},
		{Auto, "text/plain", smallRSS, RSS},
		{Auto, "application/octet-stream", smallAtom, Atom},
		{Auto, "application/rss+xml", smallAtom, Atom},
		{Auto, "application/feed+json", smallJSON, JSON},
		{Auto, "application/json", `{"title": "A", "items": []}`, JSON},
		{Auto, "text/gemini", " \n" + smallJSON, JSON},
		{Auto, "image/png", "\x89PNG", ""},
		{Auto, "text/plain", dated, ""},
		{Auto, "application/xml", "<html/>", "?"},
		{Auto, "application/xml", "", "?"},
		{Auto, "application/json", `{"a": 1}`, "?"},
		{Auto, "application/json", `[]`, "?"},
		{Atom, "text/plain", smallRSS, RSS},
		{RSS, "text/gemini", smallJSON, JSON},
		{JSON, "text/gemini", dated, "?"},
		{Gemtext, "text/plain", headings, Gemtext},
		{Gemtext, "text/gemini", smallAtom, Gemtext},
		{Headings, "text/markdown", dated, Headings},
		{Links, "text/plain", dated, Links},
		{Links, "image/png", "", ""},
		{Headings, "application/pdf", "", ""},
		{WholePage, "image/png", "\x89PNG", WholePage},
		{"other", "text/gemini", dated, "?"},
	}
	for _, test := range tests {
		f, err := Read(Page{URL: mustParse(t, logURL), Meta: test.meta, Body: []byte(test.body), Fetched: fetched, Format: test.format})
		_, wrongType := errors.AsType[*MediaTypeError](err)
		var got Format
		switch {
		case err == nil:
			got = f.Format
		case !wrongType:
			got = "?"
		}
		if got != test.want {
			t.Errorf("%s, %s, %q: got %q (%v), want %q", test.format, test.meta, test.body, got, err, test.want)
		}
	}
}

// A detected format is detected again if it does not fit. A format that the user chose stays.
func TestFormatFoundAgain(t *testing.T) {
	const (
		dated    = "=> a 2021-01-01 A\n"
		headings = "## 2021-01-01\nx\n## 2021-01-02\ny\n"
		nothing  = "# Moved\n"
	)
	tests := []struct {
		format Format
		meta   string
		body   string
		want   Format // detected again
		chosen Format
	}{
		{Gemtext, "text/gemini", dated, Gemtext, Gemtext},
		{Gemtext, "text/gemini", headings, Headings, Gemtext},
		{Headings, "text/gemini", headings + dated, Headings, Headings},
		{Headings, "text/gemini", dated, Gemtext, Headings},
		{Gemtext, "text/gemini", smallAtom, Atom, Gemtext},
		{Gemtext, "application/atom+xml", smallAtom, Atom, ""},
		{Gemtext, "text/xml", smallRSS + "\n" + dated, RSS, Gemtext},
		{Gemtext, "text/plain", dated, Gemtext, Gemtext},
		{Gemtext, "text/gemini", nothing, Gemtext, Gemtext},
		{Gemtext, "image/png", dated, "", ""},
		{Atom, "text/gemini", dated, Gemtext, ""},
		{JSON, "text/gemini", headings, Headings, ""},
		{Atom, "text/gemini", nothing, "", ""}, // an error, since nothing can be read
		{Atom, "application/json", smallJSON, JSON, JSON},
		{Auto, "text/gemini", nothing, Gemtext, Gemtext},
	}
	for _, test := range tests {
		for found, want := range map[bool]Format{true: test.want, false: test.chosen} {
			f, _ := Read(Page{URL: mustParse(t, logURL), Meta: test.meta, Body: []byte(test.body), Fetched: fetched, Format: test.format, Detected: found})
			var got Format
			if f != nil {
				got = f.Format
			}
			if got != want {
				t.Errorf("%s (found: %t), %s, %q: got %q, want %q", test.format, found, test.meta, test.body, got, want)
			}
		}
	}
}

func TestAllLinks(t *testing.T) {
	f := readAs(t, Links, "", "# List\n# Not it\n=> b.gmi B\nText\n=> a%20b.gmi\n=> b.gmi Again\n=>\n=> gemini://h 2021-01-01 Dated\n=> mailto:x@y\n```\n=> no\n```\n")
	want := "2021-01-01 12:00:00 | Dated | gemini://h/ | gemini://h/\n" +
		"undated | B | b.gmi | b.gmi\n" +
		"undated | a b | a%20b.gmi | a%20b.gmi\n" +
		"undated | mailto:x@y | mailto:x@y | mailto:x@y\n"
	if diff := cmp.Diff(want, list(f)); diff != "" || f.Title != "List" || !f.Updated.Equal(noon(2021, 1, 1)) {
		t.Errorf("title %q, updated %v (-want +got):\n%s", f.Title, f.Updated, diff)
	}
}

func TestWhole(t *testing.T) {
	tests := []struct{ meta, body, want string }{
		{"text/gemini", "Hi\n# Status\n# Two\n", "Status changed"},
		{"text/gemini", "Hi\n", "example.org/log/ changed"},
		{"image/png", "\n# no title\n", "example.org/log/ changed"},
	}
	for _, test := range tests {
		want := "2026-01-31 18:30:00 | " + test.want + " | #2026-01-31T18:30:00Z | \n"
		if diff := cmp.Diff(want, list(readAs(t, WholePage, test.meta, test.body))); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
	}
}

func utf16Bytes(order binary.AppendByteOrder, s string) string {
	var b []byte
	for _, unit := range utf16.Encode([]rune(s)) {
		b = order.AppendUint16(b, unit)
	}
	return string(b)
}

// An XML declaration decides the charset, else the media type does.
func TestXMLCharset(t *testing.T) {
	const rest = `<rss><channel><title>Zo%s</title></channel></rss>`
	doc := func(declaration, e string) string { return declaration + strings.Replace(rest, "%s", e, 1) }
	tests := []struct{ name, meta, body string }{
		{"none", "text/xml", doc("", "ë")},
		{"declared", "text/gemini", doc(`<?xml version="1.0" encoding='ISO-8859-1'?>`, "\xeb")},
		{"declared, against the media type", "text/xml; charset=utf-8", doc(`<?xml version="1.0" encoding = "windows-1252"?>`, "\xeb")},
		{"of the media type", "text/xml; charset=iso-8859-1", doc(`<?xml version="1.0"?>`, "\xeb")},
		{"UTF-8 with a mark", "text/xml", doc("\ufeff<?xml version=\"1.0\" encoding=\"utf-8\"?>", "ë")},
		{"UTF-16 with a mark", "text/xml", utf16Bytes(binary.LittleEndian, "\ufeff"+doc(`<?xml version="1.0" encoding="UTF-16"?>`, "ë"))},
		{"UTF-16 without", "text/xml", utf16Bytes(binary.BigEndian, doc(`<?xml version="1.0" encoding="UTF-16"?>`, "ë"))},
		{"UTF-16 declared in vain", "text/xml", doc(`<?xml version="1.0" encoding="UTF-16"?>`, "ë")},
		{"XML 1.1", "text/xml", doc("<?xml version='1.1' encoding='utf-8'\n?>", "ë")},
	}
	for _, test := range tests {
		if f := readAs(t, Auto, test.meta, test.body); f.Title != "Zoë" || f.Format != RSS {
			t.Errorf("%s: got %q, %s", test.name, f.Title, f.Format)
		}
	}
}

// The newest of several entries with the same ID stays, in the place of the first.
func TestCollection(t *testing.T) {
	var entries entryCollector
	newest := map[string]time.Time{}
	for i := range 3000 {
		e := Entry{ID: strconv.Itoa(i % 1000), Updated: fetched.Add(time.Duration(i * 7919 % 1009))}
		entries.add(e)
		if e.Updated.After(newest[e.ID]) {
			newest[e.ID] = e.Updated
		}
	}
	if n := len(entries.entries); n != 1000 {
		t.Fatalf("%d entries, want 1000", n)
	}
	for i, e := range entries.entries {
		if e.ID != strconv.Itoa(i) || e.Updated != newest[e.ID] {
			t.Errorf("entry %d is %s of %v, want %v", i, e.ID, e.Updated, newest[e.ID])
		}
	}
}

// The newest entries of a document count, in any order.
func TestMaxEntries(t *testing.T) {
	var doc strings.Builder
	for i := range MaxEntries + 5 {
		fmt.Fprintf(&doc, "=> %d 20%02d-01-01 x\n", i, min(i, 26))
	}
	f := read(t, "gemini://example.org/", "text/gemini", doc.String())
	if first, last := f.Entries[0].Link, f.Entries[MaxEntries-1].Link; len(f.Entries) != MaxEntries || fileName(first) != "5004" || fileName(last) != "5" {
		t.Errorf("%d entries, from %s to %s", len(f.Entries), first, last)
	}
}

func TestMaxCollected(t *testing.T) {
	var entries entryCollector
	for i := range maxCollected + 5 {
		entries.add(Entry{ID: strconv.Itoa(i)})
	}
	entries.add(Entry{ID: "7", Title: "New", Updated: fetched})
	if n := len(entries.entries); n != maxCollected || entries.entries[7].Title != "New" {
		t.Errorf("%d entries, number 7 is %+v", n, entries.entries[7])
	}
}
