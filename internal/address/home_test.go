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
		user := address.UserFolder(u)
		if want == "/" && user != "" || want != "/" && user != address.Home(u) {
			t.Errorf("user's folder of %s: %q", path, user)
		}
	}
}
