package feed

import (
	"bytes"
	"cmp"
	"regexp"
	"strings"
	"sync"
)

// DecodeXML returns an XML document in UTF-8. Its first bytes or its XML declaration name
// the charset, else it is the given one; "" is UTF-8. The declaration is blanked, since it
// no longer holds. The fault is an unknown charset, or bytes that are invalid in it. Text
// that is not XML is decoded by its byte order mark.
func DecodeXML(body []byte, charset string) (text string, fault *SyntaxError) {
	charset = cmp.Or(wideCharset(body), declaredCharset(body), charset)
	text, wrong := decode(body, charset)
	text = strings.TrimPrefix(text, "\uFEFF")
	if wrong {
		line := 1 + strings.Count(text[:max(0, strings.IndexRune(text, '\uFFFD'))], "\n")
		fault = &SyntaxError{line, "bytes that are not " + charsetName(charset)}
	}
	start := strings.Index(text, "<?xml ")
	if start < 0 || strings.TrimSpace(text[:start]) != "" {
		return text, fault
	}
	end := strings.Index(text, "?>")
	if end < 0 {
		return text, fault
	}
	lines := strings.Count(text[:end], "\n")
	if start > 0 {
		fault = &SyntaxError{1 + strings.Count(text[:start], "\n"), "the XML declaration is not at the beginning"}
	}
	return strings.Repeat("\n", lines) + text[end+2:], fault
}

// wideCharset returns the kind of UTF-16 in which the document begins, else "".
func wideCharset(body []byte) string {
	switch {
	case bytes.HasPrefix(body, []byte("\xff\xfe")), bytes.HasPrefix(body, []byte("<\x00")):
		return "utf-16le"
	case bytes.HasPrefix(body, []byte("\xfe\xff")), bytes.HasPrefix(body, []byte("\x00<")):
		return "utf-16be"
	}
	return ""
}

var declaration = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`<\?xml [^>]*?encoding[ \t\r\n=]*["']([^"'>]*)["']`)
})

// declaredCharset returns the encoding of the XML declaration in lower case, or "".
func declaredCharset(body []byte) string {
	m := declaration().FindSubmatch(body[:min(len(body), 512)])
	if m == nil || bytes.HasPrefix(bytes.ToLower(m[1]), []byte("utf-16")) {
		return "" // a mistake: in UTF-16 the declaration would not be found
	}
	return strings.ToLower(string(m[1]))
}
