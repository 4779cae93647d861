package show

import (
	"slices"
	"testing"

	"gemsub/internal/model"
)

// A feed is offered by its name where a shell and gemsub take that for the feed, else
// by its URL.
func TestFeedWords(t *testing.T) {
	t.Parallel()
	var subs []model.Subscription
	own := map[int64]string{}
	for i, title := range []string{"Moss", "-x", "~me", "two\u202e", "shared"} {
		subs = append(subs, model.Subscription{ID: int64(i), URL: "gemini://" + title[:1] + ".example/", Title: title})
		if title != "shared" {
			own[int64(i)] = title
		}
	}
	want := []string{"Moss\tgemini://M.example/", "gemini://-.example/\t-x", "gemini://s.example/\tshared", "gemini://t.example/\ttwo", "gemini://~.example/\t~me"}
	if got := FeedWords(subs, own); !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

// Words are sorted, each stands once, and only those that can be typed.
func TestWords(t *testing.T) {
	t.Parallel()
	subs := []model.Subscription{{Tags: []string{"b", "a"}}, {Tags: []string{"b", "-c"}}}
	for _, c := range []struct{ got, want []string }{
		{TagWords(subs), []string{"a", "b"}},
		{TagWords(nil), nil},
	} {
		if !slices.Equal(c.got, c.want) {
			t.Errorf("%q, want %q", c.got, c.want)
		}
	}
}
