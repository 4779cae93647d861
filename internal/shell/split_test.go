package shell

import (
	"slices"
	"testing"
)

func TestSplit(t *testing.T) {
	t.Parallel()
	tests := []struct {
		command string
		want    []string
	}{
		{"", nil},
		{"  ", nil},
		{"less -FRX", []string{"less", "-FRX"}},
		{` "/opt/my pager/bin"  --title='a  b' `, []string{"/opt/my pager/bin", "--title=a  b"}},
		{`a\ b "c\"d" ''`, []string{"a b", `c"d`, ""}},
		{"less $HOME | cat; `x`", []string{"less", "$HOME", "|", "cat;", "`x`"}},
	}
	for _, test := range tests {
		if got, err := Split(test.command); err != nil || !slices.Equal(got, test.want) {
			t.Errorf("%s: got %q, %v, want %q", test.command, got, err, test.want)
		}
	}
	for line, want := range map[string][]string{
		"":                    {""},
		"gemsub ":             {"gemsub", ""},
		"gemsub upd":          {"gemsub", "upd"},
		`gemsub a\ b "Log of`: {"gemsub", "a b", "Log of"},
		`gemsub 'it'\''s `:    {"gemsub", "it's "},
		`gemsub a\ `:          {"gemsub", "a "},
		`gemsub "a\`:          {"gemsub", `a\`},
		"gemsub $(touch x)":   {"gemsub", "$(touch", "x)"},
	} {
		if got := SplitTyped(line); !slices.Equal(got, want) {
			t.Errorf("typed %s: got %q, want %q", line, got, want)
		}
	}
	for _, open := range []string{`less "-F`, `it's`} {
		if got, err := Split(open); err == nil {
			t.Errorf("%s: got %q", open, got)
		}
	}
}
