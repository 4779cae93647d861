package feed

import (
	"fmt"
	"net/url"
	"strings"
	"testing"
)

// Joined links stay as they are when others follow, in the same block or the
// next, be they longer than a block.
func TestResolveMany(t *testing.T) {
	r := newResolver(mustParse(t, "gemini://example.org/log/"))
	refs := []string{strings.Repeat("long", blockSize)}
	for i := range 100 {
		refs = append(refs, fmt.Sprintf("%d-a-post.gmi", i), fmt.Sprintf("/%d", i))
	}
	var links []string
	for _, ref := range refs {
		link, err := r.resolve(ref)
		if err != nil {
			t.Fatal(err)
		}
		links = append(links, link)
	}
	for i, ref := range refs {
		if want := r.base.ResolveReference(mustParse(t, ref)).String(); links[i] != want {
			t.Errorf("%.40q became %.80q, want %.80q", ref, links[i], want)
		}
	}
}

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
