package feed

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// PostText returns the text of a post as it can be kept and shown: the body in UTF-8
// as [Text] has it, made safe and cut by [SafeText]. A document that is no text has
// none; the media type is "text/gemini" where META names none.
func PostText(meta string, body []byte, limit int) (mediaType, text string, cut bool) {
	m := parseMeta(meta)
	mediaType = cleanTitle(m.mediaType)
	if mediaType == "" {
		mediaType = "text/gemini"
	}
	if !m.isText() {
		return mediaType, "", false
	}
	text, _ = decode(body, m.charset)
	text, cut = SafeText(text, limit)
	return mediaType, text, cut
}

// SafeText returns s as lines that end in a newline, of at most limit bytes in all,
// without control characters and bidirectional overrides. Tabs stay. It reports
// whether something was cut off.
func SafeText(s string, limit int) (text string, cut bool) {
	s = strings.ReplaceAll(s, "\r\n", "\n")
	s = strings.Map(safeInText, s) // invalid bytes arrive as U+FFFD
	if s != "" && !strings.HasSuffix(s, "\n") {
		s += "\n"
	}
	if len(s) <= limit {
		return s, false
	}
	end := limit - len("\n")
	for end > 0 && !utf8.RuneStart(s[end]) {
		end--
	}
	return strings.TrimSuffix(s[:end], "\n") + "\n", true
}

// safeInText maps a character to the one that replaces it in a text, -1 to drop it.
func safeInText(r rune) rune {
	if ' ' <= r && r <= '~' { // as most are
		return r
	}
	switch r {
	case '\n', '\t':
		return r
	case '\r', '\u0085', '\u2028', '\u2029': // other ends of lines
		return '\n'
	}
	if unicode.IsSpace(r) && r != '\v' && r != '\f' {
		return r
	}
	if r == '\uFEFF' || unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r) && !isMark(r) {
		return -1
	}
	return r
}
