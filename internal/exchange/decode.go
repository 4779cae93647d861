package exchange

import (
	"bytes"
	"strings"

	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/transform"
)

// text returns a file's text without its byte order mark. Editors on Windows save
// UTF-16 too; invalid bytes become U+FFFD.
func text(data []byte) string {
	if doc, ok := decodeUTF16(data); ok {
		return doc
	}
	return strings.ToValidUTF8(strings.TrimPrefix(string(data), "\uFEFF"), "\uFFFD")
}

// decodeUTF16 returns the text of a file that begins with UTF-16's byte order mark.
func decodeUTF16(data []byte) (doc string, ok bool) {
	if !bytes.HasPrefix(data, []byte("\xFF\xFE")) && !bytes.HasPrefix(data, []byte("\xFE\xFF")) {
		return "", false
	}
	decoder := unicode.UTF16(unicode.LittleEndian, unicode.ExpectBOM).NewDecoder()
	out, _, err := transform.Bytes(decoder, data)
	return string(out), err == nil
}
