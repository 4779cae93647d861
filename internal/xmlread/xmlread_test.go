package xmlread

import (
	"encoding/xml"
	"fmt"
	"strings"
	"testing"
)

// tokens writes the tokens of a document with their lines.
func tokens(text string) string {
	var b strings.Builder
	for line, token := range Tokens(text) {
		switch t := token.(type) {
		case xml.StartElement:
			fmt.Fprintf(&b, "%d<%s:%s %v> ", line, t.Name.Space, t.Name.Local, t.Attr)
		case xml.EndElement:
			fmt.Fprintf(&b, "%d</%s> ", line, t.Name.Local)
		case xml.CharData:
			fmt.Fprintf(&b, "%d%q ", line, t)
		}
	}
	return b.String()
}

func TestTokens(t *testing.T) {
	for text, want := range map[string]string{
		`<a b="c"><x:d/>text &amp; &eacute;<![CDATA[<]]></a>`: `1<:a [{{ b} c}]> 1<x:d []> 1</d> 1"text & é" 1"<" 1</a> `,
		"<a>\n<b>\n</c>":              `1<:a []> 1"\n" 2<:b []> 2"\n" 3</c> `,
		"a\x00\n<b\n=<c/>\n<d>":       "1\"a\\n\" 3<:c []> 3</c> 3\"\\n\" 4<:d []> ",
		"<a/>\n<!-- never -- ends\n<": "1<:a []> 1</a> 1\"\\n\" ",
		"1 < 2 <a>":                   `1"1 " 1<:a []> `,
		"":                            "",
	} {
		if got := tokens(text); got != want {
			t.Errorf("%q: %s, want %s", text, got, want)
		}
	}
}

func TestFirstFault(t *testing.T) {
	for text, want := range map[string]string{
		"<a>\n&eacute;</a>":        "0 ",
		"<a>\n&nothing;</a>":       "2 invalid character entity &nothing;",
		"<a>\n</b>":                "2 element <a> closed by </b>",
		"<a>\n":                    "2 unexpected EOF",
		"<a/>\n<b/>":               "2 a second root element",
		"<a/>\nb":                  "2 text outside of the root element",
		"<!DOCTYPE a>\n<a>":        "0 ",
		"\x08<a/>":                 "1 illegal character code U+0008",
		strings.Repeat("<a>", 1e5): "1 elements are nested too deep",
	} {
		line, fault := FirstFault(text, xml.HTMLEntity)
		if got := fmt.Sprint(line, " ", fault); got != want {
			t.Errorf("%.40q: %s, want %s", text, got, want)
		}
	}
}

func TestLongTag(t *testing.T) {
	for _, attribute := range []string{"a ", `a=""`, "a='' ", "a\n"} {
		long := "<x/><a " + strings.Repeat(attribute, maxMarks+1) + "/>"
		if _, fault := FirstFault(long, nil); fault == "" || strings.Contains(tokens(long), "<:a") {
			t.Errorf("%d times %q are read", maxMarks+1, attribute)
		}
	}
}

// What is long without having many attributes is read.
func TestLongTokens(t *testing.T) {
	long := strings.Repeat(`" `, maxMarks)
	for _, text := range []string{
		"<a>" + long + "</a>",
		"<a><![CDATA[" + long + "]]></a>",
		"<a><!--" + long + "--></a>",
		"<a>" + strings.Repeat(`<b c="d"/>`, maxMarks) + "</a>",
		`<a b="` + strings.Repeat("x", 10*maxMarks) + `"/>`,
	} {
		if line, fault := FirstFault(text, nil); fault != "" {
			t.Errorf("%.20s: %d: %s", text, line, fault)
		}
		if got := tokens(text); !strings.HasSuffix(got, "</a> ") {
			t.Errorf("%.20s: %.100s", text, got)
		}
	}
}

// Whatever a document holds, lines only grow, and stay within it.
func FuzzTokens(f *testing.F) {
	for _, text := range []string{"<a>\n<b\n=<c/>\n<d>", "<!-- a\n-- b\n<c>", "<a b='\n'>&x;\n</c></a>", "<?xml?>\n<![CDATA[\n]]>"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		last, lines := 1, 1+strings.Count(text, "\n")
		for line := range Tokens(text) {
			if line < last || line > lines {
				t.Errorf("line %d after %d of %d", line, last, lines)
			}
			last = line
		}
		if line, fault := FirstFault(text, nil); fault != "" && (line < 1 || line > lines) {
			t.Errorf("line %d of %d: %s", line, lines, fault)
		}
	})
}
