package robots_test

import (
	"os"
	"path/filepath"
	"testing"

	"gemsub/robots"
)

// The proposal of 2019 says of selectors: every Disallow counts and is matched from the
// selector's beginning, nothing is decoded, and "$" is an ordinary character.
func TestGopher(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ file, selector, want string }{
		{"Disallow: /", "/phlog", "refused by line 1, Disallow: /, for every robot"},
		{"Disallow: /", "phlog", "allowed by no rule"},
		{"Disallow: /", "", "allowed by no rule"},
		{"Disallow: /", "robots.txt", "allowed by no rule"},
		{"Disallow: phlog", "/phlog", "allowed by no rule"},
		{"Disallow: phlog", "phlog/a", "refused by line 1, Disallow: phlog, for every robot"},
		{"Disallow: */", "a/b", "refused by line 1, Disallow: */, for every robot"},
		{"Disallow: */", "ab", "allowed by no rule"},
		{"Disallow: *", "", "refused by line 1, Disallow: *, for every robot"},
		{"Disallow: /*.jpg*/x", "/a.jpg/y/x", "refused by line 1, Disallow: /*.jpg*/x, for every robot"},
		{"Disallow: /a*c", "/a\nbc", "refused by line 1, Disallow: /a*c, for every robot"},
		{"Disallow: /a$", "/a", "allowed by no rule"},
		{"Disallow: /a$", "/a$b", "refused by line 1, Disallow: /a$, for every robot"},
		{"Disallow: /a%20b", "/a b", "allowed by no rule"},
		{"Disallow: /a b", "/a bc", "refused by line 1, Disallow: /a b, for every robot"},
		{"Disallow: /Gr\xfcn", "/Gr\xfcn/a", "refused by line 1, Disallow: /Gr\ufffdn, for every robot"},
		{"Disallow:\t  /a", "/ab", "refused by line 1, Disallow:\t  /a, for every robot"},
		{"Disallow:/a", "/ab", "refused by line 1, Disallow:/a, for every robot"},
		{"disallow : /a", "/ab", "refused by line 1, disallow : /a, for every robot"},
		{"Disallow: /a # all\r\nDisallow: /b#c\r\n", "/b", "refused by line 2, Disallow: /b, for every robot"},
		{"#Disallow: /a", "/a", "allowed by no rule"},
		{"Disallow:\nDisallow: # none", "/a", "allowed by no rule"},
		{"User-agent: OtherBot\nDisallow: /a\n\nUser-agent: gemsub\nDisallow: /b\nAllow: /a", "/a", "refused by line 2, Disallow: /a, for every robot"},
		{"Allow: /a\nDisallow: /a", "/a", "refused by line 2, Disallow: /a, for every robot"},
		{"User-agent: *\nDisallow: /\nCrawl-delay: 5\nCrawl-delay: 20", "x", "allowed by no rule; crawl-delay 20s"},
		{"\ufeffDisallow: /a", "/a", "refused by line 1, Disallow: /a, for every robot"},
		{"iDisallow: /a\tx\tnull.host\t1", "/a", "allowed by no rule"},
		{"", "/a", "allowed by no rule"},
	} {
		if got := describe(robots.ParseGopher([]byte(tt.file)).Decide(agents("gemsub,feed"), tt.selector)); got != tt.want {
			t.Errorf("%q, %q: got %s, want %s", tt.file, tt.selector, got, tt.want)
		}
	}
}

// The test reads real files if they lie beside the checkout.
func TestRealGopherFiles(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ file, selector, want string }{
		{"jamestomasino__gopher.black__robots.txt", "/phlog", "refused by line 2, Disallow: /, for every robot"},
		{"jamestomasino__gopher.black__robots.txt", "", "allowed by no rule"},
		{"michael-lazar__hn-gopher__hn-gopher_var_gopher_robots.txt", "/live/items/1", "refused by line 2, Disallow: /live, for every robot"},
		{"michael-lazar__hn-gopher__hn-gopher_var_gopher_robots.txt", "/about", "allowed by no rule"},
	} {
		data, err := os.ReadFile(filepath.Join("../../shared/gopher/robots", tt.file))
		if os.IsNotExist(err) {
			t.Logf("no real files: %v", err)
			return
		}
		if err != nil {
			t.Fatal(err)
		}
		if got := describe(robots.ParseGopher(data).Decide(agents("gemsub,feed"), tt.selector)); got != tt.want {
			t.Errorf("%s, %q: got %s, want %s", tt.file, tt.selector, got, tt.want)
		}
	}
}

// FuzzGopher checks that another Disallow never allows more.
func FuzzGopher(f *testing.F) {
	f.Add("Disallow: */a\r\n# b\nCrawl-delay: 3", "/b", "/b/a")
	f.Fuzz(func(t *testing.T, file, pattern, selector string) {
		if len(file)+len(pattern) > robots.MaxSize/2 {
			return
		}
		a := agents("gemsub")
		before := robots.ParseGopher([]byte(file)).Decide(a, selector)
		after := robots.ParseGopher([]byte(file+"\nDisallow: "+pattern)).Decide(a, selector)
		if after.Allowed && !before.Allowed {
			t.Errorf("a Disallow turned %+v into %+v", before, after)
		}
		if (before.Rule == "") != before.Allowed || (before.Line == 0) != before.Allowed {
			t.Errorf("%+v names no rule", before)
		}
	})
}
