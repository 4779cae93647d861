package term

import (
	"bytes"
	"testing"
)

// A pipe gets host names in punycode.
func TestHostsInPipe(t *testing.T) {
	var b bytes.Buffer
	out := &Output{Writer: &b}
	if got := out.Text("xn--e1afmkfd.xn--p1ai"); got != "xn--e1afmkfd.xn--p1ai" {
		t.Errorf("in a pipe: %q", got)
	}
	out.Width = 80
	if got := out.Text("xn--e1afmkfd.xn--p1ai"); got != "пример.рф" {
		t.Errorf("on a terminal: %q", got)
	}
}
