package robots_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"gemsub/robots"
)

func FuzzDecide(f *testing.F) {
	addCases(f, func(file string) { f.Add([]byte(file), "gemsub", "feed", "/log/a%20b?c") })
	f.Add([]byte("User-agent: a\rDisallow: %*%2\r\n\x00:#"), "A", "*", "%%2f")
	f.Fuzz(func(t *testing.T, file []byte, name, virtual, target string) {
		a := robots.Agents{Name: name, Virtual: []string{virtual}}
		d := robots.Parse(file).Decide(a, target)
		if diff := cmp.Diff(d, robots.Parse(file).Decide(a, target)); diff != "" {
			t.Errorf("the same file decides otherwise (-first +second):\n%s", diff)
		}
		if (d.Rule == "") != (d.Group == "") || (d.Rule == "") != (d.Line == 0) || d.Rule == "" && !d.Allowed {
			t.Errorf("%+v names a part of a rule only", d)
		}
		if d.CrawlDelay < 0 || d.Check < 0 || d.Check > robots.MaxCheck {
			t.Errorf("%+v is out of bounds", d)
		}
	})
}

// FuzzDisallowOnlyRefuses checks that another Disallow at the end of the last
// group never turns a refusal into an allowance.
func FuzzDisallowOnlyRefuses(f *testing.F) {
	addCases(f, func(file string) { f.Add(file, "/log", "/log/a") })
	f.Add("User-agent: gemsub", "/a", "/b")
	f.Add("Allow: /a*\rUser-agent: *\nDisallow: /", "$", "/a")
	f.Fuzz(func(t *testing.T, file, path, target string) {
		if len(file)+len(path) > robots.MaxSize/2 {
			return
		}
		a := agents("gemsub,feed,webproxy")
		before := robots.Parse([]byte(file)).Decide(a, target)
		// The slash keeps the value from being empty, which would allow.
		after := robots.Parse([]byte(file+"\nDisallow: /"+path)).Decide(a, target)
		if after.Allowed && !before.Allowed {
			t.Errorf("a Disallow turned %+v into %+v", before, after)
		}
	})
}

// addCases calls add with each robots.txt of the cases.
func addCases(f *testing.F, add func(file string)) {
	f.Helper()
	files, err := filepath.Glob(filepath.Join(caseDir, "*.txt"))
	if err != nil || len(files) == 0 {
		f.Fatalf("no cases in %s (%v)", caseDir, err)
	}
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		add(string(data))
	}
}
