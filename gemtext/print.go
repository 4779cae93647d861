package gemtext

import (
	"bufio"
	"fmt"
	"io"
	"iter"
	"strings"
)

// Print writes lines to w in canonical form: one space after the mark of a heading,
// link, list item or quote, one between a link's URL and its label, none after the
// mark of a toggle, and LF at the end of every line. It ignores [Line.Number].
//
// [Lines] reads the same lines from the output, numbered from 1. Gemtext has no
// escapes, so some lines cannot be written, such as a Text that begins with "=>" or
// contains a line break. At such a line Print stops with an error that names the line's
// number; the lines before it may have been written.
func Print(w io.Writer, lines iter.Seq[Line]) error {
	out := bufio.NewWriter(w)
	number, preformatted := 0, false
	for line := range lines {
		number++
		raw := formatLine(line)
		if !readsAs(line, raw, preformatted) || number == 1 && strings.HasPrefix(raw, bom) {
			return fmt.Errorf("print line %d: gemtext cannot express it", number)
		}
		if line.Kind == Toggle {
			preformatted = !preformatted
		}
		out.WriteString(raw) // Flush returns its error
		out.WriteByte('\n')
	}
	if err := out.Flush(); err != nil {
		return fmt.Errorf("print gemtext: %w", err)
	}
	return nil
}

// formatLine returns the line in canonical form, without its end.
func formatLine(line Line) string {
	switch line.Kind {
	case Link:
		return withText(withText("=>", line.URL), line.Text)
	case Heading:
		return withText(strings.Repeat("#", max(line.Level, 0)), line.Text)
	case ListItem:
		return "* " + line.Text
	case Quote:
		return withText(">", line.Text)
	case Toggle:
		return toggle + line.Text
	}
	return line.Text
}

func withText(mark, text string) string {
	if text == "" {
		return mark
	}
	return mark + " " + text
}

// readsAs reports whether [Lines] would read raw as line. preformatted is set between toggles.
func readsAs(line Line, raw string, preformatted bool) bool {
	if strings.Contains(raw, "\n") || strings.HasSuffix(raw, "\r") {
		return false
	}
	line.Number = 0
	return parseLine(raw, preformatted) == line
}
