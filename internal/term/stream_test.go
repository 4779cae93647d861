package term

import (
	"encoding/json"
	"io"
	"strings"
	"testing"
)

const acting = "\x00\x07\x1b[31m\x7f\u0080\u009b31m\u009d\u2028\u2029\u202a\u202e\u2066\u2069"

// written returns the output of a cleaner for text in pieces of a size.
func written(t *testing.T, clean func(io.Writer) io.Writer, text string, size int) string {
	t.Helper()
	var b strings.Builder
	w := clean(&b)
	for len(text) > 0 {
		n := min(size, len(text))
		if wrote, err := io.WriteString(w, text[:n]); wrote != n || err != nil {
			t.Fatalf("wrote %d of %d, %v", wrote, n, err)
		}
		text = text[n:]
	}
	return b.String()
}

func TestCleanText(t *testing.T) {
	t.Parallel()
	text := "tab\tand line\r\nend, é日🌱 \u200eمی\u200cخواهم " + acting + "x\xff\x9by"
	want := "tab\tand line\r\nend, é日🌱 \u200eمی\u200cخواهم [31m31mx\ufffd\ufffdy"
	for size := range 9 {
		if got := written(t, CleanText, text, size+1); got != want {
			t.Errorf("in pieces of %d: %q", size+1, got)
		}
	}
}

func TestCleanJSON(t *testing.T) {
	t.Parallel()
	text := "é日🌱\\ \" " + acting
	var encoded strings.Builder
	enc := json.NewEncoder(&encoded)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(text); err != nil {
		t.Fatal(err)
	}
	for size := range 9 {
		got := written(t, CleanJSON, encoded.String(), size+1)
		var back string
		if err := json.Unmarshal([]byte(got), &back); err != nil || back != text || strings.ContainsFunc(got, acts) {
			t.Errorf("in pieces of %d: %q is read as %q, %v", size+1, got, back, err)
		}
	}
}
