package feed

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/mmcdole/gofeed"
	jsonfeed "github.com/mmcdole/gofeed/json"
)

// maxItems is how many items of a JSON Feed are read. They take more memory than the
// entries of a page.
const maxItems = 30_000

var (
	errNoList  = errors.New("items is not a list")
	errTooMany = fmt.Errorf("more than %d items; what follows is not read", maxItems)
)

// parseJSON reads a JSON Feed (jsonfeed.org, version 1.1).
func (d document) parseJSON() parsed {
	r := newJSONReader(d.page.Body)
	r.read()
	f := r.feed()
	if f.Title == "" && f.Version == "" && len(f.Items) == 0 {
		return parsed{fault: cmp.Or(r.fault, &SyntaxError{1, "no version, no title and no items of a JSON feed"})}
	}
	id := f.FeedURL // by the specification the feed's identifier
	translated, err := new(gofeed.DefaultJSONTranslator).Translate(f)
	if err != nil {
		return parsed{fault: newSyntaxError(0, err)}
	}
	return parsed{Feed: translated, format: JSON, id: id, fault: r.fault, contents: contents{all: r.contents}}
}

// A jsonReader reads the items of a JSON Feed one by one, so that one that is broken or
// cut off does not affect the others, and its other members.
type jsonReader struct {
	body     []byte
	dec      *json.Decoder
	head     map[string]json.RawMessage // the members that jsonFeedHead has
	items    []*jsonfeed.Item
	contents []*content // of each
	seen     int        // items so far, broken ones too
	dates    datesRead
	fault    *SyntaxError // the first
}

func newJSONReader(body []byte) *jsonReader {
	body = bytes.TrimPrefix(body, []byte("\ufeff"))
	return &jsonReader{
		body: body,
		dec:  json.NewDecoder(bytes.NewReader(body)),
		head: map[string]json.RawMessage{},
	}
}

// read reads the top-level object up to the first place that is not JSON.
func (r *jsonReader) read() {
	_, err := r.dec.Token() // the brace
	for err == nil && r.dec.More() {
		var name json.Token
		if name, err = r.dec.Token(); err != nil {
			break
		}
		if key, _ := name.(string); !strings.EqualFold(key, "items") {
			err = r.readField(key)
		} else {
			err = r.readItems()
		}
	}
	if err == nil {
		_, err = r.dec.Token() // the closing brace
	}
	if err != nil {
		r.fail(err)
	}
}

func (r *jsonReader) readField(key string) error {
	var value json.RawMessage
	if err := r.dec.Decode(&value); err != nil {
		return err
	}
	switch key = strings.ToLower(key); key {
	case "version", "title", "home_page_url", "feed_url", "description", "language", "author", "authors":
		r.head[key] = value
	}
	return nil
}

func (r *jsonReader) readItems() error {
	switch bracket, err := r.dec.Token(); {
	case err != nil:
		return err
	case bracket == nil:
		return nil
	case bracket != json.Delim('['):
		return errNoList
	}
	for r.dec.More() {
		if r.seen++; r.seen > maxItems {
			return errTooMany
		}
		if err := r.readItem(); err != nil {
			return err
		}
	}
	_, err := r.dec.Token()
	return err
}

func (r *jsonReader) readItem() error {
	var value json.RawMessage
	if err := r.dec.Decode(&value); err != nil {
		return err
	}
	item := new(jsonFeedItem)
	if err := json.Unmarshal(value, &item); err != nil {
		r.fail(err)
	} else if item != nil {
		item.DatePublished, item.DateModified = r.dates.bounded(item.DatePublished), r.dates.bounded(item.DateModified)
		r.contents = append(r.contents, item.content())
		r.items = append(r.items, item.clean())
	}
	return nil
}

// fail records the first fault with its line. It ignores later ones at once: a
// document may consist of nothing else.
func (r *jsonReader) fail(err error) {
	if r.fault != nil {
		return
	}
	offset, message := r.dec.InputOffset(), strings.TrimPrefix(err.Error(), "json: ")
	if syntax, ok := errors.AsType[*json.SyntaxError](err); ok {
		offset = syntax.Offset
	} else if wrong, ok := errors.AsType[*json.UnmarshalTypeError](err); ok {
		message = wrong.Field[strings.LastIndexByte(wrong.Field, '.')+1:] + " is a " + wrong.Value
	} else if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		offset, message = int64(len(r.body)), "the document ends too early"
	}
	line := 1 + bytes.Count(r.body[:min(offset, int64(len(r.body)))], []byte("\n"))
	r.fault = &SyntaxError{line, cleanTitle(message)}
}

// feed returns a feed of the members and items that were read.
func (r *jsonReader) feed() *jsonfeed.Feed {
	var head jsonFeedHead
	fields, err := json.Marshal(r.head)
	if err == nil {
		err = json.Unmarshal(fields, &head) // fields of the right type are read all the same
	}
	if err != nil {
		r.fail(err)
	}
	f := jsonfeed.Feed(head.plainFeed)
	f.Title, f.Description = plainText(f.Title), plainText(f.Description)
	f.Authors = head.Authors
	f.Items = r.items
	return &f
}
