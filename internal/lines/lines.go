// Package lines is the reader of lines, for screen readers, braille displays, dumb
// terminals and scripts: a loop over the commands of gemsub. It prints line after line and
// never moves the cursor.
package lines

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"io"
	"slices"
	"strconv"
	"strings"

	"gemsub/internal/app"
	"gemsub/internal/shell"
)

// Help has what can be typed, a line each.
const Help = `12: show entry 12
n: show the next unread entry
enter: more of what is shown
b: back to the post or list before
s: star the entry that is shown; s 12: entry 12
f 2: show what link 2 of the shown post leads to
o: open what is shown in the browser; o 2: its link 2
l: list unread entries
u: undo the last change
add: subscribe to the page that is shown
q: quit
A URL shows its page. All else is a command, such as update,
search WORDS, thread 12, read 12, unstar 12; --help lists all.
`

// Options configure the reader.
type Options struct {
	In     io.Reader
	Out    io.Writer
	Height int // lines of the screen, 0 if Out is no terminal
	// Command runs a command line of gemsub that prints to out, and returns the post that it
	// showed last, as commands name it, "" for none.
	Command func(ctx context.Context, line string, out io.Writer) (shown string)
}

// A reader is the state of the session.
type reader struct {
	Options
	pending []byte   // what the screen had no room for
	room    int      // how many more lines it has room for
	shown   []string // the posts that were shown, the last one last; the first is "", for none
	err     error    // of printing
}

// Run executes the lines of the input until one of them quits, or the input or ctx ends. It returns
// errors of input, ctx or printing; commands print all other errors.
func Run(ctx context.Context, o Options) error {
	r := &reader{Options: o, shown: []string{""}}
	in := bufio.NewScanner(o.In)
	r.turnPage()
	_, _ = io.WriteString(r, "? for help\n")
	for line, ok := "l", true; ok && r.err == nil && !slices.Contains([]string{"q", "quit", "exit"}, line); line, ok = read(ctx, in) {
		switch line {
		case "":
			_, _ = r.Write(nil) // what is left
		case "?", "h", "help":
			r.pending = nil
			_, _ = io.WriteString(r, Help)
		default:
			r.pending = nil
			if shown := r.Command(ctx, r.command(line), r); shown != "" {
				r.shown = append(r.shown, shown)
			}
		}
		r.prompt()
	}
	return cmp.Or(r.err, ctx.Err(), in.Err())
}

// read returns the next line of the input, without ":" or "gemsub " before it; ok is false at the
// end of the input or of ctx.
func read(ctx context.Context, in *bufio.Scanner) (line string, ok bool) {
	got := make(chan bool, 1)
	go func() { got <- in.Scan() }()
	select {
	case ok := <-got:
		return strings.TrimPrefix(strings.Trim(in.Text(), ": \t\r"), "gemsub "), ok
	case <-ctx.Done():
		return "", false
	}
}

// command returns the command that a line stands for. A line without a meaning of its own is one.
func (r *reader) command(line string) string {
	key, argument, _ := strings.Cut(line, " ")
	last := r.shown[len(r.shown)-1]
	page, isPage := app.PageURL(line)
	switch _, err := strconv.Atoi(line); {
	case err == nil:
		return "show --wrap " + line
	case isPage:
		return "show --wrap " + shell.Quote(page)
	case line == "n":
		return "next --wrap"
	case line == "b" && len(r.shown) > 2:
		before := r.shown[len(r.shown)-2]
		r.shown = r.shown[:len(r.shown)-2]
		return "show --wrap " + before
	case line == "l", line == "b":
		return "entries"
	case key == "f":
		return "show --wrap " + last + " --link " + argument
	case key == "o" && argument != "":
		return "open " + last + " --link " + argument
	case line == "o":
		return "open " + last
	case key == "s":
		return "star " + cmp.Or(argument, last)
	case line == "u":
		return "undo"
	case line == "add":
		return "add " + last
	}
	return line
}

// turnPage makes room for another screen of lines.
func (r *reader) turnPage() { r.room = cmp.Or(r.Height, 1<<30) - 1 }

// Write prints what the screen has room for, and keeps the rest.
func (r *reader) Write(p []byte) (int, error) {
	r.pending = append(r.pending, p...)
	n := 0
	for ; r.room > 0; r.room-- {
		end := bytes.IndexByte(r.pending[n:], '\n')
		if end < 0 {
			break
		}
		n += end + 1
	}
	_, err := r.Out.Write(r.pending[:n])
	r.pending, r.err = r.pending[n:], cmp.Or(r.err, err)
	return len(p), err
}

// prompt makes room for another screen of lines and, on a terminal, asks for the next line.
func (r *reader) prompt() {
	r.turnPage()
	prompt := "> "
	if len(r.pending) > 0 {
		prompt = "enter for more> "
	}
	if r.Height > 0 && r.err == nil {
		_, r.err = io.WriteString(r.Out, prompt)
	}
}
