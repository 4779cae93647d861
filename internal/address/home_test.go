package address_test

import (
	"testing"

	"gemsub/internal/address"
)

func TestHome(t *testing.T) {
	t.Parallel()
	for path, want := range map[string]string{
		"/": "/", "/log/a.gmi": "/", "/users": "/", "/users/": "/",
		"/~ann": "/~ann/", "/~ann/": "/~ann/", "/%7eann/log/?q": "/~ann/", "/log/~ann/": "/",
		"/users/ann": "/users/ann/", "/users/ann/log/": "/users/ann/", "/users/index.gmi": "/",
		"/u/ann": "/u/ann/", "/user/ann/": "/user/ann/", "/home/a.nn/log": "/home/a.nn/", "/home/log.gmi": "/",
		"/@ann/log.gmi": "/@ann/", "/u": "/", "/u//log": "/", "/ann/": "/",
	} {
		u, err := address.Parse("gemini://example.org:7000" + path)
		if err != nil {
			t.Fatal(err)
		}
		if got := address.Home(u); got != "gemini://example.org:7000"+want {
			t.Errorf("home of %s: %s", path, got)
		}
	}
}

// Over Gopher the item type is no part of a folder.
func TestHomeOfSelectors(t *testing.T) {
	t.Parallel()
	for path, want := range map[string]string{
		"/": "/", "/1/~ann/phlog": "/~ann/", "/0/~ann/phlog/a.txt": "/~ann/", "/0~ann/a.txt": "/~ann/",
		"/1users/ann": "/users/ann/", "/0/log/a.txt": "/",
	} {
		u, err := address.Parse("gopher://example.org" + path)
		if err != nil {
			t.Fatal(err)
		}
		if got := address.Home(u); got != "gopher://example.org/1"+want {
			t.Errorf("home of %s: %s", path, got)
		}
	}
}
