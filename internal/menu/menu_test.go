package menu_test

import (
	"bytes"
	"net/url"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"gemsub/internal/hostile"
	"gemsub/internal/menu"
)

var base = &url.URL{Scheme: "gopher", Host: "example.org:7070", Path: "/1/phlog"}

// Lines with missing, extra or invalid fields are read as far as possible.
func TestItems(t *testing.T) {
	t.Parallel()
	for line, want := range map[string]string{
		"0A post\t/a.txt\texample.org\t70":                 "0 A post gopher://example.org/0/a.txt",
		"0A post\t/a.txt\texample.org\t7070\t+":            "0 A post gopher://example.org:7070/0/a.txt",
		"0A post\t/a.txt\tEXAMPLE.com\t070":                "0 A post gopher://example.com/0/a.txt",
		"0A post\t/a.txt":                                  "0 A post gopher://example.org:7070/0/a.txt",
		"0A post\t/a.txt\t\t":                              "0 A post gopher://example.org:7070/0/a.txt",
		"0A post\t/a.txt\texample.com\tseventy":            "0 A post gopher://example.com/0/a.txt",
		"0A post\t/a.txt\texample.com\t99999":              "0 A post gopher://example.com/0/a.txt",
		"0A post\t/a.txt\tnot a host\t70":                  "0 A post ",
		"0A post\t/a.txt\tlocalhost\t70":                   "0 A post gopher://example.org/0/a.txt",
		"0A post\t/a.txt\t[::1]\t70":                       "0 A post gopher://[::1]/0/a.txt",
		"0A post\t/a.txt\t[::1\t70":                        "0 A post gopher://[::1]/0/a.txt",
		"0a\tb\rc\texample.org\t70":                        "i a ",
		"0a\tb\x00c\texample.org\t70":                      "i a ",
		"1\t\texample.org\t70":                             "1  gopher://example.org/",
		"0../..\t../../a\texample.org\t70":                 "0 ../.. gopher://example.org/0../../a",
		"0Grün\t/Gr\xfcn\texample.org\t70":                 "0 Grün gopher://example.org/0/Gr%FCn",
		"hWeb\tURL:https://a.example/b c\tx\t70":           "h Web https://a.example/b%20c",
		"hWeb\t/URL:https://a.example/\tx\t70":             "h Web https://a.example/",
		"hPage\t/a.html\texample.org\t70":                  "h Page gopher://example.org/h/a.html",
		"7Find\t/find\texample.org\t70":                    "7 Find gopher://example.org/7/find",
		"iText\t/x\tnull.host\t1":                          "i Text ",
		"0\x1b[31mRed\x1b[0m\x07\t/a.txt\texample.org\t70": "0 Red\uFFFD gopher://example.org/0/a.txt",
		"iText":                                  "i Text ",
		"\ufeff0A post\t/a.txt\texample.org\t70": "0 A post gopher://example.org/0/a.txt",
		"Prose without tabs":                     "i Prose without tabs ",
		"3Not there\t\terror.host\t1":            "3 Not there ",
		"ZUnknown\t/x\texample.org\t70":          "i Unknown ",
		"0Long\t" + strings.Repeat("a", 2000) + "\texample.org\t70": "0 Long ",
		"":     "i  ",
		"\t0":  "i 0 ",
		"0\t":  "0  gopher://example.org:7070/0",
		"0a\t": "0 a gopher://example.org:7070/0",
	} {
		line = strings.ReplaceAll(line, "Grün", "Gr\xfcn") // ISO-8859-1 throughout
		var got string
		for _, item := range menu.Read(base, []byte(line+"\r\n")) {
			got += string(item.Type) + " " + item.Label + " " + item.URL(base)
		}
		if got != want {
			t.Errorf("%q: got %q, want %q", line, got, want)
		}
	}
}

// If a menu came over TLS, items on the same server are requested over TLS too.
func TestURLOverTLS(t *testing.T) {
	t.Parallel()
	secure := &url.URL{Scheme: "gophers", Host: "example.org", Path: "/"}
	var urls []string
	for _, item := range menu.Read(secure, []byte("0a\t/a\texample.org\t70\n0b\t/b\texample.com\t70\n")) {
		urls = append(urls, item.URL(secure))
	}
	if want := []string{"gophers://example.org/0/a", "gopher://example.com/0/b"}; !slices.Equal(urls, want) {
		t.Errorf("got %q, want %q", urls, want)
	}
}

func TestGemtext(t *testing.T) {
	t.Parallel()
	got := menu.Gemtext(base, []byte("\r\niOne\t\tx\t1\r\ni```\t\tx\t1\r\ni\t\tx\t1\r\n0Post \t/a b\texample.org\t70\r\niEnd\r\n"))
	want := "\n```\nOne\n ```\n```\n\n=> gopher://example.org/0/a%20b Post\n```\nEnd\n```\n"
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestDecodeDots(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		"a\r\n..b\r\n.\r\n": "a\r\n.b\r\n",
		"..a\n.\n":          ".a\n",
		"a\n.":              "a\n",
		".\r\n":             "",
		"..a\nb\n":          "..a\nb\n",
		"a\n.\nb\n":         "a\n.\nb\n",
		"a\n...\n":          "a\n...\n",
		"end.\n":            "end.\n",
		"":                  "",
	} {
		if got := string(menu.DecodeDots([]byte(in))); got != want {
			t.Errorf("%q: got %q, want %q", in, got, want)
		}
	}
}

// gophernicusHTML is Gophernicus's answer for a page that does not exist.
const gophernicusHTML = `<!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 3.2 Final//EN">
<HTML>
<HEAD>
  <META HTTP-EQUIV="Content-Type" CONTENT="text/html;charset=iso-8859-1">
  <TITLE>Error: File or directory not found! (null)</TITLE>
</HEAD>
<BODY>
<STRONG>Error: File or directory not found! (null)</STRONG>
<PRE></PRE>
</BODY>
</HTML>
`

// Servers send these answers for a selector that does not exist.
func TestRefusal(t *testing.T) {
	t.Parallel()
	const gophernicus = "___________________________________________________________________\r\n                 Gophered by Gophernicus/3.1.1 on Debian/12 x86_64\r\n"
	for in, want := range map[string]string{
		"3'/x' does not exist (no handler found)\t\terror.host\t1\r\n":                              "'/x' does not exist (no handler found)",
		"3Sorry, but the requested token '/x' could not be found.\tErr\thost\t70\r\n.\r\n":          "Sorry, but the requested token '/x' could not be found.",
		"3Error: File or directory not found! (null)\tTITLE\tnull.host\t1\r\ni\t\tnull.host\t1\r\n": "Error: File or directory not found! (null)",
		"Error: File or directory not found! (null)\r\n":                                            "File or directory not found!",
		"Error: Access denied! (null)\r\n" + gophernicus:                                            "Access denied!",
		gophernicusHTML: "File or directory not found!",
		strings.Replace(gophernicusHTML, "</BODY>", strings.Repeat("I laughed. ", 200)+"</BODY>", 1): "-",
		"3\t\t\t": "",
		"Error: File or directory not found!\n" + strings.Repeat("I laughed. ", 200): "-",
		"Error: too much coffee!\n":                                   "-",
		"3 things I did today\n":                                      "-",
		"3 things\tI did\n\nToday.\n":                                 "-",
		"iWelcome\t\tx\t1\r\n3Broken\t\tx\t1\r\n0Post\t/a\tx\t70\r\n": "-",
		"iWelcome\t\tx\t1\r\n":                                        "-",
		"":                                                            "-",
	} {
		if got := refusal(in, false); got != want {
			t.Errorf("%q: got %q, want %q", in, got, want)
		}
	}
	for in, want := range map[string]string{ // in place of a menu
		"3Not found\r\n.\r\n":      "Not found",
		"iSorry\r\n3Not found\r\n": "Not found",
		"3 things\nI did today.\n": "-",
		"3Not found\n1Home\t/\n":   "-",
	} {
		if got := refusal(in, true); got != want {
			t.Errorf("%q: got %q, want %q", in, got, want)
		}
	}
}

// refusal returns the text of a refusal, "-" for none.
func refusal(body string, isMenu bool) string {
	if text, refused := menu.Refusal([]byte(body), isMenu); refused {
		return text
	}
	return "-"
}

func FuzzItems(f *testing.F) {
	f.Add([]byte("0A post\t/a.txt\texample.org\t70\r\niText\t\tnull.host\t1\r\n.\r\n"))
	f.Add([]byte("hWeb\tURL:https://a.example/\tx\t70\n3No\t\t\t\n\xff\t\x00"))
	f.Fuzz(func(t *testing.T, body []byte) {
		for _, item := range menu.Read(base, body) {
			link := item.URL(base)
			if u, err := url.Parse(link); link != "" && item.Selector != "" && err == nil && u.Scheme == "gopher" {
				if _, web := item.Web(); !web && u.Path[2:] != item.Selector {
					t.Errorf("selector %q became %q", item.Selector, link)
				}
			}
			if !utf8.ValidString(item.Label) {
				t.Errorf("label %q", item.Label)
			}
		}
		text := menu.Gemtext(base, body)
		if strings.Count(text, "\n```")+strings.Count(text[:min(3, len(text))], "```") > 2*len(body)+2 {
			t.Errorf("%d bytes became %d", len(body), len(text))
		}
		menu.OnMainHost(menu.WithoutFooter(menu.Read(base, body)))
		menu.Refusal(menu.DecodeDots(body), true)
	})
}

// FuzzText checks that DecodeDots restores a text that a server sent as RFC 1436 says.
func FuzzText(f *testing.F) {
	f.Add([]byte("One\r\n.\r\n..two\n"))
	f.Add([]byte("Error: File or directory not found!\r\n"))
	f.Fuzz(func(t *testing.T, text []byte) {
		if len(text) > 0 && text[len(text)-1] != '\n' {
			text = append(text, '\n')
		}
		var sent []byte
		for line := range bytes.Lines(text) {
			if line[0] == '.' {
				sent = append(sent, '.')
			}
			sent = append(sent, line...)
		}
		if got := menu.DecodeDots(append(sent, ".\r\n"...)); !bytes.Equal(got, text) {
			t.Errorf("%q became %q", text, got)
		}
		if said, refused := menu.Refusal(text, false); !refused && said != "" || len(said) > len(text) {
			t.Errorf("%q says %q", text, said)
		}
	})
}

// read calls every function that reads a menu.
func read(body []byte) {
	menu.Gemtext(base, menu.DecodeDots(body))
	menu.OnMainHost(menu.WithoutFooter(menu.Read(base, body)))
	menu.Refusal(body, true)
}

func TestHostileShapes(t *testing.T) { hostile.Check(t, read) }
