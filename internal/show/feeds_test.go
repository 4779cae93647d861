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
