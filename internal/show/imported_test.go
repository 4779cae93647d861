package show

import (
	"fmt"
	"strings"
	"testing"

	"gemsub/internal/model"
)

// On a terminal the first refused lines are enough; a pipe has them all.
func TestImportedRefused(t *testing.T) {
	t.Parallel()
	var im model.Imported
	for i := range 25 {
		im.Lines = append(im.Lines, model.ImportedLine{Line: i + 1, Result: model.ImportRefused, URL: "https://a.example/", Detail: "no"})
	}
	im.Lines = append(im.Lines, model.ImportedLine{Line: 26, Result: model.ImportAdded, URL: "gemini://b.example/"})
	for width, want := range map[int]struct {
		refused int
		more    string
	}{80: {20, "and 5 more lines refused; a pipe shows all of them\n"}, 0: {25, ""}} {
		p, out, told := newPrinter(width)
		if err := p.Imported(im); err != nil {
			t.Fatal(err)
		}
		if n := strings.Count(out.String(), "refused"); n != want.refused || !strings.Contains(out.String(), "b.example") {
			t.Errorf("width %d: %d refused lines in %q", width, n, out)
		}
		if all := fmt.Sprint(told); !strings.HasSuffix(all, "1 feed added, 0 known already, 25 refused\n") || !strings.Contains(all, want.more) {
			t.Errorf("width %d: told %q", width, all)
		}
	}
}

// What another database mutes from now on is named, as text that is safe.
func TestMergedMutes(t *testing.T) {
	t.Parallel()
	p, _, told := newPrinter(80)
	p.Merged(model.Merged{Mutes: append([]string{"a\x1b[31m\n"}, make([]string, 30)...)})
	if all := fmt.Sprint(told); !strings.HasPrefix(all, "gemsub: added a mute: a\ufffd[31m \n") ||
		strings.Count(all, "added a mute") != 20 || !strings.Contains(all, "and 11 more mutes; gemsub mute list shows them\n") || !strings.Contains(all, "31 mutes added") {
		t.Errorf("told %q", all)
	}
}
