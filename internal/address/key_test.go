package address

import (
	"strings"
	"testing"
)

func TestKey(t *testing.T) {
	t.Parallel()
	for _, same := range []struct{ key, author, urls string }{
		{"h.example", "h.example", "gemini://h.example/ gemini://h.example gemini://H.example:1965/index.gmi gopher://h.example/ gopher://h.example:70/1/ https://h.example/index.html"},
		{"h.example/a", "h.example", "gemini://h.example/a gemini://h.example/a/ gemini://h.example/a/index.gmi gemini://me:x@h.example/a gopher://h.example/1/a/ gophers://h.example/1a gopher://h.example/1/a/gophermap"},
		{"h.example/~ann/a.gmi", "h.example/~ann", "gemini://h.example/~ann/a.gmi gemini://h.example/users/ann/a.gmi gemini://h.example/user/ann/a.gmi gopher://h.example/0/~ann/a.gmi gopher://h.example/0/users/ann/a.gmi gemini://h.example/~ann/a.gmi#end"},
		{"h.example/~ann", "h.example/~ann", "gemini://h.example/~ann gemini://h.example/~ann/ gemini://h.example/users/ann/ gemini://h.example/users/ann/index.gmi"},
		{"h.example:7070/a?b", "h.example:7070", "gemini://h.example:7070/a?b gopher://h.example:7070/0/a?b"},
		{"h.example/users/index.txt.gmi", "h.example", "gemini://h.example/users/index.txt.gmi"},
		{"[2001:db8::1]/a", "[2001:db8::1]", "gemini://[2001:DB8::1]/a"},
		{"h.example//~ann", "h.example", "gemini://h.example//~ann"},
		{"", "", "mailto:a@example.org a/b.gmi news:x mailto:a?body=gemini://h.example/a gemini:///a"},
	} {
		for raw := range strings.FieldsSeq(same.urls) {
			key := KeyOf(raw)
			if author := AuthorOf(key); key != same.key || author != same.author {
				t.Errorf("%s has the key %q of author %q, not %q of %q", raw, key, author, same.key, same.author)
			}
		}
	}
}

// FuzzKey has keys that are the keys of themselves, whatever a page links to.
func FuzzKey(f *testing.F) {
	for _, seed := range []string{"gemini://h/~a/b", "gopher://h/0/users/a/", "gemini://h//a//", "gemini://h/%2F?%3F", "gopher://h/1"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, raw string) {
		key := KeyOf(raw)
		if strings.HasSuffix(strings.SplitN(key, "?", 2)[0], "/") {
			t.Errorf("%q has the key %q", raw, key)
		}
		if author := AuthorOf(key); !strings.HasPrefix(key, author) {
			t.Errorf("%q of %q lies not at %q", key, raw, author)
		}
	})
}
