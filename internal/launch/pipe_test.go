package launch

import (
	"os"
	"strings"
	"testing"
	"time"
)

// The shell runs the user's command line, and the command gets the text only on its standard input.
// Run waits for the command even if it reads nothing, or leaves a child running.
func TestPipe(t *testing.T) {
	t.Parallel()
	text := "$(touch x) `touch x`\n" + strings.Repeat("0123456789", 100_000)
	for command, want := range map[string]string{
		"head -n1 | tr a-z A-Z; echo $A": "$(TOUCH X) `TOUCH X`\nb\n",
		"true":                           "",
		"sleep 100 & echo $!":            "",
		"exit 3":                         "",
	} {
		var out strings.Builder
		begun := time.Now()
		err := Pipe{Pause: true, Env: append(os.Environ(), "A=b"), Stdin: strings.NewReader("\n"), Stdout: &out, Stderr: &out}.Run(command, text)
		if (err != nil) != (command == "exit 3") || !strings.HasPrefix(out.String(), want) || !strings.Contains(out.String(), "press enter") {
			t.Errorf("%s: %v, printed %q", command, err, &out)
		}
		if err != nil && !strings.Contains(out.String(), "exit 3: exit status 3\n(press enter") {
			t.Errorf("the reason comes only after enter: %q", &out)
		}
		if time.Since(begun) > time.Minute {
			t.Errorf("%s took %v", command, time.Since(begun))
		}
	}
}
