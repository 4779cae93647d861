package feed

import (
	"strings"
	"unicode/utf8"

	"gemsub/internal/words"
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
// made safe by [words.SafeText]. It reports whether something was cut off.
func SafeText(s string, limit int) (text string, cut bool) {
	s = words.SafeText(s)
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
