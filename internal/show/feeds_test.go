package show

import (
	"strings"
	"testing"
	"time"

	"gemsub/internal/app"
	"gemsub/internal/model"
	"gemsub/internal/view"
)

func daily(model.Subscription) time.Duration { return 24 * time.Hour }

// Titles keep a width at which they can be read; the columns of least use go first.
func TestFeedsColumns(t *testing.T) {
	t.Parallel()
	sub := model.Subscription{
		ID: 12, URL: "gemini://long.name.example/~somebody/gemlog/index.gmi", FeedTitle: "The garden, the sea and everything between",
		State: model.StateOK, Entries: 140, Unread: 3, CheckedAt: now.Add(-time.Hour), NewestEntry: now, Format: "atom", Tags: []string{"friends"},
	}
	for width, want := range map[int]string{
		40:  "# TITLE STATE",
		60:  "# TITLE STATE UNREAD ENTRIES",
		80:  "# TITLE STATE UNREAD ENTRIES TAGS URL",
		120: "# TITLE STATE UNREAD ENTRIES CHECKED TAGS URL FORMAT EVERY NEWEST",
		110: "# TITLE STATE UNREAD ENTRIES CHECKED TAGS URL EVERY NEWEST",
		200: "# TITLE STATE UNREAD ENTRIES CHECKED TAGS URL FORMAT EVERY NEWEST",
	} {
		p, out, _ := newPrinter(width)
		if err := Print(p, view.Feeds(app.FeedQuery{}, daily), []model.Subscription{sub}); err != nil {
			t.Fatal(err)
		}
		header, row, _ := strings.Cut(out.String(), "\n")
		if got := strings.Join(strings.Fields(header), " "); got != want || !strings.Contains(row, "The garden, the sea a") {
			t.Errorf("%d columns: %s, want %s\n%s", width, got, want, out)
		}
	}
}

// A single feed is shown in words, without what is unknown; of a fingerprint the beginning is enough.
func TestFeedCard(t *testing.T) {
	t.Parallel()
	key := strings.Repeat("0123456789abcdef", 4)
	sub := model.Subscription{
		ID: 12, URL: "gemini://a.example/log/", FeedTitle: "The garden", State: model.StateFailing, Failures: 2, LastError: "key " + key,
		Interval: 12 * time.Hour, Entries: 140, Unread: 3, KeptPosts: 9, PostBytes: 1_250_000, Format: "gemtext", NextCheckAt: now.Add(time.Hour),
	}
	p, out, _ := newPrinter(80)
	if err := p.Facts(view.FeedCard(sub, 12*time.Hour, now)); err != nil {
		t.Fatal(err)
	}
	next := now.Add(time.Hour).Local().Format("15:04")
	for _, want := range []string{
		"title       The garden", "why         key 0123456789abcdef…", "failed      2 checks since it was last read",
		"asked       every 12h (fixed), next at " + next, "entries     140, 3 unread", "posts kept  9, 1.2 MiB",
	} {
		if !strings.Contains(out.String(), want+"\n") {
			t.Errorf("no line %q in\n%s", want, out)
		}
	}
}
