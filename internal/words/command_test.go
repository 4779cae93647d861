package words

import "testing"

func TestCommandFor(t *testing.T) {
	t.Parallel()
	for elsewhere, want := range map[string]string{"reload": "update", "unsubscribe": "remove", "killfile": "mute", "list": "", "": ""} {
		if got := CommandFor(elsewhere); got != want {
			t.Errorf("%q is %q, want %q", elsewhere, got, want)
		}
	}
}
