package exchange

import (
	"bytes"
	"fmt"
	"regexp"
	"strings"

	"golang.org/x/text/encoding/htmlindex"
)

// prologSize is how many bytes of a file are searched for its XML declaration.
const prologSize = 256

// xmlText returns a document in UTF-8. If it does not know the declared encoding, it
// reads the document as UTF-8 and returns the encoding's name.
func xmlText(data []byte) (doc, unknown string) {
	name := declaredEncoding(data)
	switch strings.ToLower(name) {
	case "", "utf-8", "utf8", "utf-16", "utf-16le", "utf-16be":
		// UTF-16 without a byte order mark is a wrong declaration.
		return text(data), ""
	}
	enc, err := htmlindex.Get(name)
	if err != nil {
		return text(data), name
	}
	out, err := enc.NewDecoder().Bytes(data)
	if err != nil {
		return text(data), name
	}
	return string(out), ""
}

// declaredEncoding reads the XML declaration. A byte order mark overrides it.
func declaredEncoding(data []byte) string {
	start := data[:min(len(data), prologSize)]
	if !bytes.HasPrefix(bytes.TrimSpace(start), []byte("<?xml")) {
		return ""
	}
	declaration, _, _ := bytes.Cut(start, []byte("?>"))
	match := regexp.MustCompile(`encoding\s*=\s*["']([^"']*)["']`).FindSubmatch(declaration)
	if match == nil {
		return ""
	}
	return string(match[1])
}

// repair drops the characters that XML forbids (XML 1.0, section 2.2).
func repair(doc string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' && r != '\t' && r != '\n' && r != '\r' || r == '\uFFFE' || r == '\uFFFF' {
			return -1
		}
		return r
	}, doc)
}

// unknownEncoding returns the message for an encoding that xmlText does not know.
func unknownEncoding(name string) string {
	return fmt.Sprintf("unknown encoding %q, read as UTF-8", excerpt(name))
}
