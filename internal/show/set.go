package show

import (
	"cmp"
	"fmt"
	"strings"
	"time"

	"gemsub/feed"
	"gemsub/internal/model"
	"gemsub/internal/words"
)

// Set says what holds from now on of a subscription that was set. Interval is the time
// between two checks of it.
func (p *Printer) Set(s model.Subscription, to model.Settings, interval time.Duration) {
	say := func(set bool, change string) {
		if set {
			p.Say("%s: %s", s.Name(), change)
		}
	}
	say(to.Title != nil, fmt.Sprintf("title of feed %d", s.ID))
	say(to.URL != nil, "asked at "+s.URL+" from the next update on")
	say(to.Interval != nil, "asked every "+words.Span(interval))
	say(to.Format != nil, "read as "+cmp.Or(s.Format, string(feed.Auto))+" from the next update on")
	say(to.IgnoreRobots != nil && s.IgnoreRobots, "robots.txt is ignored")
	say(to.IgnoreRobots != nil && !s.IgnoreRobots, "robots.txt is obeyed")
	say(to.Posts != nil, "updates fetch "+postsText(s.Posts))
	say(to.Backlog != nil && s.Entries > 0, "has entries already, which --backlog does not change")
	say(len(to.Tag)+len(to.Untag) > 0, "tagged "+cmp.Or(strings.Join(s.Tags, ", "), "with nothing"))
}

// postsText says which posts are fetched.
func postsText(kept model.PostsKept) string {
	switch kept {
	case model.PostsAll:
		return "all posts"
	case model.PostsNone:
		return "no posts"
	}
	return "posts of new entries"
}
