package main

import (
	"strings"
	"testing"

	"gemsub/internal/lines"
	"gemsub/internal/tui"
)

// The manual page has the reader's table of keys.
func TestManualKeys(t *testing.T) {
	t.Parallel()
	section := manualSection(t, "gemsub.1", ".Sh FULL-SCREEN READER")
	section = strings.ReplaceAll(section, `\&`, "")
	for _, k := range tui.Keys() {
		help := strings.ToUpper(k.Help[:1]) + k.Help[1:] + "."
		item := ".It Cm " + k.Action + " : No " + k.Keys + "\n" + help + "\n"
		if !strings.Contains(section, item) {
			t.Errorf("the manual lacks\n%s", item)
		}
		section = strings.Replace(section, item, "", 1)
	}
	if strings.Contains(section, "\n.It ") {
		t.Errorf("the manual has keys that are none:\n%s", section)
	}
}

// The manual page has the help of the reader of lines.
func TestManualLines(t *testing.T) {
	t.Parallel()
	if !strings.Contains(manualText(t, "gemsub.1"), "\n.Bd -literal -offset indent\n"+lines.Help+".Ed\n") {
		t.Errorf("the manual lacks\n%s", lines.Help)
	}
}
