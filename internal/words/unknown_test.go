package words

import (
	"errors"
	"testing"
)

func TestUnknownValue(t *testing.T) {
	t.Parallel()
	known := []string{"atom", "rss"}
	for value, want := range map[string]string{"atm": "did you mean atom?", "yaml": ""} {
		err := UnknownValue("format", value, known)
		if message := `unknown format "` + value + `" (supported: atom, rss)`; err.Error() != message {
			t.Errorf("%v, want %s", err, message)
		}
		hint := ""
		if e, ok := errors.AsType[*hintedError](err); ok {
			hint = e.Hint()
		}
		if hint != want {
			t.Errorf("%s: hint %q, want %q", value, hint, want)
		}
	}
}
