package launch

import (
	"slices"
	"strings"
	"testing"
)

func TestPagerProgram(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ command, env, want string }{
		{"cat", "TERM=xterm", "|"},
		{Less, "TERM=dumb", "|"},
		{Less, "", "|"},
		{"most 'a  b'", "", "most,a  b|A=1,LESS=FRX,LESSCHARSET=utf-8"},
		{"most", "LESS=S", "most|A=1,LESS=S,LESSCHARSET=utf-8"},
		{"most", "LESSCHARSET=latin1", "most|A=1,LESS=FRX,LESSCHARSET=latin1"},
	} {
		getenv := func(name string) string {
			value, _ := strings.CutPrefix(test.env, name+"=")
			if value == test.env {
				return ""
			}
			return value
		}
		got, err := NewPager(test.command, getenv, []string{"A=1"}, nil)
		if all := strings.Join(got.command, ",") + "|" + strings.Join(got.env, ","); err != nil || all != test.want {
			t.Errorf("%+v: %s, %v", test, all, err)
		}
	}
	if got, err := NewPager("'most", strings.ToLower, nil, nil); err == nil || !slices.Equal(got.command, nil) {
		t.Errorf("%+v, %v", got, err)
	}
}
