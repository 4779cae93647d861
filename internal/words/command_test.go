package words

import "testing"

func TestInstead(t *testing.T) {
	t.Parallel()
	for elsewhere, want := range map[string]string{
		"reload": "did you mean update?", "unmute": "did you mean mute remove?", "set --tag": "did you mean tag add TAG FEED?", "list": "", "": "",
	} {
		if got := Instead(elsewhere); got != want {
			t.Errorf("%q is %q, want %q", elsewhere, got, want)
		}
	}
}
