package update

import (
	"errors"
	"fmt"
	"testing"
	"testing/synctest"

	"gemsub/internal/model"
)

// A page that cannot be stored is a failure of its own feed; the other results of the batch are
// stored.
func TestUnstoredPage(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w, m := newWeb(), newMemory()
		m.refuses = func(r *model.CheckResult) bool { return r.Feed != nil && len(r.Feed.Entries) == 7 }
		var urls []string
		for i := range 9 {
			url := fmt.Sprintf("gemini://capsule-%d.example/", i)
			w.page(url, gemlog(5+i%4))
			urls = append(urls, url)
		}
		e := newEngine(w, m)
		if err := run(t, e, m, urls...); err != nil {
			t.Fatal(err)
		}
		if len(m.results) != len(urls) {
			t.Fatalf("%d results were stored, want %d", len(m.results), len(urls))
		}
		for i, url := range urls {
			r := m.result(t, url)
			want := model.StateOK
			if 5+i%4 == 7 {
				want = model.StateFailing
			}
			if r.State != want || (r.Err != nil) != errors.Is(r.Err, errRefused) || (r.Digest == "") != (want == model.StateFailing) {
				t.Errorf("%s is %s with error %v and digest %q, want %s", url, r.State, r.Err, r.Digest, want)
			}
		}
	})
}
