package tui

import (
	"bytes"
	"context"
	"io"
	"strings"
)

// maxOutput is how much of what a command prints is shown, in bytes.
const maxOutput = 4 << 20

func (r *reader) promptCommand() { r.typing = &prompt{label: ":", do: r.command} }

// command runs a command line of gemsub, and shows what it prints.
func (r *reader) command(line string) {
	line = strings.TrimSpace(strings.TrimPrefix(line, "gemsub "))
	switch line {
	case "":
		return
	case "q", "quit", "q!", "wq", "x", "qa":
		r.done = true
		return
	}
	width := r.whole().width
	r.ask("gemsub "+line, func(ctx context.Context) (func(), error) {
		out := &output{}
		r.Command(ctx, line, width, out)
		return func() { r.printed(line, out.String()) }, nil
	})
}

// printed shows what a command has printed: one line at the bottom, more in a view.
func (r *reader) printed(line, printed string) {
	r.renew()
	_, _ = r.messages.Write([]byte(":" + line + "\n")) // for the log
	switch strings.Count(printed, "\n") {
	case 0, 1:
		r.say(strings.TrimPrefix(strings.TrimSpace(printed), "gemsub: "))
		if printed == "" {
			r.say("done: " + line)
		}
	default:
		r.showText(line, textLines(printed))
	}
}

// An output keeps the beginning of what is written.
type output struct{ bytes.Buffer }

func (o *output) Write(p []byte) (int, error) {
	if o.Len()+len(p) > maxOutput {
		return 0, io.ErrShortWrite
	}
	return o.Buffer.Write(p)
}
