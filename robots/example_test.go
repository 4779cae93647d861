package robots_test

import (
	"fmt"

	"gemsub/robots"
)

// Rules are tried in the order of the file, and the first match decides: "Allow: /a/b" has no
// effect after "Disallow: /a".
func ExamplePolicy_Decide() {
	policy := robots.Parse([]byte(`User-agent: webproxy
Disallow: /a
Allow: /a/b
Disallow: /a/b/c
`))
	proxy := robots.Agents{Virtual: []string{"webproxy"}}
	for _, path := range []string{"/a", "/abc", "/a/b", "/a/b/c", "/b"} {
		fmt.Println(path, policy.Decide(proxy, path).Allowed)
	}
	// Output:
	// /a false
	// /abc false
	// /a/b false
	// /a/b/c false
	// /b true
}

func ExamplePolicy_Decide_prefix() {
	for _, rule := range []string{"Disallow:", "Disallow: /", "Disallow: /foo"} {
		policy := robots.Parse([]byte("User-agent: *\n" + rule))
		fmt.Printf("%q refuses", rule)
		for _, path := range []string{"/foo", "/foobar", "/foo/bar/baz/", "/bar"} {
			if d := policy.Decide(robots.Agents{Name: "gemsub"}, path); !d.Allowed {
				fmt.Print(" ", path)
			}
		}
		fmt.Println()
	}
	// Output:
	// "Disallow:" refuses
	// "Disallow: /" refuses /foo /foobar /foo/bar/baz/ /bar
	// "Disallow: /foo" refuses /foo /foobar /foo/bar/baz/
}

// A reader of feeds is addressed by its virtual name; what that group does not
// state comes from the group for everyone.
func ExamplePolicy_Decide_virtualAgents() {
	policy := robots.Parse([]byte(`
# The GUS agent, plus any agent that identifies as an "indexer".
User-agent: GUS
Virtual-agent: indexer
Allow: /private/butpublic
Disallow: /private
Crawl-delay: 10

# Agents that fetch feeds should only grab every 6 hours.
Virtual-agent: feed
Disallow: /private
Check: 21600

User-agent: *
Disallow: /private
Crawl-delay: 20
`))
	for _, a := range []robots.Agents{
		{Name: "GUS"},
		{Name: "gemsub", Virtual: []string{"indexer"}},
		{Name: "gemsub", Virtual: []string{"feed"}},
	} {
		d := policy.Decide(a, "/private/butpublic")
		fmt.Printf("%q: allowed %v by %q of %q, line %d\n", a, d.Allowed, d.Rule, d.Group, d.Line)
		fmt.Println("delay", d.CrawlDelay, "check", d.Check)
	}
	// Output:
	// {"GUS" []}: allowed true by "Allow: /private/butpublic" of "User-agent: GUS", line 5
	// delay 10s check 0s
	// {"gemsub" ["indexer"]}: allowed true by "Allow: /private/butpublic" of "Virtual-agent: indexer", line 5
	// delay 10s check 0s
	// {"gemsub" ["feed"]}: allowed false by "Disallow: /private" of "Virtual-agent: feed", line 11
	// delay 20s check 6h0m0s
}
