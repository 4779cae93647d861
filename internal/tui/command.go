package tui

import (
	"bytes"
	"context"
	"io"
	"slices"
	"strings"

	"gemsub/internal/address"
	"gemsub/internal/app"
	"gemsub/internal/render"
)

// maxOutput is how much of what a command prints is shown, in bytes.
const maxOutput = 4 << 20

const commandLabel = ":"

func (r *reader) promptCommand() { r.typing = &prompt{label: commandLabel, do: r.command} }

// command runs a command line of gemsub, and shows what it prints.
func (r *reader) command(line string) {
	line = strings.TrimSpace(strings.TrimPrefix(line, "gemsub "))
	page := strings.TrimPrefix(line, "show ")
	switch p := r.shown(); {
	case line == "":
		return
	case slices.Contains([]string{"q", "quit", "q!", "wq", "x", "qa"}, line):
		r.done = true
		return
	case isURL(page) && r.focus == onPost:
		r.visit(app.PostToShow{}, page, r.showPost)
		return
	case isURL(page):
		r.visit(app.PostToShow{}, page, r.showAlone)
		return
	case line == "add" && r.focus == onPost && p != nil:
		line += " " + p.view.Post.URL // the page that is shown
	}
	width := r.whole().width
	r.ask("gemsub "+line, func(ctx context.Context) (func(), error) {
		out := &output{}
		r.Command(ctx, line, width, out)
		return func() { r.printed(line, out.String()) }, nil
	})
}

// isURL reports whether a text is a whole URL that gemsub can request.
func isURL(text string) bool {
	_, err := address.Parse(text)
	return err == nil && strings.Contains(text, "://")
}

// printed shows what a command has printed: one line at the bottom, more in a view.
func (r *reader) printed(line, printed string) {
	r.renew()
	_, _ = r.messages.Write([]byte(":" + line + "\n")) // for the log
	switch strings.Count(printed, "\n") {
	case 0:
		r.say("done: " + line)
	case 1:
		_, _ = r.messages.Write([]byte(printed))
	default:
		r.messages.seen()
		r.showText(line, func(width int) []render.Line { return textLines(inside(printed), width) })
	}
}

// inside writes the commands that gemsub proposes as they are typed here.
func inside(printed string) string {
	return strings.NewReplacer("hint: gemsub ", "hint: :", "see gemsub --help", "see :help").Replace(printed)
}

// An output keeps the beginning of what is written.
type output struct{ bytes.Buffer }

func (o *output) Write(p []byte) (int, error) {
	if o.Len()+len(p) > maxOutput {
		return 0, io.ErrShortWrite
	}
	return o.Buffer.Write(p)
}
