package store

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"gemsub/feed"
	"gemsub/internal/words"
)

// Whatever pages and capsules say, a backup of it can be restored, and the entries stay the same.
func TestRestoreOfHostilePages(t *testing.T) {
	t.Parallel()
	for seed := range uint64(4) {
		r := rand.New(rand.NewPCG(seed, 0))
		s := newStore(t)
		for i := range 3 {
			hostileSubscription(t, s, r, fmt.Sprintf("gemini://%d.example/~u/log/?%d", i, seed))
		}
		other := newStore(t)
		if _, err := Restore(t.Context(), other.path, backUp(t, s).path, clock); err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		if diff := cmp.Diff(said(t, s), said(t, other)); diff != "" {
			t.Fatalf("seed %d: entries (-there +here):\n%s", seed, diff)
		}
	}
}

// said returns the entries of a database as its pages gave them, with their marks, by feed and
// Atom id.
func said(t *testing.T, s *Store) map[string]Entry {
	t.Helper()
	all := map[string]Entry{}
	for _, e := range entries(t, s, EntryFilter{}) {
		all[fmt.Sprintf("%d %s", e.SubscriptionID, e.AtomID)] = Entry{
			URL: e.URL, Title: e.Title, Author: e.Author, Updated: e.Updated, Published: e.Published, Rank: e.Rank, Unread: e.Unread,
		}
	}
	return all
}

// hostileSubscription subscribes to a page with random texts and dates, and stores random answers.
func hostileSubscription(t *testing.T, s *Store, r *rand.Rand, at string) {
	t.Helper()
	u, err := url.Parse(at)
	if err != nil {
		t.Fatal(err)
	}
	var page strings.Builder
	if r.IntN(2) == 0 { // a rhythm that no time.Duration holds
		page.WriteString("=> a 0001-01-01 a\n=> b 9999-12-31 b\n")
	}
	for range r.IntN(8) {
		fmt.Fprintf(&page, "=> %s %s %s\n# %s\n", hostileLink(r), hostileTime(r).Format(time.DateOnly), hostileText(r), hostileText(r))
	}
	f, err := feed.Read(feed.Page{URL: u, Meta: "text/gemini", Body: []byte(page.String()), Fetched: start})
	if err != nil {
		t.Fatal(err)
	}
	id := commit(t, s, Check{
		Subscription: &Subscription{URL: at, Title: hostileText(r), Tags: []string{"a", words.SafeTitle(hostileText(r), 128)}, Backlog: new(r.IntN(9) - 1)},
		State:        StateOK, CheckedAt: hostileTime(r), NextCheckAt: hostileTime(r), Feed: f, Digest: hostileText(r),
	})[0].SubscriptionID
	authority := fmt.Sprintf("%s:%d", u.Hostname(), 1+r.IntN(65535))
	err = s.Commit(t.Context(), withLinks(Batch{
		Checks: complete(t, s, Check{Subscription: byID(id), State: StateFailing, Err: errors.New(hostileText(r)), ErrKind: hostileText(r), Failures: r.IntN(1 << 30)}),
		Authorities: []Authority{{
			Authority: authority, Robots: []byte(hostileText(r)), RobotsKnown: true, RobotsStatus: hostileText(r),
			RobotsAt: hostileTime(r), DeferUntil: hostileTime(r), DeferFor: time.Duration(r.Int64()),
			Key: PinnedKey{Authority: authority, Fingerprint: hostileText(r), NotAfter: hostileTime(r), SeenAt: hostileTime(r)},
		}},
	}))
	if err != nil {
		t.Fatal(err)
	}
	mute(t, s, Mute{Pattern: "x" + hostileText(r), SubscriptionID: id, Tag: hostileText(r)})
}

func hostileText(r *rand.Rand) string {
	var b strings.Builder
	for range r.IntN(12) {
		switch r.IntN(4) {
		case 0:
			b.WriteByte(byte(r.UintN(256)))
		case 1:
			b.WriteRune([]rune("\u202e\u009b\u2028\ufeff\uffff\u0000\r\n\t\"\\<&é🏴")[r.IntN(15)])
		default:
			b.WriteByte(byte('a' + r.IntN(26)))
		}
	}
	if r.IntN(20) == 0 {
		return strings.Repeat(b.String()+"é", 20_000)
	}
	return b.String()
}

func hostileLink(r *rand.Rand) string {
	return []string{"", "gemini://", "//h.example/", "/", "mailto:", "a:"}[r.IntN(6)] +
		strings.Join(strings.Fields(hostileText(r)), "%") + fmt.Sprint(r.IntN(4))
}

// hostileTime returns a time in the years 1 to 9999, or the zero time.
func hostileTime(r *rand.Rand) time.Time {
	if r.IntN(4) == 0 {
		return time.Time{}
	}
	return time.Date(1+r.IntN(9999), time.Month(1+r.IntN(12)), 1+r.IntN(28), r.IntN(24), 0, 0, 0, time.UTC)
}
