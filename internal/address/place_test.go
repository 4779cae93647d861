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
			key := PageKey(raw)
			if author := AuthorOf(key); key != same.key || author != same.author {
				t.Errorf("%s has the key %q of author %q, not %q of %q", raw, key, author, same.key, same.author)
			}
		}
	}
}

// FuzzKey checks that no key ends in a slash, and that a key begins with its author.
func FuzzKey(f *testing.F) {
	for _, seed := range []string{"gemini://h/~a/b", "gopher://h/0/users/a/", "gemini://h//a//", "gemini://h/%2F?%3F", "gopher://h/1"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, raw string) {
		key := PageKey(raw)
		if strings.HasSuffix(strings.SplitN(key, "?", 2)[0], "/") {
			t.Errorf("%q has the key %q", raw, key)
		}
		if author := AuthorOf(key); !strings.HasPrefix(key, author) {
			t.Errorf("%q of %q lies not at %q", key, raw, author)
		}
	})
}

// The pages in a user's folder have another author than the rest of the capsule.
func TestAuthor(t *testing.T) {
	t.Parallel()
	for path, want := range map[string]string{
		"/": "", "/log/a.gmi": "", "/users": "", "/users/": "",
		"/~ann": "/~ann", "/~ann/": "/~ann", "/%7eann/log/?q": "/~ann", "/log/~ann/": "",
		"/users/ann": "/~ann", "/users/ann/log/": "/~ann", "/users/index.gmi": "",
		"/u/ann": "/~ann", "/user/ann/": "/~ann", "/home/a.nn/log": "/~a.nn", "/home/log.gmi": "",
		"/@ann/log.gmi": "/~ann", "/u": "", "/u//log": "", "/ann/": "",
	} {
		u, err := Parse("gemini://example.org:7000" + path)
		if err != nil {
			t.Fatal(err)
		}
		if got := AuthorOf(u.String()); got != "example.org:7000"+want {
			t.Errorf("author of %s: %s", path, got)
		}
	}
	// Over Gopher a folder does not contain the item type.
	for path, want := range map[string]string{
		"/": "", "/1/~ann/phlog": "/~ann", "/0/~ann/phlog/a.txt": "/~ann", "/0~ann/a.txt": "/~ann", "/1users/ann": "/~ann", "/0/log/a.txt": "",
	} {
		if got := AuthorOf("gopher://example.org" + path); got != "example.org"+want {
			t.Errorf("author of %s: %s", path, got)
		}
	}
}

// The nearness of a link is the length of the feed's folder, or 1 for the same author.
func TestNearness(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		feed, link string
		want       int
	}{
		{"gemini://h/log/", "gemini://h/log/a.gmi", len("gemini://h/log/")},
		{"gemini://h/log/index.gmi", "gemini://h/log/2026/a.gmi", len("gemini://h/log/")},
		{"gemini://h/log/", "gemini://h/logs/a.gmi", 1},
		{"gemini://h/~ann", "gemini://h/~ann/a.gmi", len("gemini://h/~ann/")},
		{"gemini://h/~ann/", "gemini://h/~bob/a.gmi", 0},
		{"gemini://h/~ann/", "gopher://h/0/users/ann/a.txt", 1},
		{"gopher://h/1/phlog", "gopher://h/0phlog/a.txt", len("gopher://h/phlog/")},
		{"gopher://h/0/phlog/feed.txt", "gopher://h/0/phlog/a.txt", len("gopher://h/phlog/")},
		{"gemini://h/", "gemini://h:1966/", 0},
		// What one server decodes, another does not: such a path is in no folder but a whole authority.
		{"gemini://h/~good/", "gemini://h/~good/..%2F~evil%2Fa.gmi", 0},
		{"gemini://h/~good/..%2F~evil%2Ffeed.xml", "gemini://h/~good/a.gmi", 0},
		{"gemini://h/~good/..%2F~evil%2Ffeed.xml", "gemini://h/~good/..%2F~evil%2Fa.gmi", 0},
		{"gemini://h/~good/", "gemini://h/~good/%5C..%5Ca.gmi", 0},
		{"gemini://h/~good/", "gemini://h/~good/a%252F..%252Fb", 0},
		{"gopher://h/1/~good/", "gopher://h/0/~good/../~evil/a", 0},
		{"gopher://h/1/~good/", "gopher://h/0/~good/%2E%2E/~evil/a", 0},
		{"gopher://h/1/~good/", `gopher://h/0/~good/..\~evil\a`, 0},
		{"gopher://h/1/~good/./feed", "gopher://h/0/~good/./a", 0},
		{"gemini://h/feed.xml", "gemini://h/~good/..%2F~evil%2Fa.gmi", len("gemini://h/")},
		{"gemini://h/log/", "gemini://h/log/...and%20100%25.gmi", len("gemini://h/log/")},
		{"gemsub:later", "urn:a:b", 0},
		{"gemsub:later", "gemini://h/", 0},
	} {
		if got := Nearness(test.feed, test.link); got != test.want {
			t.Errorf("%s is %d near to %s, want %d", test.link, got, test.feed, test.want)
		}
	}
}

// A page that servers may find at different places has no author but itself.
func TestUnclearAuthor(t *testing.T) {
	t.Parallel()
	for _, page := range []string{
		"gemini://h/~good/..%2F~evil%2Fa.gmi", `gopher://h/0/~good/..\a`, "gopher://h/0/~good/../a", "gemini://h/%5C~good/a", "gemini://h/a%2Fb",
	} {
		author := AuthorOf(page)
		for _, other := range []string{"gemini://h/", "gemini://h/~good/", "gemini://h/~evil/", page + "x"} {
			if author == AuthorOf(other) {
				t.Errorf("%s and %s have the author %s", page, other, author)
			}
		}
		if HasClearPath(page) || author != AuthorOf(PageKey(page)) {
			t.Errorf("%s is clear, or has two authors", page)
		}
	}
	for _, page := range []string{"gemini://h/", "gemini://h", "gopher://h/1", "gemini://h/a%20b/...?x%2Fy", "mailto:x", "gemini://h/100%25"} {
		if !HasClearPath(page) {
			t.Errorf("%s is not clear", page)
		}
	}
}
