package show

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strings"
	"text/template"
	"time"

	"gemsub/internal/model"
	"gemsub/internal/view"
	"gemsub/internal/words"
)

// ParseTemplate parses a template for entries, and tries it out. Its fields are the keys of JSON,
// named as in Go: FeedURL is feed_url. A tab may be written as \t and a new line as \n, since these
// are hard to type in a shell; in actions templates read such escapes themselves.
func ParseTemplate(text string) (*template.Template, error) {
	escapes := regexp.MustCompile(`(?s)\{\{.*?\}\}|\\[tn\\]`)
	meant := map[string]string{`\t`: "\t", `\n`: "\n", `\\`: `\`}
	text = escapes.ReplaceAllStringFunc(text, func(found string) string { return cmp.Or(meant[found], found) })
	parsed, err := template.New("--template").Option("missingkey=error").Funcs(template.FuncMap{
		"date": func(layout string, t time.Time) string { return t.Format(layout) },
	}).Parse(text)
	if err != nil {
		return nil, templateError(err)
	}
	for _, on := range []bool{false, true} { // both branches of an if
		row := view.Entries.Row(model.Entry{Unread: on, Starred: on, Kept: on})
		if err := execute(parsed, io.Discard, row); err != nil {
			return nil, templateError(err)
		}
	}
	return parsed, nil
}

// templateError removes the names of this program's parts from an error, and lists the fields if
// one is unknown: "--template:1:2: <.Foo>: no field Foo; there are …".
func templateError(err error) error {
	message := strings.TrimPrefix(err.Error(), "template: ")
	message = strings.Replace(message, `executing "--template" at `, "", 1)
	var names []string
	for _, f := range view.Entries.Fields {
		if f.Key != "mark" {
			names = append(names, fieldName(f.Key))
		}
	}
	unknown := regexp.MustCompile(`map has no entry for key "(.*)"`)
	return errors.New(unknown.ReplaceAllString(message, "no field $1; there are "+strings.Join(names, ", ")))
}

// fieldName returns the name in templates for a key of JSON.
func fieldName(key string) (name string) {
	for word := range strings.SplitSeq(key, "_") {
		if word == "id" || word == "url" {
			name += strings.ToUpper(word)
		} else {
			name += strings.ToUpper(word[:1]) + word[1:]
		}
	}
	return name
}

// execute prints a result by a template, and ends its line.
func execute(t *template.Template, w io.Writer, row view.Row) error {
	values := map[string]any{}
	for _, v := range row {
		values[fieldName(v.Key)] = inTemplate(v.Value)
	}
	if err := t.Execute(w, values); err != nil {
		return err
	}
	_, err := fmt.Fprintln(w)
	return err
}

// inTemplate returns a value for templates: text is safe.
func inTemplate(value any) any {
	switch v := value.(type) {
	case nil:
		return ""
	case view.Display:
		return inTemplate(v.Value)
	case string:
		return words.Safe(v)
	case time.Time:
		if !v.IsZero() {
			return words.InZone(v, time.Local)
		}
	}
	return value
}
