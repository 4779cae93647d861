// Package lines is the line-based reader, for screen readers, braille displays, dumb
// terminals and scripts. It prints line after line and never moves the cursor. Like
// package tui it is a user interface of package app.
package lines

import (
	"bufio"
	"cmp"
	"context"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"gemsub/internal/app"
	"gemsub/internal/model"
	"gemsub/internal/show"
	"gemsub/internal/term"
	"gemsub/internal/view"
	"gemsub/internal/words"
)

// Help has what can be typed, a line each.
const Help = `12: show entry 12
n: show the next unread entry
enter: more of what is shown
b: back to the post or list before
s: star the entry that is shown, again: unstar it; s 12: entry 12
f 2: follow link 2 of what is shown; web links open in the browser
o: open what is shown in the browser
l: list unread entries
u: undo the last change
q: quit
A URL shows its page. All else is a command, such as update,
search WORDS, thread 12, read 12, unstar 12; --help lists all.
`

const (
	textWidth  = 80  // of posts, where the screen is no narrower
	titleWidth = 200 // of entries and feeds in the list, which may have kilobytes
	mostKept   = 20  // posts to go back to
)

// Options configure the reader.
type Options struct {
	App *app.App
	*show.Printer
	In io.Reader
	// Browse opens a link in the browser, and says so.
	Browse func(link string) error
	// Command runs a command line of gemsub.
	Command func(ctx context.Context, line string)
}

// A reader is the state of the session.
type reader struct {
	Options
	in     *bufio.Scanner
	text   strings.Builder // to be printed next
	rest   []string        // lines for which the screen had no room
	listed []model.Entry
	at     int         // where in the list the next unread entry is looked for
	shown  view.Post   // the last post, an empty one after the list
	before []view.Post // since the list, the last is where b goes back to
}

// Run executes the lines of the input until one quits, or the input or ctx ends. It
// returns errors of input, ctx or printing, and prints all others.
func Run(ctx context.Context, o Options) (err error) {
	r := &reader{Options: o, in: bufio.NewScanner(o.In)}
	for line, ok := "l", true; ok && !slices.Contains([]string{"q", "quit", "exit"}, line) && err == nil; line, ok = r.read(ctx) {
		if failed := r.do(ctx, line); failed != nil && ctx.Err() == nil {
			r.Error(failed)
		}
		err = r.print(line == "")
	}
	return cmp.Or(err, ctx.Err(), r.in.Err())
}

// read returns the next line of the input in the form used here: people write commands
// in other forms too.
func (r *reader) read(ctx context.Context) (line string, ok bool) {
	got := make(chan bool, 1)
	go func() { got <- r.in.Scan() }()
	select {
	case ok := <-got:
		return strings.TrimPrefix(strings.Trim(r.in.Text(), ": \t\r"), "gemsub "), ok
	case <-ctx.Done():
		return "", false
	}
}

// print prints as much of the text, or of the rest of the last one, as fits the screen, and
// a prompt there.
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

// say prints a message that is not an error.
func (r *reader) say(format string, args ...any) error {
	return r.printer().Out.Paragraph(term.Plain, format, args...)
}

// do executes a line.
func (r *reader) do(ctx context.Context, line string) error {
	word, argument, _ := strings.Cut(line, " ")
	page, isPage := app.PageURL(line)
	switch _, err := strconv.Atoi(line); {
	case err == nil, isPage:
		return r.showNamed(ctx, page)
	case word == "f":
		return r.follow(ctx, argument)
	case word == "s" && argument+r.shown.Post.URL != "":
		return r.star(ctx, cmp.Or(argument, strings.TrimPrefix(number(r.shown.Entry), "0"), r.shown.Post.URL))
	case line == "n":
		return r.next(ctx)
	case line == "b" && len(r.before) > 1: // the first is the list
		r.shown, r.before = r.before[len(r.before)-1], r.before[:len(r.before)-1]
		return r.printPost(ctx)
	case line == "l", line == "b":
		return r.list(ctx)
	case line == "":
	case line == "?", line == "h", word == "help" && len(argument) < 2: // those help knows are longer
		r.text.WriteString(Help)
	case line == "o" && r.shown.Post.URL != "":
		return r.Browse(r.shown.Post.URL)
	case line == "u":
		r.Command(ctx, "undo")
	case line == "add":
		r.Command(ctx, "add "+r.shown.Post.URL)
	case len(word) == 1:
		return fmt.Errorf("%q does nothing here; ? for help", line)
	default:
		r.Command(ctx, line)
	}
	return nil
}

// list lists unread entries, worded for listening.
func (r *reader) list(ctx context.Context) error {
	names, err := r.App.DistinctNames(ctx)
	if err != nil {
		return err
	}
	r.listed, r.at, r.shown, r.before = nil, 0, view.Post{}, nil
	for e, err := range r.App.Entries(ctx, app.EntryQuery{EntryFilter: app.EntryFilter{UnreadOnly: true}}) {
		if err != nil {
			return err
		}
		r.listed = append(r.listed, e)
	}
	_ = r.say("%s; ? for help", words.Count(len(r.listed), "unread entry", "unread entries"))
	for _, e := range r.listed {
		_ = r.say("%d: %s. %s. %s", e.ID, term.Cut(e.Title, titleWidth), term.Cut(cmp.Or(names[e.SubscriptionID], e.FeedTitle), titleWidth), words.Date(e.Updated))
	}
	return r.say("end of list")
}

// next shows the next entry of the list that is still unread.
func (r *reader) next(ctx context.Context) error {
	for r.at < len(r.listed) {
		e, err := r.App.Entry(ctx, number(r.listed[r.at]))
		r.at++
		if err == nil && e.Unread { // else it was read or removed meanwhile
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
	err = r.show(ctx, posts[0])
	if err == nil && r.App.CanAdd(ctx, posts[0], r.shown.Post) {
		err = r.say("add subscribes to this page")
	}
	return err
}

// show shows a post.
func (r *reader) show(ctx context.Context, w app.PostToShow) error {
	waiting := r.Waiting()
	opened, err := r.App.OpenPost(ctx, w, false)
	waiting.Done()
	r.Tell(view.Notices(opened.Notices))
	if err != nil {
		return err
	}
	r.before = append(r.before[max(0, len(r.before)-mostKept):], r.shown)
	r.shown = view.Post(opened)
	return r.printPost(ctx)
}

// printPost prints the shown post, and marks its entry as read.
func (r *reader) printPost(ctx context.Context) error {
	style := show.PostStyle{Width: min(textWidth, cmp.Or(r.Out.Width, textWidth)), Wrap: true}
	return cmp.Or(r.printer().Post(r.shown, style, false), r.say("end of post"), r.App.MarkShown(ctx, []model.Entry{r.shown.Entry}))
}

// follow shows the target of a link, in the browser if gemsub cannot show it.
func (r *reader) follow(ctx context.Context, number string) error {
	links := r.shown.Links()
	n, err := strconv.Atoi(number)
	if err != nil || n < 1 || n > len(links) {
		return fmt.Errorf("f needs the number of a link: the post has %d", len(links))
	}
	link := links[n-1].URL
	if _, isPage := app.PageURL(link); !isPage {
		return r.Browse(link)
	}
	w, err := r.App.LinkedPost(ctx, app.PostToShow{Entry: r.shown.Entry}, link)
	if err != nil {
		return err
	}
	return r.show(ctx, w)
}

// star stars an entry, or takes its star off.
func (r *reader) star(ctx context.Context, selector string) error {
	e, err := r.App.Entry(ctx, selector)
	if err == nil {
		_, err = r.App.MarkStarred(ctx, app.These(e), !e.Starred)
	}
	if err != nil {
		return err
	}
	return r.say(map[bool]string{false: "starred: %s", true: "star removed: %s"}[e.Starred], e.Title)
}

// number names an entry in commands.
func number(e model.Entry) string { return strconv.FormatInt(e.ID, 10) }
