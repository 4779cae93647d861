package xmlread

import (
	"encoding/xml"
	"errors"
	"io"
	"strings"
	"testing"
)

// readAll reads all tokens, and returns how many there are.
func readAll(text string) (n int, err error) {
	d := NewDecoder(text)
	d.Strict = false
	for {
		if _, err := d.RawToken(); errors.Is(err, io.EOF) {
			return n, nil
		} else if err != nil {
			return n, err
		}
		n++
	}
}

func TestLongTag(t *testing.T) {
	for _, attribute := range []string{"a ", `a=""`, "a='' ", "a\n"} {
		if _, err := readAll("<x/><a " + strings.Repeat(attribute, maxMarks+1) + "/>"); !errors.Is(err, ErrLongTag) {
			t.Errorf("%d times %q: %v", maxMarks+1, attribute, err)
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
		if _, err := readAll(text); err != nil {
			t.Errorf("%.20s: %v", text, err)
		}
	}
}

// Within the bound the tokens are those of encoding/xml.
func TestTokens(t *testing.T) {
	const text = `<?xml version="1.0"?><a b="c"><d/>text &amp; text<![CDATA[<]]></a>`
	want := xml.NewDecoder(strings.NewReader(text))
	got := NewDecoder(text)
	for {
		a, aErr := want.Token()
		b, bErr := got.Token()
		if aErr != nil || bErr != nil {
			if !errors.Is(aErr, io.EOF) || !errors.Is(bErr, io.EOF) {
				t.Errorf("got %v, want %v", bErr, aErr)
			}
			return
		}
		if x, ok := a.(xml.StartElement); ok && x.Name != b.(xml.StartElement).Name {
			t.Errorf("got %v, want %v", b, a)
		}
	}
}
