// Package term writes text to a terminal: made safe, cut to the width, in aligned columns. To a
// pipe it writes the same rows separated by tabs. The package does not depend on feeds.
package term

import (
	"fmt"
	"io"
	"os"

	"golang.org/x/term"

	"gemsub/internal/address"
	"gemsub/internal/words"
)

// An Output is a stream, perhaps to a terminal.
type Output struct {
	io.Writer
	// Width is the width of the terminal in columns, 0 if the stream is no terminal.
	Width int
	// Color reports whether styles are shown.
	Color bool
	// Palette says how each style looks.
	Palette Palette
	// Plain never moves the cursor back and never cuts lines of lists: for dumb terminals, screen
	// readers and braille displays.
	Plain bool
	// Height is the height of the terminal in lines.
	Height int
	// Progress is the line of progress on the terminal, below all text; nil for none.
	Progress *Progress
}

func (o *Output) Write(text []byte) (int, error) {
	if o.Progress == nil {
		return o.Writer.Write(text)
	}
	return o.Progress.writeAbove(o, text)
}

// NewOutput returns the output to w. Only an *os.File can be a terminal. color turns on styles, if w
// is a terminal.
func NewOutput(w io.Writer, color bool) *Output {
	if !IsTerminal(w) {
		return &Output{Writer: w}
	}
	width, height, err := term.GetSize(int(w.(*os.File).Fd()))
	if err != nil || width <= 0 || height <= 0 {
		width, height = 80, 24 // some terminals report no size
	}
	return &Output{Writer: w, Width: width, Color: color, Palette: DefaultPalette(), Height: height}
}

// IsTerminal reports whether a stream is a terminal.
func IsTerminal(stream any) bool {
	f, ok := stream.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

// IsTerminal reports whether the stream is a terminal.
func (o *Output) IsTerminal() bool { return o.Width > 0 }

// Styled returns s in a style, or s itself without colour.
func (o *Output) Styled(style Style, s string) string {
	parameters := o.Palette[style].parameters()
	if !o.Color || s == "" || parameters == "" {
		return s
	}
	return "\x1b[" + parameters + "m" + s + "\x1b[0m"
}

// Text makes s safe. For a terminal it also shows host names in Unicode, unless that could deceive.
func (o *Output) Text(s string) string {
	if s = words.Safe(s); o.IsTerminal() {
		s = address.Readable(s)
	}
	return s
}

// Cut cuts a text to a width, unless the terminal is plain.
func (o *Output) Cut(s string, width int) string {
	if o.Plain {
		return s
	}
	return Cut(s, width)
}

// Line writes one line of safe text, cut to the width of a terminal.
func (o *Output) Line(style Style, format string, args ...any) error {
	s := o.Text(fmt.Sprintf(format, args...))
	if o.IsTerminal() {
		s = o.Styled(style, o.Cut(s, o.Width))
	}
	_, err := fmt.Fprintln(o, s)
	return err
}

// Paragraph writes safe text to a terminal, folded at its width. Lines after the first are indented,
// so that text from a capsule never looks like a line of gemsub's own.
func (o *Output) Paragraph(style Style, format string, args ...any) error {
	indent := ""
	for _, line := range Fold(o.Text(fmt.Sprintf(format, args...)), max(1, o.Width-2)) {
		if err := o.Line(style, "%s", indent+line); err != nil {
			return err
		}
		indent = "  "
	}
	return nil
}
