package show

import (
	"fmt"
	"io"
	"strings"
	"text/template"
	"time"
	"unicode/utf8"

	"gemsub/internal/model"
	"gemsub/internal/term"
)

// A templateEntry is what a template sees of an entry.
type templateEntry struct {
	ID, FeedID                int64
	Feed, FeedURL, URL, Title string
	Updated, Published        time.Time // Published is zero where the feed does not say
	FirstSeen                 time.Time
	Unread, Starred           bool
}

// ParseTemplate reads a template for [EntryStyle], and tries it out.
func ParseTemplate(text string) (*template.Template, error) {
	t, err := parseTemplate(text)
	if err != nil {
		return nil, templateError(err, brokenAction(text), text)
	}
	for _, on := range []bool{false, true} { // either way of an if
		if err := t.Execute(io.Discard, templateEntry{Unread: on, Starred: on}); err != nil {
			return nil, executionError(err, text)
		}
	}
	return t, nil
}

func parseTemplate(text string) (*template.Template, error) {
	return template.New("--template").Option("missingkey=error").Funcs(template.FuncMap{
		"date": func(layout string, t time.Time) string { return t.UTC().Format(layout) },
	}).Parse(text)
}

// brokenAction returns where the action begins that keeps text from being a
// template; text/template names the line alone.
func brokenAction(text string) int {
	for end := 0; ; {
		start := strings.Index(text[end:], "{{")
		if start < 0 {
			return len(text) // an action that the end should have closed
		}
		start += end
		length := strings.Index(text[start:], "}}")
		if length < 0 {
			return start
		}
		end = start + length + len("}}")
		_, err := parseTemplate(text[:end])
		if err != nil && !strings.HasSuffix(err.Error(), "unexpected EOF") {
			return start
		}
	}
}

// executionError takes place and message from an error such as
// "template: --template:1:5: executing "--template" at <.Foo>: can't …".
func executionError(err error, text string) error {
	var line, column int
	if _, scanErr := fmt.Sscanf(err.Error(), "template: --template:%d:%d:", &line, &column); scanErr != nil {
		return err
	}
	start := 0 // of the line
	for range line - 1 {
		start += strings.Index(text[start:], "\n") + 1
	}
	return templateError(err, start+column, text)
}

// templateError words an error of text/template, which names types of this
// program, for somebody who wrote one line.
func templateError(err error, offset int, text string) error {
	column := utf8.RuneCountInString(text[:offset]) + 1
	message := err.Error()
	if _, field, ok := strings.Cut(message, "can't evaluate field "); ok {
		name, _, _ := strings.Cut(field, " ")
		return fmt.Errorf("--template: column %d: there is no field %s", column, name)
	}
	_, message, _ = strings.Cut(message, "--template:")
	message = strings.TrimLeft(message, "0123456789: ")
	return fmt.Errorf("--template: column %d: %s", column, strings.TrimPrefix(message, `executing "--template" at `))
}

func printTemplate(w io.Writer, t *template.Template, e model.Entry) error {
	var line strings.Builder
	err := t.Execute(&line, templateEntry{
		ID: e.ID, FeedID: e.SubscriptionID,
		Feed: term.Safe(e.FeedTitle), FeedURL: term.Safe(e.FeedURL), URL: term.Safe(e.URL), Title: term.Safe(e.Title),
		Updated: e.Updated, Published: e.Published, FirstSeen: e.FirstSeen, Unread: e.Unread, Starred: e.Starred,
	})
	if err != nil {
		return err
	}
	_, err = fmt.Fprintln(w, line.String())
	return err
}
