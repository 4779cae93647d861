package robots_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"
	"time"

	"gemsub/robots"
)

// corpusDir holds real files, beside a checkout of the project where there are
// any. They are not copied, as most carry no licence.
const corpusDir = "../../shared/corpus"

// corpusFile returns a file of the corpus. If the file is absent, it logs that and returns false.
func corpusFile(tb testing.TB, name string) ([]byte, bool) {
	tb.Helper()
	data, err := os.ReadFile(filepath.Join(corpusDir, name))
	if os.IsNotExist(err) {
		tb.Logf("the corpus is absent: %v", err)
		return nil, false
	}
	if err != nil {
		tb.Fatal(err)
	}
	return data, true
}

func TestCorpusFiles(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob(filepath.Join(corpusDir, "robots", "*"))
	if err != nil {
		t.Fatal(err)
	}
	if len(files) == 0 {
		t.Logf("the corpus is absent: no files in %s/robots", corpusDir)
	}
	for _, file := range files {
		policy := robots.Parse([]byte(readFile(t, file)))
		if d := policy.Decide(agents("gemsub,feed"), "/gemlog/"); d.Rule == "" != (d.Line == 0) {
			t.Errorf("%s: %+v names a part of a rule only", filepath.Base(file), d)
		}
	}
}

func TestCorpusDecisions(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		file, agents, target string
		want                 string
	}{
		{"conorreid__voidpoems__robots.txt", "gemsub,feed", "/a", "allowed by no rule"},
		{"conorreid__voidpoems__robots.txt", "gemsub,feed,webproxy", "/a", "refused by line 3, Disallow: /, for User-agent: webproxy"},
		{"elektito__gemplex__capsule__robots.txt", "gemsub,feed", "/search?beans", "refused by line 1, Disallow: /search, for User-agent: *"},
		{"elektito__gemplex__capsule__robots.txt", "gemsub,feed", "/about", "allowed by no rule"},
		{"krixano__geminiserver__src__gemini__gemini.go_embedded_robots.txt", "gemsub,indexer", "/github/repo/a/b/files/c", "refused by line 8, Disallow: /github/repo/*/files, for User-agent: indexer"},
		{"krixano__geminiserver__src__gemini__gemini.go_embedded_robots.txt", "gemsub,feed", "/youtube", "allowed by no rule"},
		{"Misterio77__website___src__robots.txt", "gemsub,feed", "/git/", "refused by line 2, Disallow: /git/*, for User-agent: *"},
		{"nytpu__gemini.nytpu.com__robots.txt", "gemsub,feed", "/gemlog/", "allowed by no rule"},
		{"nytpu__gemini.nytpu.com__robots.txt", "gemsub,feed", "/gemlog/template.gmi", "refused by line 3, Disallow: /gemlog/template.gmi, for User-agent: *"},
		{"omar-polo__blog__src__blog__core.clj_embedded_robots.txt", "gemsub,archiver", "/cgi/man/ls", "refused by line 9, Disallow: /cgi/man/, for User-agent: archiver"},
		{"osiris__osiux.gitlab.io__html__robots.txt", "gemsub,feed", "/", "allowed by line 3, Disallow:, for User-agent: *; crawl-delay 10s"},
		{"rsdoiel__rsdoiel.github.io__robots.txt", "gemsub,feed", "/", "allowed by line 3, Allow: /, for User-agent: *"},
		{"Seirdy__seirdy.one__static__robots.txt", "gemsub,feed", "/notes/", "allowed by no rule"},
		{"Seirdy__seirdy.one__static__robots.txt", "MJ12bot", "/misc/", "refused by line 5, Disallow: /misc/, for User-agent: *; crawl-delay 10s"},
		{"spc476__GLV-1.12556__share__robots.txt", "gemsub,feed", "/", "refused by line 21, Disallow: /, for User-agent: *"},
	} {
		data, ok := corpusFile(t, filepath.Join("robots", test.file))
		if !ok {
			return
		}
		got := describe(robots.Parse(data).Decide(agents(test.agents), test.target))
		if got != test.want {
			t.Errorf("%s, %s as %s:\n got %s\nwant %s", test.file, test.target, test.agents, got, test.want)
		}
	}
}

// pythonCase is a case of CPython's urllib.robotparser.
type pythonCase struct {
	Test, Robots, Agent, URL string
	Allowed                  bool
	CrawlDelay               *float64 `json:"crawl_delay"` // instead of URL and Allowed
}

// pythonDiffers maps each case in which this package decides differently to the reason.
var pythonDiffers = map[pythonKey]string{
	{"DifferentAgentTest", "/tmp"}:             wholeNames,
	{"DifferentAgentTest", "/tmp.html"}:        wholeNames,
	{"DifferentAgentTest", "/tmp/a.html"}:      wholeNames,
	{"DifferentAgentTest", "/a%3cd.html"}:      wholeNames,
	{"DifferentAgentTest", "/a%3Cd.html"}:      wholeNames,
	{"DifferentAgentTest", "/a%2fb.html"}:      wholeNames,
	{"DifferentAgentTest", "/~joe/index.html"}: wholeNames,
	{"DifferentAgentTest", ""}:                 wholeNames,

	{"UserAgentGoogleMobileTest", "/something.jpg"}: wholeNames,

	{"UseFirstUserAgentWildcardTest", "/another/path"}: "groups for the same agent are merged, there the first alone counts",
}

type pythonKey struct{ test, url string }

const wholeNames = "names are compared whole, there a part of the agent's name is enough"

func TestPythonSuite(t *testing.T) {
	t.Parallel()
	data, ok := corpusFile(t, "robots_suites/cpython_robotparser.json")
	if !ok {
		return
	}
	var suite struct{ Cases []pythonCase }
	if err := json.Unmarshal(data, &suite); err != nil {
		t.Fatal(err)
	}
	differ := 0
	for _, c := range suite.Cases {
		reason, expected := pythonDiffers[pythonKey{c.Test, c.URL}]
		if expected {
			differ++
		}
		if agrees := c.agrees(); agrees == expected {
			t.Errorf("%s: %s as %s: agrees %v, known to differ %v (%s)", c.Test, c.URL, c.Agent, agrees, expected, reason)
		}
	}
	if len(suite.Cases) == 0 || differ != len(pythonDiffers) {
		t.Errorf("%d cases, of which %d of the %d that differ", len(suite.Cases), differ, len(pythonDiffers))
	}
}

// agrees reports whether this package decides the case as Python does.
func (c pythonCase) agrees() bool {
	d := robots.Parse([]byte(c.Robots)).Decide(robots.Agents{Name: c.Agent}, c.URL)
	if c.CrawlDelay != nil {
		return d.CrawlDelay == time.Duration(*c.CrawlDelay*float64(time.Second))
	}
	return d.Allowed == c.Allowed
}
