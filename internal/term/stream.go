package term

import (
	"bytes"
	"fmt"
	"io"
	"unicode"
	"unicode/utf8"
)

// CleanText returns a writer that drops from a document what a terminal or an editor
// would act upon, wherever it stands: control characters other than tabs and line
// ends, bidirectional overrides and isolates, and the separators U+2028 and U+2029.
// What is not UTF-8 becomes U+FFFD.
func CleanText(w io.Writer) io.Writer {
	return &cleaner{w: w, instead: func(rune) string { return "" }}
}

// CleanJSON is like [CleanText] for JSON, which loses nothing: it has an escape for
// each of those characters.
func CleanJSON(w io.Writer) io.Writer {
	return &cleaner{w: w, instead: func(r rune) string { return fmt.Sprintf(`\u%04x`, r) }}
}

// A cleaner puts something else in the place of characters that act.
type cleaner struct {
	w       io.Writer
	instead func(rune) string
	tail    []byte // the beginning of a character
}

// Write implements io.Writer.
func (c *cleaner) Write(p []byte) (int, error) {
	data := p
	if len(c.tail) > 0 {
		data = append(c.tail, p...)
		c.tail = nil
	}
	if utf8.Valid(data) && !bytes.ContainsFunc(data, acts) {
		return write(c.w, data, len(p))
	}
	out := make([]byte, 0, len(data))
	for len(data) > 0 {
		if !utf8.FullRune(data) {
			c.tail = bytes.Clone(data)
			break
		}
		r, size := utf8.DecodeRune(data)
		if acts(r) {
			out = append(out, c.instead(r)...)
		} else {
			out = utf8.AppendRune(out, r)
		}
		data = data[size:]
	}
	return write(c.w, out, len(p))
}

// write writes data, which stands for n bytes of somebody else's.
func write(w io.Writer, data []byte, n int) (int, error) {
	if _, err := w.Write(data); err != nil {
		return 0, err
	}
	return n, nil
}

// acts reports a character that does something in the place of being shown.
func acts(r rune) bool {
	switch r {
	case '\t', '\n', '\r':
		return false
	case '\u2028', '\u2029':
		return true
	}
	return unicode.IsControl(r) || overrides(r)
}
