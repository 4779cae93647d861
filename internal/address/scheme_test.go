package address

import (
	"strings"
	"testing"
)

// Each scheme has a port and a place for robots.txt that is requested first.
func TestSchemes(t *testing.T) {
	t.Parallel()
	if n := len(strings.Split(supported, ", ")); n != len(schemes) {
		t.Errorf("%d schemes are named, %d supported", n, len(schemes))
	}
	for name := range strings.SplitSeq(supported, ", ") {
		u, err := Parse(name + "://example.org/1/log")
		if err != nil {
			t.Fatal(err)
		}
		scheme, _ := schemeNamed(u.Scheme)
		all := RobotsURLs(u)
		if len(all) == 0 {
			t.Fatalf("%s has no place for robots.txt", name)
		}
		for _, robots := range all {
			if robots.Scheme != name || !strings.HasSuffix(robots.Path, "robots.txt") {
				t.Errorf("%s: robots.txt at %s", name, robots)
			}
		}
		if scheme.Port == "" || HostPort(u) != "example.org:"+scheme.Port {
			t.Errorf("%s: port %q, server %s", name, scheme.Port, HostPort(u))
		}
	}
}
