package exchange

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
)

// errNoObject reports JSON that has another value in the place of an object.
var errNoObject = errors.New("an object is expected here")

// An amforaReader reads subscriptions.json token by token, which gives the file's
// order and line numbers.
type amforaReader struct {
	list   *List
	doc    string
	dec    *json.Decoder
	offset int // lines are counted up to here
	line   int // the line number there
}

// readAmfora reads the keys of "feeds", whose values have titles, and of "pages". It
// ignores amfora's own formats, which the user did not choose.
func (l *List) readAmfora(doc string) {
	r := &amforaReader{list: l, doc: doc, dec: json.NewDecoder(strings.NewReader(doc)), line: 1}
	known := 0
	err := r.object(func(key string) error {
		if key != "feeds" && key != "pages" {
			return r.ignore()
		}
		known++
		return r.object(r.subscription)
	})
	switch {
	case err != nil:
		l.problem(r.position(), "", "JSON is broken, what follows is not read: "+excerpt(explainJSON(err)))
	case known == 0:
		l.problem(1, "", `neither "feeds" nor "pages" in this file`)
	case strings.TrimSpace(doc[r.dec.InputOffset():]) != "":
		l.problem(r.position(), doc[r.dec.InputOffset():], "text behind the JSON object is not read")
	}
}

// object reads an object and calls member for each key; member reads the value. A null
// counts as an empty object.
func (r *amforaReader) object(member func(key string) error) error {
	open, err := r.dec.Token()
	if err != nil || open == nil {
		return err
	}
	if open != json.Delim('{') {
		return errNoObject
	}
	for r.dec.More() {
		key, err := r.dec.Token()
		if err != nil {
			return err
		}
		if err := member(fmt.Sprint(key)); err != nil {
			return err
		}
	}
	_, err = r.dec.Token()
	return err
}

// subscription reads the value after a URL. Only the URL is needed, so an entry counts
// even if its value is not what amfora writes.
func (r *amforaReader) subscription(url string) error {
	line := r.position()
	var value struct{ Title string }
	err := r.dec.Decode(&value)
	if _, wrongType := errors.AsType[*json.UnmarshalTypeError](err); err != nil && !wrongType {
		return err
	}
	r.list.add(Subscription{URL: url, Title: value.Title, Line: line})
	return nil
}

func (r *amforaReader) ignore() error {
	var value json.RawMessage
	return r.dec.Decode(&value)
}

// position returns the line that the decoder has reached.
func (r *amforaReader) position() int {
	offset := int(r.dec.InputOffset())
	r.line += strings.Count(r.doc[r.offset:offset], "\n")
	r.offset = offset
	return r.line
}

// explainJSON says what is wrong in plain words.
func explainJSON(err error) string {
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return "the file ends too early"
	}
	return err.Error()
}
