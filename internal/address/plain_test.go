package address

import (
	"net/url"
	"testing"
)

// The short way to read a plain URL leads to where the long one does.
func FuzzPlainURL(f *testing.F) {
	for text, plain := range map[string]bool{
		"gemini://example.org/~ann/log.gmi":    true,
		"gemini://example.org:7000/a/b-c_d":    true,
		"gopher://127.0.0.1:7070/1/~ann/phlog": true,
		"gophers://example.org/0a.txt":         true,
		"gemini://example.org/":                false, // but short in any case
		"gemini://example.org:1965/a":          false,
		"gemini://example.org:07000/a":         false,
		"gemini://EXAMPLE.org/a":               false,
		"gemini://example.org/a?b":             false,
		"gemini://example.org/a#b":             false,
		"gemini://example.org/a/../b":          false,
		"gemini://example.org/a%20b":           false,
		"gemini://example.org/(a)":             false,
		"gemini://me@example.org/a":            false,
		"gemini://[::1]/a":                     false,
		"GEMINI://example.org/a":               false,
		"https://example.org/a":                false,
		"gopher://example.org/~ann/phlog":      false,
		"gopher://example.org/1":               false,
		"gopher://example.org:70/1/phlog":      false,
		"gopher://example.org/1/phlog?a":       false,
		" gemini://example.org/a":              false,
		"gemini://example.org/a\x00":           false,
	} {
		f.Add(text)
		if got := plainURL(text) != nil; got != plain {
			f.Errorf("%q is plain: %t", text, got)
		}
	}
	f.Fuzz(func(t *testing.T, text string) {
		u := plainURL(text)
		if u == nil {
			return
		}
		long, err := url.Parse(text)
		if err == nil {
			long, err = own(long)
		}
		if err != nil || *long != *u {
			t.Errorf("%q: %+v, not %+v (%v)", text, u, long, err)
		}
	})
}
