package exchange

import (
	"encoding/json"
	"errors"
	"maps"
	"slices"
	"strings"

	"gemsub/internal/words"
)

// readAmfora reads the keys of "feeds", whose values have titles, and of "pages". It
// ignores amfora's own formats, which the user did not choose. Only the URL is needed, so
// an entry counts even if its value is not what amfora writes.
func (l *List) readAmfora(doc string) error {
	type entries map[string]struct{ Title string }
	var file struct{ Feeds, Pages entries }
	err := json.Unmarshal([]byte(doc), &file)
	if _, wrongType := errors.AsType[*json.UnmarshalTypeError](err); err != nil && !wrongType {
		return errors.New("JSON is broken: " + words.Line(strings.Replace(err.Error(), "unexpected end of JSON input", "it ends too early", 1), maxExcerpt))
	}
	if file.Feeds == nil && file.Pages == nil {
		return errors.New(`neither "feeds" nor "pages" in this file`)
	}
	for _, of := range []entries{file.Feeds, file.Pages} {
		for _, url := range slices.Sorted(maps.Keys(of)) {
			l.add(Subscription{URL: url, Title: of[url].Title, Line: 1})
		}
	}
	return nil
}
