package update

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"gemsub/internal/fetch"
	"gemsub/internal/model"
)

// A slowStore takes a second for each commit.
type slowStore struct {
	*memory
	most int // large feeds in one commit
	all  int
}

func (s *slowStore) Commit(ctx context.Context, b Batch) ([]model.Changes, error) {
	time.Sleep(time.Second)
	large := 0
	for _, r := range b.Results {
		if r.Feed != nil && len(r.Feed.Entries) == 7 {
			large++
		}
	}
	s.most = max(s.most, large)
	s.all += large
	return s.memory.Commit(ctx, b)
}

// A large page is stored at once, with no other: another may wait for its place.
func TestLargePagesTakeTurns(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w, m := newWeb(), newMemory()
		s := &slowStore{memory: m}
		e := newEngine(w, m)
		e.Store = s
		var urls []string
		for i := range 8 {
			url := fmt.Sprintf("gemini://large-%d.example/", i)
			w.page(url, gemlog(7)+strings.Repeat("x", fetch.LargeBody))
			urls = append(urls, url)
			url = fmt.Sprintf("gemini://small-%d.example/", i)
			w.page(url, gemlog(3))
			urls = append(urls, url)
		}
		if err := run(t, e, m, urls...); err != nil {
			t.Fatal(err)
		}
		if len(m.results) != 16 || s.all != 8 {
			t.Errorf("%d results, %d of large pages", len(m.results), s.all)
		}
		if s.most != 1 {
			t.Errorf("%d large pages waited to be stored at once", s.most)
		}
	})
}
