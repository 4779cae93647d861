package term

import (
	"strings"
	"testing"
)

func TestWrapHelp(t *testing.T) {
	t.Parallel()
	const text = `Usage: gemsub x [flags]
Also:  y

Flags:
   --as F      read it as F: auto, gemtext or whatever else
   --help, -h  show help

Prose that is longer than a
narrow terminal is filled.

Examples:
  gemsub an example stays as it is, to be pasted

Columns in a pipe, separated by tabs:
   number, title, state, unread, entries`
	const want = `Usage: gemsub x [flags]
Also:  y

Flags:
   --as F      read it as F:
               auto, gemtext or
               whatever else
   --help, -h  show help

Prose that is longer than a
narrow terminal is filled.

Examples:
  gemsub an example stays as it is, to be pasted

Columns in a pipe, separated by
tabs:
   number, title, state, unread,
   entries`
	if got := WrapHelp(text, 32); got != want {
		t.Errorf("got\n%s", got)
	}
	for line := range strings.Lines(WrapHelp(strings.Repeat("word ", 40), 200)) {
		if Width(line) > helpWidth {
			t.Errorf("wider than %d columns: %s", helpWidth, line)
		}
	}
}
