package feed

import (
	"net/url"
	"testing"
)

// A reference that is joined becomes what RFC 3986 makes of it.
func FuzzJoin(f *testing.F) {
	for _, base := range []string{"gemini://example.org/log/index.gmi?q#f", "gemini://example.org", "gemini://h/a%2Fb/../c/", "gemini://h//a//b", "gemini://u:%40@[fe80::1%25en0]:1/", "file:///home/x", "mailto:x"} {
		for _, ref := range []string{"post.gmi", "/post", "a/b/", "a//b", ".", "a/../b", "~x/", "/", "//h", "a:b", "100%", "a.b.c", "gemini://example.org/post", "gemini://example.org/../x", "gemini://u:%40@[fe80::1%25en0]:1/a"} {
			f.Add(base, ref)
		}
	}
	f.Fuzz(func(t *testing.T, base, ref string) {
		u, err := url.Parse(base)
		if err != nil || ref == "" {
			return
		}
		got, ok := newResolver(u).join(ref)
		if !ok {
			return
		}
		want, err := u.Parse(ref)
		if err != nil || got != want.String() {
			t.Errorf("%q at %q: joined to %q, parsed to %v (%v)", ref, base, got, want, err)
		}
	})
}
