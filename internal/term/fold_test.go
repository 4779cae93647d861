package term

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/rivo/uniseg"

	"gemsub/internal/words"
)

func TestFold(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, in string
		width    int
		want     []string
	}{
		{"nothing", "", 5, []string{""}},
		{"spaces alone", "   ", 5, []string{""}},
		{"fits", "one two", 7, []string{"one two"}},
		{"between words", "one two  three", 7, []string{"one two", "three"}},
		{"spaces inside a line stay", "a  b c", 6, []string{"a  b c"}},
		{"spaces around it do not", "  a b  ", 3, []string{"a b"}},
		{"a long word", "ab abcdefgh i", 3, []string{"ab", "abc", "def", "gh", "i"}},
		{"a wide character in one column", "日本", 1, []string{"日", "本"}},
		{"no spaces", "日本語の文章です。はい", 8, []string{"日本語の", "文章で", "す。はい"}},
		{"Latin beside it", "ab日本語 cd", 6, []string{"ab日本", "語 cd"}},
		{"a no-break space", "ab c\u00a0d", 4, []string{"ab", "c\u00a0d"}},
		{"combining marks", strings.Repeat("e\u0301", 5), 3, []string{strings.Repeat("e\u0301", 3), strings.Repeat("e\u0301", 2)}},
		{"emoji", "👩🏽\u200d💻👩🏽\u200d💻 a", 4, []string{"👩🏽\u200d💻👩🏽\u200d💻", "a"}},
	}
	for _, test := range tests {
		got := Fold(test.in, test.width)
		if diff := cmp.Diff(test.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", test.name, diff)
		}
	}
}

// A text whose characters are one cluster for Unicode, such as consonants that are all
// joined, is segmented once, not again for each line.
func TestFoldCluster(t *testing.T) {
	t.Parallel()
	begun := time.Now()
	Fold(strings.Repeat("\u0915\u094d", 1<<19), 8)
	if time.Since(begun) > time.Minute {
		t.Fatal("it takes over a minute")
	}
}

// Each simple character must be one column wide and combine with no other.
func TestSimple(t *testing.T) {
	t.Parallel()
	for r := rune(0); r < 0x10000; r++ {
		if !words.IsSimple(string(r)) {
			continue
		}
		for _, s := range []string{string(r), "a" + string(r), string(r) + "a", string([]rune{r, r})} {
			if got := uniseg.StringWidth(s); got != len([]rune(s)) {
				t.Errorf("%q (%U) is %d wide", s, r, got)
			}
			if slow := strings.TrimSuffix(words.Safe(s+"\x00"), "\uFFFD"); slow != s {
				t.Errorf("%q (%U) is made %q", s, r, slow)
			}
		}
	}
}

func TestCutReadsWhatItShows(t *testing.T) {
	long := strings.Repeat("é", 1<<20)
	if allocs := testing.AllocsPerRun(1, func() { Cut(long, 80) }); allocs > 10 {
		t.Errorf("%v allocations", allocs)
	}
}
