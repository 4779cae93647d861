package term

import (
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"gemsub/internal/words"
)

// CleanText returns a writer that removes all characters on which a terminal or an editor would act:
//   - control characters other than tabs and line ends,
//   - bidirectional overrides and isolates, and
//   - the separators U+2028 and U+2029.
//
// Invalid UTF-8 becomes U+FFFD.
func CleanText(w io.Writer) io.Writer {
	return &cleaner{w: w, instead: func(rune) string { return "" }}
}

// CleanJSON is [CleanText] for JSON. It escapes the characters instead of removing them.
func CleanJSON(w io.Writer) io.Writer {
	return &cleaner{w: w, instead: func(r rune) string { return fmt.Sprintf(`\u%04x`, r) }}
}

// A cleaner replaces characters on which terminals act.
type cleaner struct {
	w       io.Writer
	instead func(rune) string
	tail    []byte // the beginning of an incomplete character
}

// Write implements io.Writer.
func (c *cleaner) Write(p []byte) (int, error) {
	data := append(c.tail, p...)
	out := make([]byte, 0, len(data))
	for utf8.FullRune(data) {
		r, size := utf8.DecodeRune(data)
		if acts(r) {
			out = append(out, c.instead(r)...)
		} else {
			out = utf8.AppendRune(out, r)
		}
		data = data[size:]
	}
	c.tail = data
	if _, err := c.w.Write(out); err != nil {
		return 0, err
	}
	return len(p), nil
}

// acts reports whether a terminal acts on r instead of showing it.
func acts(r rune) bool {
	return words.IsUnsafe(r) && !strings.ContainsRune("\t\n\r", r) || r == '\u2028' || r == '\u2029'
}

// A BoundedWriter keeps up to Room bytes.
type BoundedWriter struct {
	Room int
	text []byte
}

// Write writes all of p, or nothing if there is no room for it.
func (b *BoundedWriter) Write(p []byte) (int, error) {
	if len(b.text)+len(p) > b.Room {
		return 0, io.ErrShortWrite
	}
	b.text = append(b.text, p...)
	return len(p), nil
}

// String returns what was written.
func (b *BoundedWriter) String() string { return string(b.text) }
