package update

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"path"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"gemsub/internal/model"
)

var (
	gemlogs = flag.Int("gemlogs", 100, "how many gemlogs TestYear follows")
	days    = flag.Int("days", 180, "for how many days")
)

// The test simulates half a year, or a whole one with -days 365, of an hourly cron job that reads
// realistic gemlogs. It must make few requests, report each post soon and once, miss none, and
// print few lines about failures.
func TestYear(t *testing.T) {
	t.Parallel()
	start := time.Date(2026, 1, 1, 0, 17, 0, 0, time.UTC)
	end := start.Add(time.Duration(*days) * day)
	w := newWorld(*gemlogs, start, end)
	w.offline = span{start.Add(100 * day), start.Add(107 * day)}
	d := newDiary(w)
	e := &Engine{Fetch: w, Store: d, Now: func() time.Time { return w.now }, Jobs: 4}
	for w.now = start; w.now.Before(end); w.now = w.now.Add(time.Hour) {
		err := drain(e.Run(t.Context(), d.due()))
		switch {
		case errors.Is(err, ErrNoNetwork) && !w.offline.holds(w.now):
			d.alarms++
		case err != nil && !errors.Is(err, ErrNoNetwork):
			t.Fatal(err)
		}
	}
	d.requests(t, *days)
	d.delays(t, start)
	d.posts(t, end.Add(-3*day))
	d.telling(t)
}

// A diary is a Store that keeps what gemsub's store keeps, and counts.
type diary struct {
	memory // keeps the authorities
	world  *world
	kept   []*keptBlog

	lines         int // on stderr
	failingMonths map[failingMonth]bool
	alarms        int // runs that wrongly reported that the network is down
}

type failingMonth struct {
	id    int64
	month time.Month
}

// A keptBlog is what the diary knows about a blog.
type keptBlog struct {
	*blog
	sub      model.Subscription
	seen     map[string]bool // entries by ID
	told     map[int]int     // how often each post was reported, by number
	first    int             // the number of posts on the first page that was read
	failedAt time.Time       // the last check that failed
	delays   []time.Duration // from the post, or the last failure after it, to the report
}

func newDiary(w *world) *diary {
	d := &diary{world: w, failingMonths: map[failingMonth]bool{}}
	d.authorities = map[string]model.Authority{}
	for i, b := range w.blogs {
		d.kept = append(d.kept, &keptBlog{
			blog: b,
			sub:  model.Subscription{ID: int64(i + 1), URL: b.url, State: model.StateNew},
			seen: map[string]bool{},
			told: map[int]int{},
		})
	}
	return d
}

func (d *diary) due() []model.Subscription {
	var due []model.Subscription
	for _, k := range d.kept {
		if IsDue(k.sub, d.world.now) {
			due = append(due, k.sub)
		}
	}
	return due
}

// Commit implements Store.
func (d *diary) Commit(_ context.Context, b model.Batch) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, a := range b.Authorities {
		d.authorities[a.Authority] = a
	}
	for _, r := range b.Checks {
		d.tell(r)
		if !r.Waits() {
			d.kept[r.Subscription.ID-1].keep(r, d.world.offline)
		}
	}
	return nil
}

// tell counts the lines that are printed for a result.
func (d *diary) tell(r *model.CheckResult) {
	d.lines += len(r.Notices)
	if r.IsNews || r.Recovered() {
		d.lines++
	}
	if r.MovedTo != "" {
		d.lines++
	}
	if r.Err != nil {
		d.failingMonths[failingMonth{r.Subscription.ID, r.CheckedAt.Month()}] = true
	}
}

func (k *keptBlog) keep(r *model.CheckResult, offline span) {
	s := &k.sub
	s.CheckedAt, s.NextCheckAt, s.State, s.Failures = r.CheckedAt, r.NextCheckAt, r.State, r.Failures
	s.LastErrorKind = FailureName(r.Err)
	if r.Err != nil {
		k.failedAt = r.CheckedAt
		return
	}
	s.Digest = r.Digest
	if r.MovedTo != "" {
		k.move(r.MovedTo)
	}
	if r.Feed == nil {
		return
	}
	s.Rhythm, s.FeedUpdated = r.Feed.Rhythm(), r.Feed.Updated
	for _, e := range r.Feed.Entries {
		if n := number(e.Link); !k.seen[e.ID] && s.Entries > 0 {
			k.told[n]++
			k.delays = append(k.delays, k.delay(n, r.CheckedAt, offline))
		} else if s.Entries == 0 {
			k.first = max(k.first, n)
		}
		k.seen[e.ID] = true
	}
	s.Entries = len(k.seen)
}

// move gives the entries their new URLs.
func (k *keptBlog) move(to string) {
	seen := map[string]bool{}
	for id := range k.seen {
		seen[strings.Replace(id, k.sub.URL, to, 1)] = true
	}
	k.sub.URL, k.seen = to, seen
}

// delay returns how long after its publication a post was reported, without the time during which
// it could not be seen: before the last failure, and offline.
func (k *keptBlog) delay(n int, at time.Time, offline span) time.Duration {
	from := laterTime(k.posted[n-1], k.failedAt)
	delay := at.Sub(from)
	if from.Before(offline.to) && at.After(offline.from) {
		delay -= offline.to.Sub(laterTime(from, offline.from))
	}
	return delay
}

// number returns the number of the post that a link leads to.
func number(link string) int {
	n, err := strconv.Atoi(strings.TrimSuffix(path.Base(link), ".gmi"))
	if err != nil {
		panic(err)
	}
	return n
}

// requests checks that there are at most 6 for each feed and day, and under 2 for a feed with
// monthly posts. Feeds of one capsule share its robots.txt.
func (d *diary) requests(t *testing.T, days int) {
	feeds := map[string]int{} // by host
	for _, k := range d.kept {
		feeds[hostOf(k.url)]++
	}
	var all, monthly []float64
	for _, k := range d.kept {
		n := float64(d.world.requests[k.url]) + float64(d.world.requests[robotsOf(k.url)])/float64(feeds[hostOf(k.url)])
		if k.newURL != k.url {
			n += float64(d.world.requests[k.newURL] + d.world.requests[robotsOf(k.newURL)])
		}
		all = append(all, n/float64(days))
		if k.gap >= 25*day && k.gap <= 40*day {
			monthly = append(monthly, n/float64(days))
		}
	}
	t.Logf("requests for each feed and day: %.2f, at most %.2f; for each of %d that post monthly: %.2f, at most %.2f",
		mean(all), slices.Max(all), len(monthly), mean(monthly), slices.Max(monthly))
	if mean(all) > 6 || slices.Max(monthly) >= 2 {
		t.Error("too many requests")
	}
}

// delays checks that half of a feed's posts are reported within a tenth of its gap, and all within
// a day. The interval follows a faster rhythm only once half of the last 20 gaps have it, so one
// feed in twenty may take longer.
func (d *diary) delays(t *testing.T, start time.Time) {
	var all []time.Duration
	var shares []float64
	slow := 0
	for _, k := range d.kept {
		all = append(all, k.delays...)
		if len(k.delays) < 5 {
			continue
		}
		share := float64(percentile(k.delays, 50)) / float64(k.gapSince(start))
		shares = append(shares, share)
		if share >= 0.1 {
			slow++
		}
	}
	t.Logf("%d posts seen, half of them within %v, 95 %% within %v, all within %v",
		len(all), minutes(all, 50), minutes(all, 95), minutes(all, 100))
	t.Logf("the median delay of %d feeds is %.3f of their gap, of 95 %% under %.3f, of all under %.3f; %d over 0.1",
		len(shares), percentile(shares, 50), percentile(shares, 95), percentile(shares, 100), slow)
	if percentile(all, 100) > day || percentile(shares, 50) >= 0.1 || slow*20 > len(shares) {
		t.Error("posts are seen too late")
	}
}

// posts checks that no post is missed that could be seen for long enough, and none is reported
// twice.
func (d *diary) posts(t *testing.T, end time.Time) {
	told, missed, twice := 0, 0, 0
	for _, k := range d.kept {
		for i := k.first; i < len(k.posted); i++ {
			switch n := k.told[i+1]; {
			case n == 1:
				told++
			case n > 1:
				twice++
			case k.posted[i].Before(end) && k.posted[i].Before(k.ends().Add(-12*day)): // longer than any outage
				missed++
			}
		}
	}
	t.Logf("%d posts told once, %d missed, %d told twice", told, missed, twice)
	if told == 0 || missed+twice > 0 {
		t.Error("posts were missed or told twice")
	}
}

// telling checks that there are under 3 lines a month for each failing feed.
func (d *diary) telling(t *testing.T) {
	lines := float64(d.lines+d.alarms) / float64(len(d.failingMonths))
	t.Logf("%d lines on stderr, %d of them false alarms of the network: %.2f for each of %d failing feeds and months",
		d.lines+d.alarms, d.alarms, lines, len(d.failingMonths))
	if lines >= 3 || d.alarms > 0 {
		t.Error("too many lines")
	}
}

func mean(values []float64) float64 {
	sum := 0.0
	for _, v := range values {
		sum += v
	}
	return sum / float64(len(values))
}

// percentile returns the value below which p percent of the values are.
func percentile[T cmp.Ordered](values []T, p int) T {
	sorted := slices.Sorted(slices.Values(values))
	return sorted[min(len(sorted)*p/100, len(sorted)-1)]
}

func minutes(values []time.Duration, p int) time.Duration {
	return percentile(values, p).Round(time.Minute)
}
