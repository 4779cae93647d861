package feed

import (
	"bytes"
)

// detect returns
//   - Atom for any of Atom, RSS and JSON Feed,
//   - Menu for a menu,
//   - Auto for gemtext, whose lines decide,
//   - Twtxt or Headings for other texts of these forms,
//   - else a *[MediaTypeError].
//
// The content decides before the media type, since capsules serve feeds as text/gemini, text/xml or
// application/octet-stream.
func (d document) detect() (Format, error) {
	switch {
	case d.looksSyndicated(), d.meta.isSyndicated():
		return Atom, nil
	case d.meta.isMenu():
		return Menu, nil
	case d.meta.isGemtext():
		return Auto, nil
	case d.meta.isText():
		page := d.newTextPage()
		datedLinks := len(page.readDatedLinks().Entries)
		switch {
		case d.meta.mediaType == "text/plain" && isTwtxt(page.text):
			return Twtxt, nil
		case (d.meta.mediaType == "text/plain" || d.meta.isMarkdown()) && page.isLogByHeadings(datedLinks):
			return Headings, nil
		}
		return "", &MediaTypeError{MediaType: d.meta.mediaType, IsDated: datedLinks > 0}
	}
	return "", &MediaTypeError{MediaType: d.meta.mediaType}
}

// looksSyndicated reports whether a document is Atom, RSS or JSON Feed, or at least
// begins like one.
func (d document) looksSyndicated() bool {
	switch firstByte(d.page.Body) {
	case '<':
		text, _ := DecodeXML(d.page.Body, d.meta.charset)
		r := newXMLReader(text, d.page.URL, false)
		for r.root == "" {
			if _, err := r.Token(); err != nil {
				return false
			}
		}
		return isFeedRoot(r.root)
	case '{':
		return bytes.Contains(d.page.Body, []byte("jsonfeed.org"))
	}
	return false
}

// firstByte returns the first byte of a document after white space, byte order mark and the
// zeros of UTF-16, 0 if there is none.
func firstByte(body []byte) byte {
	body = bytes.TrimLeft(body, "\x00 \t\r\n\v\f\ufeff\ufffd") // U+FFFD stands for bytes that are not UTF-8
	if len(body) == 0 {
		return 0
	}
	return body[0]
}

// atomRoot is the name of the root element of Atom.
const atomRoot = "feed"

// isFeedRoot reports whether name, in lower case, is the local name of the root element of Atom or
// RSS.
func isFeedRoot(name string) bool {
	return name == atomRoot || name == "rss" || name == "rdf"
}
