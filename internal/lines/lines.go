// Package lines is the reader of lines, for screen readers, braille displays, dumb
// terminals and scripts. It prints what is asked for, one line after the other, and never
// moves the cursor. Like package tui it is a face of package app.
package lines

import (
	"bufio"
	"cmp"
	"context"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"

	"gemsub/internal/app"
	"gemsub/internal/model"
	"gemsub/internal/show"
	"gemsub/internal/term"
	"gemsub/internal/words"
)

// Help has what can be typed, a line each.
const Help = `12: show entry 12
n: show the next unread entry
enter: more of what is shown
s: star the entry that is shown; s 12: entry 12
f 2: follow link 2 of what is shown
o: open the entry that is shown in the browser
l: list unread entries
u: undo the last change
q: quit
A URL shows its page.
All else is a command of gemsub, such as update or add URL.
`

const (
	mostListed = 1000 // entries
	pipeWidth  = 80   // of posts, where there is no screen
)

// Options are what the reader takes from outside.
type Options struct {
	App *app.App
	*show.Printer
	In io.Reader
	// Command runs a command line of gemsub.
	Command func(ctx context.Context, line string)
}

// A reader is what a person was shown.
type reader struct {
	Options
	in     *bufio.Scanner
	text   strings.Builder // is printed next
	rest   []string        // lines for which the screen had no room
	listed []model.Entry
	at     int // where in the list the next unread entry is looked for
	shown  app.PostToShow
	post   model.Post // that was shown
}

// Run does what the lines of the input say, until one says to quit, or the input or ctx
// ends. Its error is one of them, or of printing: others are told.
func Run(ctx context.Context, o Options) (err error) {
	r := &reader{Options: o, in: bufio.NewScanner(o.In)}
	for line, ok := "l", true; ok && line != "q" && err == nil; line, ok = r.read(ctx) {
		if failed := r.do(ctx, line); failed != nil && ctx.Err() == nil {
			r.Error(failed)
		}
		err = r.print(line == "")
	}
	return cmp.Or(err, ctx.Err(), r.in.Err())
}

// read returns the next line of the input.
func (r *reader) read(ctx context.Context) (line string, ok bool) {
	got := make(chan bool, 1)
	go func() { got <- r.in.Scan() }()
	select {
	case ok := <-got:
		return strings.TrimSpace(r.in.Text()), ok
	case <-ctx.Done():
		return "", false
	}
}

// print prints so much of the text, or of the rest of the one before, as the screen has
// room for, and a prompt there.
func (r *reader) print(more bool) error {
	if !more {
		r.rest = slices.Collect(strings.Lines(r.text.String()))
	}
	r.text.Reset()
	n, prompt := len(r.rest), ""
	if r.Out.IsTerminal() {
		n, prompt = min(n, max(1, r.Out.Height-1)), "> "
	}
	if n < len(r.rest) {
		prompt = "enter for more> "
	}
	_, err := io.WriteString(r.Out, strings.Join(r.rest[:n], "")+prompt)
	r.rest = r.rest[n:]
	return err
}

// printer prints to the text, as r does to the screen.
func (r *reader) printer() *show.Printer {
	p, out := *r.Printer, *r.Out
	out.Writer, p.Out = &r.text, &out
	return &p
}

// say tells something that is no error.
func (r *reader) say(format string, args ...any) error {
	return r.printer().Out.Paragraph(term.Plain, format, args...)
}

// do does what a line says.
func (r *reader) do(ctx context.Context, line string) error {
	word, argument, _ := strings.Cut(line, " ")
	shown := strings.TrimPrefix(strconv.FormatInt(r.shown.Entry.ID, 10), "0")
	page, isPage := app.PageURL(line)
	switch _, err := strconv.Atoi(line); {
	case err == nil, isPage:
		return r.showNamed(ctx, page)
	case word == "f":
		return r.follow(ctx, argument)
	case line == "n":
		return r.next(ctx)
	case line == "l":
		return r.list(ctx)
	case line == "":
	case line == "?", line == "h":
		r.text.WriteString(Help)
	case word == "s":
		r.Command(ctx, "star "+cmp.Or(argument, shown))
	case line == "o":
		r.Command(ctx, "open "+shown)
	case line == "u":
		r.Command(ctx, "undo")
	case line == "add":
		r.Command(ctx, "add "+r.post.URL)
	default:
		r.Command(ctx, strings.TrimPrefix(strings.TrimPrefix(line, ":"), "gemsub "))
	}
	return nil
}

// list lists unread entries, each in words that can be listened to.
func (r *reader) list(ctx context.Context) error {
	names, err := r.App.DistinctNames(ctx)
	if err != nil {
		return err
	}
	unread := app.EntryQuery{EntryFilter: app.EntryFilter{UnreadOnly: true}}
	n, err := r.App.CountEntries(ctx, unread)
	if err != nil {
		return err
	}
	_ = r.say("%s; ? for help", words.Count(n, "unread entry", "unread entries"))
	unread.Limit, r.listed, r.at = mostListed, nil, 0
	for e, err := range r.App.Entries(ctx, unread) {
		if err != nil {
			return err
		}
		r.listed = append(r.listed, e)
		_ = r.say("%d %s, %s, %s", e.ID, e.Title, cmp.Or(names[e.SubscriptionID], e.FeedTitle), e.Updated.Format(time.DateOnly))
	}
	return nil
}

// next shows the next entry of the list that is still unread.
func (r *reader) next(ctx context.Context) error {
	for r.at < len(r.listed) {
		q := app.These(r.listed[r.at])
		q.UnreadOnly = true
		r.at++
		for e, err := range r.App.Entries(ctx, q) {
			if err != nil {
				return err
			}
			return r.show(ctx, app.PostToShow{Entry: e})
		}
	}
	return r.say("no unread entry after this one; l lists again")
}

// showNamed shows an entry by its number, or the page of a URL.
func (r *reader) showNamed(ctx context.Context, name string) error {
	posts, err := r.App.PostsToShow(ctx, []string{name})
	if err != nil {
		return err
	}
	if i := slices.IndexFunc(r.listed, func(e model.Entry) bool { return e.ID == posts[0].Entry.ID }); i >= 0 {
		r.at = i + 1
	}
	if err := r.show(ctx, posts[0]); err != nil || posts[0].Entry.ID != 0 {
		return err
	}
	return r.say("add subscribes to this page")
}

// show shows a post, and marks its entry as read.
func (r *reader) show(ctx context.Context, w app.PostToShow) error {
	waiting := r.Waiting()
	post, notices, err := r.App.TextPost(ctx, w, false)
	waiting.Done()
	r.Notices(notices)
	if err != nil {
		return err
	}
	view := show.PostView{Entry: w.Entry, Post: post}
	if view.Replies, err = r.App.Replies(ctx, w.Entry); err != nil {
		return err
	}
	r.shown, r.post = w, post
	var style show.PostStyle
	if !r.Out.IsTerminal() {
		style.Width = pipeWidth
	}
	return cmp.Or(r.printer().Post(view, style, false), r.App.MarkShown(ctx, []model.Entry{w.Entry}))
}

// follow shows what a link of the shown post leads to.
func (r *reader) follow(ctx context.Context, number string) error {
	links := show.Document(r.post).Links()
	n, err := strconv.Atoi(number)
	if err != nil || n < 1 || n > len(links) {
		return app.NoLinkError(n, len(links))
	}
	w, err := r.App.LinkedPost(ctx, r.shown, links[n-1].URL)
	if err != nil {
		return err
	}
	return r.show(ctx, w)
}
