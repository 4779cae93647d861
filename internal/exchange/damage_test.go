package exchange_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"gemsub/feed"
	"gemsub/internal/exchange"
	"gemsub/internal/model"
)

// urls are the URLs of a list's subscriptions, without the scheme.
func urls(l *exchange.List) []string {
	var out []string
	for _, s := range l.Subscriptions {
		out = append(out, strings.TrimPrefix(s.URL, "gemini://"))
	}
	return out
}

func TestDamagedFiles(t *testing.T) {
	t.Parallel()
	const broken = "XML is not well-formed: "
	tests := []struct {
		name     string
		kind     exchange.Kind
		data     string
		urls     []string
		problems []model.ImportLine
	}{
		{
			"OPML with a bare ampersand", exchange.OPML,
			"<opml><body>\n<outline xmlUrl='gemini://a/?x&y'/>\n<outline xmlUrl='gemini://b/'/>\n</body></opml>",
			[]string{"a/?x&y", "b/"},
			nil,
		},
		{
			"OPML with an open outline", exchange.OPML,
			"<opml><body>\n<outline text='g'>\n<outline xmlUrl='gemini://a/'>\n</body></opml>",
			[]string{"a/"},
			nil,
		},
		{
			"OPML with a control character", exchange.OPML,
			"<opml><body>\n<outline text='\x08' xmlUrl='gemini://a/'/></body></opml>",
			[]string{"a/"},
			nil,
		},
		{
			"OPML that ends too early", exchange.OPML,
			"<opml><body>\n<outline xmlUrl='gemini://a/'/>\n<outline xmlUrl='gemini://b",
			[]string{"a/"},
			[]model.ImportLine{refused(3, "", broken+"it ends too early")},
		},
		{
			"OPML with a fault inside folders", exchange.OPML,
			"<opml><body>\n<outline text='g'><outline xmlUrl='gemini://a/'/>\n<outline xmlUrl='gemini://b/'/>\n<<outline xmlUrl='gemini://c/'/></outline></body></opml>",
			[]string{"a/", "b/"},
			[]model.ImportLine{refused(4, "", broken+"expected element name after <")},
		},
		{
			"OPML nested too deep", exchange.OPML, "<opml>" + strings.Repeat("<outline>", 11_000), nil,
			[]model.ImportLine{refused(1, "", broken+"elements are nested too deep")},
		},
		{
			"OPML in an unknown encoding", exchange.OPML,
			"<?xml version='1.0' encoding='smoke'?><opml><outline xmlUrl='gemini://a/'/></opml>",
			[]string{"a/"},
			[]model.ImportLine{refused(1, "", "bytes that are not smoke")},
		},
		{
			"OPML with bytes of an encoding that it does not name", exchange.OPML,
			"<opml>\n<outline text='Caf\xE9' xmlUrl='gemini://a/'/></opml>",
			[]string{"a/"},
			[]model.ImportLine{refused(2, "", "bytes that are not utf-8")},
		},
		{
			"JSON with values of other types", exchange.Amfora,
			"{\"feeds\": null, \"pages\": {\"gemini://a/\": 1, \"gemini://b/\": {\"title\": []}}}",
			[]string{"a/", "b/"},
			nil,
		},
		{
			"Lagrange with other lines", exchange.Lagrange,
			"smoke\n\n[1]\nurl = \"gemini://a/\" # home\nx = {a = [[[\ntags = \".subscribed\"\n[2]\nurl = 7\n[2",
			[]string{"a/"},
			nil,
		},
		{
			"URLs that cannot be", exchange.URLs,
			"gemini:a\ngemini://\ngemini://a/\x01\n:x\n1x://a\nGemini://b/\n",
			[]string{"b/"},
			[]model.ImportLine{
				refused(1, "gemini:a", "line does not begin with a URL"),
				refused(2, "gemini://", "it has no host"),
				refused(3, "gemini://a/\ufffd", "it contains a space or control character"),
				refused(4, ":x", "line does not begin with a URL"),
				refused(5, "1x://a", "line does not begin with a URL"),
			},
		},
		{
			"a line without end", exchange.URLs, strings.Repeat("é", 1000), nil,
			[]model.ImportLine{refused(1, strings.Repeat("é", 98)+"…", "line does not begin with a URL")},
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			l := parse(t, tt.data, tt.kind)
			if diff := cmp.Diff(tt.urls, urls(l)); diff != "" {
				t.Errorf("URLs (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(tt.problems, l.Problems); diff != "" {
				t.Errorf("Problems (-want +got):\n%s", diff)
			}
		})
	}
}

func TestEncodings(t *testing.T) {
	t.Parallel()
	utf16 := func(s string) string {
		out := "\xFF\xFE"
		for _, r := range s {
			out += string([]byte{byte(r), byte(r >> 8)})
		}
		return out
	}
	const outline = "<opml><outline text='Caf\u00E9' xmlUrl='gemini://a/'/></opml>"
	tests := []struct {
		name, data string
		kind       exchange.Kind
		title      string
	}{
		{"Latin 1", "<?xml version='1.0' encoding='ISO-8859-1'?>" + strings.ReplaceAll(outline, "\u00E9", "\xE9"), exchange.OPML, "Café"},
		{"KOI8-R", "<?xml version='1.0' encoding=\"koi8-r\"?>" + strings.ReplaceAll(outline, "\u00E9", "\xC1"), exchange.OPML, "Cafа"},
		{"UTF-16", utf16("<?xml version='1.0' encoding='utf-16'?>" + outline), exchange.OPML, "Café"},
		{"UTF-16 in name only", "<?xml version='1.0' encoding='utf-16'?>" + outline, exchange.OPML, "Café"},
		{"entities", strings.ReplaceAll(outline, "\u00E9", "&eacute;&#x202E;&#233;"), exchange.OPML, "Caféé"},
		{"list in UTF-16", utf16("gemini://a/ ~Café\r\n"), exchange.URLs, "Café"},
		{"page with byte order mark", "\uFEFF=> gemini://a/ Café", exchange.Gemtext, "Café"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			want := []exchange.Subscription{sub(1, "gemini://a/", tt.title)}
			l := parse(t, tt.data, tt.kind)
			if diff := cmp.Diff(want, l.Subscriptions); diff != "" || len(l.Problems) > 0 {
				t.Errorf("Parse (-want +got):\n%s%v", diff, l.Problems)
			}
		})
	}
}

func TestBounds(t *testing.T) {
	t.Parallel()
	var nest, folders strings.Builder
	for range 50 {
		nest.WriteString("<outline text='" + strings.Repeat("x", nest.Len()%200) + "'>")
	}
	folders.WriteString("[1]\ntitle = \"a\"\nparent = 2\n[2]\ntitle = \"b\"\nparent = 1\n")
	folders.WriteString("[3]\nurl = \"gemini://a/\"\ntags = \".subscribed\"\nparent = 2\n")
	tests := []struct {
		name, data string
		kind       exchange.Kind
	}{
		{"groups", "<opml>" + nest.String() + "<outline xmlUrl='gemini://a/' category='" + strings.Repeat("a,b,", 99) + "'/>", exchange.OPML},
		{"folders inside one another", folders.String(), exchange.Lagrange},
		{"many tags", "gemini://a/ ~" + strings.Repeat("t", feed.MaxTitle+9) + strings.Repeat(" x1 x2", 20), exchange.URLs},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			l := parse(t, tt.data, tt.kind)
			if len(l.Subscriptions) != 1 {
				t.Fatalf("%d subscriptions, want 1: %v", len(l.Subscriptions), l.Problems)
			}
			checkSubscription(t, l.Subscriptions[0])
		})
	}
}

func TestEntriesAreBounded(t *testing.T) {
	t.Parallel()
	const n = 23_456
	many := func(scheme string) string {
		return "<opml>" + strings.Repeat("<outline xmlUrl='"+scheme+"://a/'/>", n) + "</opml>"
	}
	if l := parse(t, many("gemini"), exchange.OPML); len(l.Subscriptions) != exchange.MaxEntries || count(l) != n {
		t.Errorf("%d subscriptions, %d entries in all", len(l.Subscriptions), count(l))
	}
	if l := parse(t, many("https"), exchange.OPML); len(l.Problems) != exchange.MaxEntries || count(l) != n {
		t.Errorf("%d problems, %d entries in all", len(l.Problems), count(l))
	}
	if l := parse(t, strings.Repeat("gemini://a/\n-\n", n/2), exchange.URLs); len(l.Subscriptions)+len(l.Problems) != exchange.MaxEntries || count(l) != n {
		t.Errorf("%d subscriptions, %d problems, %d entries in all", len(l.Subscriptions), len(l.Problems), count(l))
	}
	if l := parse(t, strings.Repeat("[1]\n", n), exchange.Lagrange); len(l.Problems) != 1 || count(l) != exchange.MaxEntries+1 {
		t.Errorf("%d entries in all, problems %+v", count(l), l.Problems)
	}
}

// Feeds share the tags of their group, but not tags that are added to one of them.
func TestAddedTags(t *testing.T) {
	t.Parallel()
	l := parse(t, "<opml><outline text='g'><outline text='h'><outline text='i'>"+
		"<outline xmlUrl='gemini://a/' category='one'/><outline XMLURL='gemini://b/'/></outline></outline></outline></opml>", exchange.OPML)
	a, b := l.Subscriptions[0].Tags, l.Subscriptions[1].Tags
	_ = append(b, "two")
	if got := strings.Join(a, " "); got != "g h i one" {
		t.Errorf("the first feed has the tags %q", got)
	}
	if got := strings.Join(append(b, "three"), " "); got != "g h i three" {
		t.Errorf("the second feed has the tags %q", got)
	}
}
