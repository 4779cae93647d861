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
	"gemsub/internal/term"
)

// A templateEntry holds the fields of an entry that a template may use.
type templateEntry struct {
	ID, FeedID                int64
	Feed, FeedURL, URL, Title string
	Updated, Published        time.Time // Published is zero if the feed does not state it
	FirstSeen                 time.Time
	Unread, Starred, Kept     bool
	Tags                      tagList
	Snippet                   string // of a search that found words in the post
}

// A tagList prints as "a,b".
type tagList []string

func (l tagList) String() string { return strings.Join(l, ",") }

// unescaped is a template with a tab for \t and a new line for \n, which are hard to
// type in a shell. Actions stay as they are: they read such themselves.
func unescaped(text string) string {
	escapes := regexp.MustCompile(`(?s)\{\{.*?\}\}|\\[tn\\]`)
	meant := map[string]string{`\t`: "\t", `\n`: "\n", `\\`: `\`}
	return escapes.ReplaceAllStringFunc(text, func(found string) string { return cmp.Or(meant[found], found) })
}

// ParseTemplate parses a template for [EntryStyle], and tries it out.
func ParseTemplate(text string) (*template.Template, error) {
	t, err := template.New("--template").Option("missingkey=error").Funcs(template.FuncMap{
		"date": func(layout string, t time.Time) string { return t.UTC().Format(layout) },
	}).Parse(unescaped(text))
	if err != nil {
		return nil, templateError(err)
	}
	for _, on := range []bool{false, true} { // either way of an if
		if err := t.Execute(io.Discard, templateEntry{Unread: on, Starred: on, Kept: on}); err != nil {
			return nil, templateError(err)
		}
	}
	return t, nil
}

// templateError removes the names of this program's types and parts from an error:
// "--template:1:2: <.Foo>: can't evaluate field Foo".
func templateError(err error) error {
	message := strings.TrimPrefix(err.Error(), "template: ")
	inside := strings.NewReplacer(`executing "--template" at `, "", " in type show.templateEntry", "")
	return errors.New(inside.Replace(message))
}

func printTemplate(w io.Writer, t *template.Template, e model.Entry) error {
	var line strings.Builder
	err := t.Execute(&line, templateEntry{
		ID: e.ID, FeedID: e.SubscriptionID,
		Feed: term.Safe(e.FeedTitle), FeedURL: term.Safe(e.FeedURL), URL: term.Safe(e.URL), Title: term.Safe(e.Title),
		Updated: e.Updated, Published: e.Published, FirstSeen: e.FirstSeen, Unread: e.Unread, Starred: e.Starred,
		Kept: e.Kept, Tags: e.Tags, Snippet: term.Safe(e.Snippet.String()),
	})
	if err != nil {
		return err
	}
	_, err = fmt.Fprintln(w, line.String())
	return err
}
