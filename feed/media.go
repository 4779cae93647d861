package feed

import (
	"bytes"
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/htmlindex"
	"golang.org/x/text/encoding/ianaindex"
	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/language"
	"golang.org/x/text/transform"

	"gemsub/internal/menu"
	"gemsub/internal/words"
)

// A MediaTypeError reports a document that cannot be read as a feed because of its media
// type.
type MediaTypeError struct {
	// MediaType is from the response, without parameters.
	MediaType string
	// IsDated says that the document is a text with dated links, which [Gemtext] reads.
	IsDated bool
}

// Error names the media type.
func (e *MediaTypeError) Error() string {
	return fmt.Sprintf("not a page or feed: media type %s (supported: text/gemini, Gopher menus, Atom, RSS, JSON Feed, twtxt, texts with dated headings)", safeTitle(e.MediaType))
}

// A meta is a parsed META: a media type and its parameters.
type meta struct {
	mediaType string // lower case, without parameters; empty for text/gemini
	charset   string // lower case, empty for UTF-8
	lang      string // a BCP 47 tag, empty if unknown
}

// parseMeta reads the META of a successful response. People write META by hand, so parseMeta
// ignores unreadable parts.
func parseMeta(s string) meta {
	mediaType, rest, _ := strings.Cut(s, ";")
	params := map[string]string{}
	for param := range strings.SplitSeq(rest, ";") {
		name, value, _ := strings.Cut(param, "=")
		params[strings.ToLower(strings.TrimSpace(name))] = strings.Trim(value, " \t\"")
	}
	return meta{
		mediaType: strings.ToLower(strings.TrimSpace(mediaType)),
		charset:   strings.ToLower(params["charset"]),
		lang:      firstLanguage(params["lang"]),
	}
}

func (m meta) isGemtext() bool {
	return m.mediaType == "" || m.mediaType == "text/gemini"
}

// isMenu reports whether the document is a Gopher menu.
func (m meta) isMenu() bool { return m.mediaType == menu.MediaType }

func (m meta) isMarkdown() bool {
	return m.mediaType == "text/markdown" || m.mediaType == "text/x-markdown"
}

// isText reports whether the document can be read line by line.
func (m meta) isText() bool {
	return m.mediaType == "" || strings.HasPrefix(m.mediaType, "text/") || m.isMenu()
}

// isSyndicated reports whether the media type is usual for Atom, RSS or JSON feeds.
func (m meta) isSyndicated() bool {
	switch m.mediaType {
	case "application/atom+xml", "application/rss+xml", "application/rdf+xml", "application/xml", "text/xml",
		"application/feed+json", "application/json":
		return true
	}
	return false
}

// DecodeBody returns the media type in the META of a response, in lower case, "" for none, and the
// body in UTF-8. DecodeBody cannot fail: an unknown charset is read as UTF-8, and invalid bytes
// become U+FFFD.
func DecodeBody(meta string, body []byte) (mediaType, text string) {
	m := parseMeta(meta)
	text, _ = decode(body, m.charset)
	return m.mediaType, text
}

// firstLanguage returns the first of a list of languages, since Atom allows only one, or "" if the
// first is not a BCP 47 tag.
func firstLanguage(list string) string {
	first, _, _ := strings.Cut(list, ",")
	tag, err := language.Parse(strings.TrimSpace(first))
	if err != nil || first == "" {
		return ""
	}
	return tag.String()
}

// decode converts a body to UTF-8. An unknown charset is read as UTF-8, and invalid bytes become
// U+FFFD. In both cases wrong is true.
func decode(body []byte, charset string) (doc string, wrong bool) {
	isUTF8 := slices.Contains([]string{"", "utf-8", "utf8", "us-ascii", "ascii"}, charset)
	if enc := encodingOf(charset); enc != nil && !isUTF8 {
		out, _, err := transform.Bytes(unicode.BOMOverride(enc.NewDecoder()), body)
		if err == nil {
			return string(out), bytes.ContainsRune(out, utf8.RuneError) && !bytes.ContainsRune(body, utf8.RuneError)
		}
	}
	return strings.ToValidUTF8(string(body), "\uFFFD"), !isUTF8 || !utf8.Valid(body)
}

// encodingOf returns the encoding of a charset by the names that browsers and IANA use, nil for an
// unknown name.
func encodingOf(charset string) encoding.Encoding {
	if enc, err := htmlindex.Get(charset); err == nil {
		return enc
	}
	enc, _ := ianaindex.IANA.Encoding(strings.ReplaceAll(charset, "_", "-")) // nil also for a known charset that x/text cannot decode
	return enc
}

// PostText returns the text of a post to store and show: the body in UTF-8, as from [DecodeBody],
// made safe and cut by [CutSafeText]. The text is empty if the document is not text. Without a media
// type in META, mediaType is "text/gemini".
func PostText(meta string, body []byte, limit int) (mediaType, text string, cut bool) {
	m := parseMeta(meta)
	mediaType = cmp.Or(safeTitle(m.mediaType), "text/gemini")
	if !m.isText() {
		return mediaType, "", false
	}
	text, _ = decode(body, m.charset)
	text, cut = CutSafeText(text, limit)
	return mediaType, text, cut
}

// CutSafeText returns s as safe lines (see [words.SafeText]), each with a newline, cut to limit
// bytes in all. It reports whether something was cut off.
func CutSafeText(s string, limit int) (text string, cut bool) {
	s = words.SafeText(s)
	if s != "" && !strings.HasSuffix(s, "\n") {
		s += "\n"
	}
	if len(s) <= limit {
		return s, false
	}
	s = words.SafeText(strings.ToValidUTF8(s[:limit-len("\n")], "")) // SafeText again, since the cut may have removed all right-to-left letters
	return strings.TrimSuffix(s, "\n") + "\n", true
}

// DecodeXML returns an XML document in UTF-8. Its first bytes or its XML declaration decide the
// charset, else the argument charset; "" means UTF-8. The fault is an unknown charset or invalid
// bytes, nil for none. For text other than XML only a byte order mark counts.
func DecodeXML(body []byte, charset string) (text string, fault *SyntaxError) {
	charset = cmp.Or(statedCharset(body), charset)
	text, wrong := decode(body, charset)
	text = strings.TrimPrefix(text, "\uFEFF")
	if wrong {
		line := 1 + strings.Count(text[:max(0, strings.IndexRune(text, '\uFFFD'))], "\n")
		fault = &SyntaxError{Line: line, Message: "bytes that are not " + safeTitle(cmp.Or(charset, "utf-8"))}
	}
	return text, fault
}

var xmlDeclaration = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`<\?xml [^>]*?encoding[ \t\r\n=]*["']([^"'>]*)["']`)
})

// statedCharset returns the byte order of UTF-16 that the first bytes show, else the XML
// declaration's encoding in lower case; "" for neither, or a declared UTF-16.
func statedCharset(body []byte) string {
	switch {
	case bytes.HasPrefix(body, []byte("\xff\xfe")), bytes.HasPrefix(body, []byte("<\x00")):
		return "utf-16le"
	case bytes.HasPrefix(body, []byte("\xfe\xff")), bytes.HasPrefix(body, []byte("\x00<")):
		return "utf-16be"
	}
	m := xmlDeclaration().FindSubmatch(body[:min(len(body), 512)])
	if m == nil || bytes.HasPrefix(bytes.ToLower(m[1]), []byte("utf-16")) {
		return "" // the author's mistake: in UTF-16 this declaration would not have matched
	}
	return strings.ToLower(string(m[1]))
}
