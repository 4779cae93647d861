package app

import (
	"slices"
	"strconv"
	"time"

	"gemsub/feed"
	"gemsub/internal/model"
	"gemsub/internal/shell"
	"gemsub/internal/words"
)

// notApplied returns the flags of set, as a shell reads them, that give s what was
// asked for and it has not.
func notApplied(to Settings, s model.Subscription) (flags []string) {
	if to.Title != nil && *to.Title != s.Title {
		flags = append(flags, "--title "+shell.Word(*to.Title))
	}
	if to.Format != nil && *to.Format != chosenFormat(s) {
		flags = append(flags, "--as "+*to.Format)
	}
	if to.Interval != nil && *to.Interval != s.Interval {
		flags = append(flags, "--interval "+intervalText(*to.Interval))
	}
	if to.IgnoreRobots != nil && *to.IgnoreRobots && !s.IgnoreRobots {
		flags = append(flags, "--ignore-robots")
	}
	if to.Posts != nil && *to.Posts != s.Posts {
		flags = append(flags, "--posts "+string(*to.Posts))
	}
	if to.Backlog != nil && s.Entries == 0 {
		flags = append(flags, "--backlog "+backlogText(*to.Backlog))
	}
	for _, tag := range to.Tag {
		if !slices.Contains(s.Tags, tag) {
			flags = append(flags, "--tag "+shell.Word(tag))
		}
	}
	return flags
}

// chosenFormat is how the user wants a subscription to be read.
func chosenFormat(s model.Subscription) string {
	if !s.FormatChosen {
		return string(feed.Auto)
	}
	return s.Format
}

func intervalText(interval time.Duration) string {
	if interval == 0 {
		return "auto"
	}
	return words.Span(interval)
}

func backlogText(n int) string {
	if n < 0 {
		return "all"
	}
	return strconv.Itoa(n)
}
