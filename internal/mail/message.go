package mail

import (
	"bytes"
	"fmt"
	"html"
	"io"
	"strings"

	"github.com/emersion/go-message"
	rfc5322 "github.com/emersion/go-message/mail"

	"gemsub/internal/address"
	"gemsub/internal/model"
	"gemsub/internal/render"
	"gemsub/internal/words"
)

// Bounds of a message, in bytes. A message may lack the HTML: its text says the same.
const (
	maxText = 4 << 20
	maxHTML = 4 << 20
)

// A Letter is an entry to send.
type Letter struct {
	ID        string // of [NewID]
	InReplyTo string // the ID of the message it answers, "" for none
	To        string // an address, "" for none
	Entry     model.Entry
	Post      *model.Post // nil if none is kept
	HTML      bool        // adds HTML as an alternative to the text
}

// A Message is a letter in the format of mail, with lines that end in LF.
type Message struct {
	ID    string
	Entry model.Entry
	Data  []byte
}

// Message composes the message for the letter.
func (l Letter) Message() (Message, error) {
	var out bytes.Buffer
	if err := l.write(&out, l.header(), l.alternative()); err != nil {
		return Message{}, fmt.Errorf("write mail of entry %d: %w", l.Entry.ID, err)
	}
	data := bytes.ReplaceAll(out.Bytes(), []byte("\r\n"), []byte("\n")) // all else is encoded
	return Message{l.ID, l.Entry, data}, nil
}

// write writes the letter with lines that end in CR LF.
func (l Letter) write(w io.Writer, h rfc5322.Header, alternative string) error {
	text := part(h.Get("Content-Type"))
	if alternative == "" {
		h.Set("Content-Transfer-Encoding", text.Get("Content-Transfer-Encoding"))
		body, err := message.CreateWriter(w, h.Header)
		if err != nil {
			return err
		}
		return writeBody(body, l.text())
	}
	h.SetContentType("multipart/alternative", map[string]string{"boundary": "=_" + digest(l.ID)}) // same in every run
	parts, err := message.CreateWriter(w, h.Header)
	if err != nil {
		return err
	}
	for _, p := range []struct {
		header message.Header
		text   string
	}{{text, l.text()}, {part("text/html; charset=utf-8"), alternative}} {
		body, err := parts.CreatePart(p.header)
		if err != nil {
			return err
		}
		if err := writeBody(body, p.text); err != nil {
			return err
		}
	}
	return parts.Close()
}

// part returns the header of a part with text, encoded in short lines of ASCII.
func part(contentType string) (h message.Header) {
	h.Set("Content-Transfer-Encoding", "quoted-printable")
	h.Set("Content-Type", contentType)
	return h
}

func writeBody(w io.WriteCloser, text string) error {
	if _, err := io.WriteString(w, text); err != nil {
		return err
	}
	return w.Close()
}

// text returns the message's text: the link and the kept text of the post.
func (l Letter) text() string {
	var b strings.Builder
	b.WriteString(l.link() + "\n\n")
	if l.isElsewhere() {
		b.WriteString("Read at " + words.Safe(address.WithoutUser(l.Post.URL)) + "\n\n")
	}
	if l.hasText() {
		for line := range render.Document(*l.Post).FlowedLines() {
			if b.WriteString(line + "\n"); b.Len() > maxText {
				b.WriteString("\nThe rest of this post is left out.\n")
				break
			}
		}
	}
	if note := l.note(); note != "" {
		if l.hasText() {
			b.WriteByte('\n')
		}
		b.WriteString(note + "\n")
	}
	return b.String()
}

// link returns the URL of the post, for people.
func (l Letter) link() string { return words.Safe(address.WithoutUser(l.Entry.URL)) }

func (l Letter) hasText() bool { return l.Post != nil && l.Post.Text != "" }

// isElsewhere reports whether the text was read at another URL than the entry's link.
func (l Letter) isElsewhere() bool { return l.hasText() && l.Post.URL != l.Entry.URL }

// note says which part of the post is missing in the message, "" if none is.
func (l Letter) note() string {
	switch p := l.Post; {
	case p == nil:
		return "The text of this post is not kept."
	case p.Text == "":
		return fmt.Sprintf("Only text/* can be shown, this is %q, %s.", words.Safe(p.MediaType), words.Size(int64(p.Size)))
	case p.Cut:
		return "Cut after " + words.PartialSize(len(p.Text), p.Size) + "."
	}
	return ""
}

// alternative returns the message in HTML, "" if none is wanted, no text is kept, or it is too
// long.
func (l Letter) alternative() string {
	if !l.HTML || !l.hasText() {
		return ""
	}
	body := render.Document(*l.Post).HTML(1)
	if len(body) > maxHTML {
		return ""
	}
	if l.isElsewhere() {
		body = render.Document(*l.Post).SourceHTML() + body
	}
	link := html.EscapeString(l.link())
	if address.MayLink(l.Entry.URL) {
		link = `<a href="` + link + `">` + link + `</a>`
	}
	if note := l.note(); note != "" {
		body += "<p><em>" + html.EscapeString(note) + "</em></p>\n"
	}
	title := html.EscapeString(short(l.Entry.Title, maxSubject))
	return "<!DOCTYPE html>\n<html>\n<head>\n<meta charset=\"utf-8\">\n<title>" + title + "</title>\n</head>\n<body dir=\"auto\">\n<p>" + link + "</p>\n" + body + "</body>\n</html>\n"
}
