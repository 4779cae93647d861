package exchange_test

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"net/url"
	"slices"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"gemsub/feed"
	"gemsub/internal/exchange"
	"gemsub/internal/model"
	"gemsub/internal/publish"
)

// written returns subscriptions as OPML.
func written(t testing.TB, subs []exchange.Subscription) string {
	t.Helper()
	var b strings.Builder
	all := make([]model.Subscription, len(subs))
	for i, s := range subs {
		all[i] = s.Subscription
	}
	if err := publish.WriteOPML(&b, "All", all); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// reread writes subscriptions and reads them again.
func reread(t testing.TB, subs []exchange.Subscription) []exchange.Subscription {
	t.Helper()
	l := parse(t, written(t, subs), exchange.Auto)
	if l.Kind != exchange.OPML {
		t.Fatalf("the kind is %q", l.Kind)
	}
	return l.Subscriptions
}

// diffSubscriptions ignores line numbers, which writers do not keep, and sorts by URL, since
// OPML groups subscriptions.
func diffSubscriptions(want, got []exchange.Subscription) string {
	byURL := func(a, b exchange.Subscription) int { return cmp.Compare(a.URL, b.URL) }
	return gocmp.Diff(slices.SortedFunc(slices.Values(want), byURL), slices.SortedFunc(slices.Values(got), byURL),
		cmpopts.IgnoreFields(exchange.Subscription{}, "Line"), cmpopts.EquateEmpty())
}

// TestRoundTrip checks that importing an export gives the same subscriptions, whatever their
// titles and tags contain.
func TestRoundTrip(t *testing.T) {
	t.Parallel()
	rnd := rand.New(rand.NewPCG(3, 14))
	words := []string{"a", "B", "ä", "&", "<", "\"", "'", "%", "%2C", "%25", ",", "/", "//", "a/b", "]]>", "🌱", "א\u200F", "#", "~"}
	text := func() string {
		parts := make([]string, 1+rnd.IntN(4))
		for i := range parts {
			parts[i] = words[rnd.IntN(len(words))]
		}
		return strings.Join(parts, []string{"", " "}[rnd.IntN(2)])
	}
	formats := []feed.Format{feed.Auto, feed.Gemtext, feed.Atom, feed.RSS, feed.JSON, feed.Headings, feed.Links, feed.WholePage}
	for range 200 {
		var subs []exchange.Subscription
		for i := range rnd.IntN(8) {
			s := sub(0, fmt.Sprintf("gemini://example.org/%d?%s", i, url.QueryEscape(text())), "")
			s.Format = string(formats[rnd.IntN(len(formats))])
			switch rnd.IntN(4) {
			case 0:
			case 1:
				s.FeedTitle = text()
			default:
				s.Title = text()
			}
			for range rnd.IntN(4) {
				if tag := text(); !slices.Contains(s.Tags, tag) {
					s.Tags = append(s.Tags, tag)
				}
			}
			subs = append(subs, s)
		}
		if diff := diffSubscriptions(subs, reread(t, subs)); diff != "" {
			t.Fatalf("read again (-want +got):\n%s", diff)
		}
	}
}

// TestRoundTripOfSamples checks that an export loses nothing of a file that another program
// wrote.
func TestRoundTripOfSamples(t *testing.T) {
	t.Parallel()
	for _, s := range samples() {
		if diff := diffSubscriptions(s.want.Subscriptions, reread(t, s.want.Subscriptions)); diff != "" {
			t.Errorf("%s read again (-want +got):\n%s", s.file, diff)
		}
	}
}
