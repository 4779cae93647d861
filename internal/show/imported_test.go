package show

import (
	"fmt"
	"strings"
	"testing"

	"gemsub/internal/app"
	"gemsub/internal/model"
	"gemsub/internal/view"
)

func TestImported(t *testing.T) {
	t.Parallel()
	im := app.ImportResult{Count: map[string]int{model.ImportRefused: 25, model.ImportAdded: 1}}
	for i := range 25 {
		im.Lines = append(im.Lines, model.ImportLine{Line: i + 1, Result: model.ImportRefused, URL: "https://a.example/", Detail: "no"})
	}
	im.Lines = append(im.Lines, model.ImportLine{Line: 26, Result: model.ImportAdded, URL: "gemini://b.example/"})
	for _, width := range []int{0, 80} {
		p, out, told := newPrinter(width)
		if err := Print(p, view.ImportLines, im.Lines); err != nil {
			t.Fatal(err)
		}
		if n := strings.Count(out.String(), "refused"); n != 25 || !strings.Contains(out.String(), "b.example") {
			t.Errorf("width %d: %d refused lines in %q", width, n, out)
		}
		p.Tell(view.ImportCounts(im))
		if all := fmt.Sprint(told); all != "gemsub: 1 feed added, 0 known already, 25 refused\n" {
			t.Errorf("width %d: told %q", width, all)
		}
	}
}
