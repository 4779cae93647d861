package main

import (
	"fmt"
	"io"
	"strings"
	"text/template"
	"time"

	"gemsub/internal/term"
	"gemsub/store"
)

// A templateEntry is what a template sees of an entry.
type templateEntry struct {
	ID, FeedID                int64
	Feed, FeedURL, URL, Title string
	Updated, Published        time.Time // Published is zero where the feed does not say
	FirstSeen                 time.Time
	Unread, Starred           bool
}

func entryTemplate(text string) (*template.Template, error) {
	t, err := template.New("--template").Option("missingkey=error").Funcs(template.FuncMap{
		"date": func(layout string, t time.Time) string { return t.UTC().Format(layout) },
	}).Parse(text)
	if err != nil {
		return nil, templateError(err)
	}
	if err := t.Execute(io.Discard, templateEntry{}); err != nil {
		return nil, templateError(err)
	}
	return t, nil
}

// templateError words an error of text/template, which names places and types
// of this program, for somebody who wrote one line.
func templateError(err error) error {
	_, message, _ := strings.Cut(err.Error(), ":1:")
	if _, field, ok := strings.Cut(message, "can't evaluate field "); ok {
		name, _, _ := strings.Cut(field, " ")
		return usagef("--template: there is no field %s", name)
	}
	message = strings.TrimLeft(message, "0123456789: ")
	return usagef("--template: %s", strings.TrimPrefix(message, `executing "--template" at `))
}

func printTemplate(w io.Writer, t *template.Template, e store.Entry) error {
	var line strings.Builder
	err := t.Execute(&line, templateEntry{
		ID: e.ID, FeedID: e.SubscriptionID,
		Feed: term.Safe(e.FeedTitle), FeedURL: e.FeedURL, URL: term.Safe(e.URL), Title: term.Safe(e.Title),
		Updated: e.Updated, Published: e.Published, FirstSeen: e.FirstSeen, Unread: e.Unread, Starred: e.Starred,
	})
	if err != nil {
		return err
	}
	_, err = fmt.Fprintln(w, line.String())
	return err
}
