package exchange

import (
	"encoding/json"
	"errors"
	"maps"
	"slices"
	"strings"
)

// readAmfora reads the keys of "feeds", whose values have titles, and of "pages". It
// ignores amfora's own formats, which the user did not choose. Only the URL is needed, so
// an entry counts even if its value is not what amfora writes.
func (l *List) readAmfora(doc string) {
	type entries map[string]struct{ Title string }
	var file struct{ Feeds, Pages entries }
	err := json.Unmarshal([]byte(doc), &file)
	if _, wrongType := errors.AsType[*json.UnmarshalTypeError](err); err != nil && !wrongType {
		l.problem(1, "", "JSON is broken: "+excerpt(strings.Replace(err.Error(), "unexpected end of JSON input", "it ends too early", 1)))
		return
	}
	if file.Feeds == nil && file.Pages == nil {
		l.problem(1, "", `neither "feeds" nor "pages" in this file`)
	}
	for _, of := range []entries{file.Feeds, file.Pages} {
		for _, url := range slices.Sorted(maps.Keys(of)) {
			l.add(Subscription{URL: url, Title: of[url].Title, Line: 1})
		}
	}
}
