package shell

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

func TestReadBashLine(t *testing.T) {
	t.Parallel()
	tests := []struct {
		line, replaced string
		want           BashLine
	}{
		{"gemsub ", "", BashLine{Words: []string{""}}},
		{"gemsub upd", "upd", BashLine{Words: []string{"upd"}}},
		{`gemsub  entries --feed "Log of`, "Log of", BashLine{Words: []string{"entries", "--feed", "Log of"}, quote: '"'}},
		{`gemsub remove a\ b 'it'\''s`, "s", BashLine{Words: []string{"remove", "a b", "it's"}, kept: "it'", quote: '\''}},
		{`gemsub remove "" "a\"\$\b`, `a\"\$\b`, BashLine{Words: []string{"remove", "", `a"$\b`}, quote: '"'}},
		{`gemsub remove Log:of`, "of", BashLine{Words: []string{"remove", "Log:of"}, kept: "Log:"}},
		{`gemsub remove "a"$'\140'"b`, "b", BashLine{Words: []string{"remove", "a`b"}, kept: "a`", quote: '"'}},
	}
	for _, test := range tests {
		got, ok := ReadBashLine(test.line, test.replaced)
		if !ok || !slices.Equal(got.Words, test.want.Words) || got.kept != test.want.kept || got.quote != test.want.quote {
			t.Errorf("%s: got %+v, %v", test.line, got, ok)
		}
	}
}

// What stands for more than itself is left alone.
func TestReadBashLineRefuses(t *testing.T) {
	t.Parallel()
	for _, line := range []string{
		`gemsub $HOME:x`, "gemsub `ls`:x", `gemsub "$HOME":x`, `gemsub $(ls):x`, `gemsub >a:x`,
		`gemsub $'\'x`, `gemsub $'\x41'x`, `gemsub $"a"x`, `gemsub "a!"x`, `gemsub a;b:x`, `gemsub ~:x`, `gemsub {a:x`, `gemsub a\x`,
	} {
		if got, ok := ReadBashLine(line, "x"); ok {
			t.Errorf("%s: read as %+v", line, got)
		}
	}
	for _, line := range []string{"", "gemsub", "gemsub x"} {
		if got, ok := ReadBashLine(line, "gemsub y"); ok {
			t.Errorf("%s: read as %+v", line, got)
		}
	}
}

// Whatever a name holds and wherever in a word its completion begins, bash reads the
// name, also within backquotes.
func TestBashReadsWhatIsCompleted(t *testing.T) {
	t.Parallel()
	if _, err := exec.LookPath("bash"); err != nil {
		if os.Getenv("CI") != "" {
			t.Fatal(err)
		}
		t.Skip(err)
	}
	var script strings.Builder
	var want []string
	for _, name := range randomNames(100) {
		for _, quote := range []byte{0, '"', '\''} {
			for _, begun := range []int{0, len(name) / 2} {
				word := completedWord(t, name, begun, quote)
				fmt.Fprintf(&script, "printf '%%s\\0' %s\nv=`printf %%s %s`; printf '%%s\\0' \"$v\"\n", word, word)
				want = append(want, name, name)
			}
		}
	}
	cmd := exec.Command("bash", "--norc")
	cmd.Dir = t.TempDir()
	cmd.Stdin = strings.NewReader(script.String())
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil || stderr.Len() > 0 {
		t.Fatalf("%v %s", err, stderr.String())
	}
	got := strings.Split(strings.TrimSuffix(string(out), "\x00"), "\x00")
	for i := range want {
		if i >= len(got) || got[i] != want[i] {
			t.Fatalf("%d: got %q, want %q", i, got[i:min(i+1, len(got))], want[i])
		}
	}
}

func randomNames(n int) []string {
	rnd := rand.New(rand.NewPCG(11, 1))
	letters := []rune("ab $`\\\"'!;&|()<>{}[]*?~#=:,@%^é日-")
	names := make([]string, n)
	for i := range names {
		name := make([]rune, 1+rnd.IntN(8))
		for k := range name {
			name[k] = letters[rnd.IntN(len(letters))]
		}
		names[i] = "x"[:rnd.IntN(2)] + string(name) + "y"[:rnd.IntN(2)]
	}
	return names
}

// completedWord is a word that a person began with some bytes of a name, within quotes
// or without, and had completed in the way of readline.
func completedWord(t *testing.T, name string, begun int, quote byte) string {
	t.Helper()
	word := ""
	if quote != 0 {
		word = string(quote)
	}
	for i := range begun {
		word += quoteByte(quote, name[i])
	}
	line, ok := ReadBashLine("gemsub remove "+word, "")
	if !ok {
		t.Fatalf("%q is not read", word)
	}
	text, ok := line.Complete(name)
	if !ok {
		t.Fatalf("%q is not completed: %+v", word, line)
	}
	if quote == 0 {
		return word + text
	}
	if text != "" && text[0] == quote && word[len(word)-1] == quote {
		word = word[:len(word)-1]
	}
	if word += text; word[len(word)-1] != quote {
		word += string(quote)
	}
	return word
}
