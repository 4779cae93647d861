package app

import (
	"strings"
	"testing"

	"gemsub/internal/model"
)

// The feed whose posts take most is named where they take much.
func TestManyPosts(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		bytes int64
		want  string
	}{
		{40_000_000, "2 Large: its posts take 76.3 MiB of the 114.4 MiB of all: gemsub prune --posts --older 1y 2"},
		{4_000_000, ""},
	} {
		feeds := []model.Subscription{{ID: 1, FeedTitle: "Small", PostBytes: tt.bytes}, {ID: 2, FeedTitle: "Large", PostBytes: 2 * tt.bytes}}
		found, err := new(App).manyPosts(exam{feeds: feeds})
		var got []string
		for _, f := range found {
			got = append(got, f.About+": "+f.Message+": "+f.Command)
		}
		if strings.Join(got, "\n") != tt.want || err != nil {
			t.Errorf("got %q, %v; want %q", got, err, tt.want)
		}
	}
}
