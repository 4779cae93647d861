package app

import (
	"fmt"
	"slices"
	"strconv"
	"time"

	"gemsub/feed"
	"gemsub/internal/address"
	"gemsub/internal/model"
	"gemsub/internal/shell"
	"gemsub/internal/words"
	"gemsub/store"
)

// FormatNames lists how a page can be read.
func FormatNames() (names []string) {
	for _, f := range feed.Formats() {
		names = append(names, string(f))
	}
	return names
}

// ParseFormat reads how a page is to be read.
func ParseFormat(text string) (string, error) {
	if !slices.Contains(FormatNames(), text) {
		return "", words.UnknownValue("format", address.WithoutUser(text), FormatNames())
	}
	return text, nil
}

// ParseInterval reads how often a feed is asked; zero is for its own rhythm.
func ParseInterval(text string) (time.Duration, error) {
	if text == "auto" {
		return 0, nil
	}
	d, ok := words.ParseSpan(text)
	switch {
	case !ok:
		return 0, fmt.Errorf("--interval takes a time from %s to %s such as 6h or 2d, or auto, not %q", words.Span(MinInterval), words.Span(MaxInterval), text)
	case d < MinInterval || d > MaxInterval:
		return 0, fmt.Errorf("--interval must be from %s to %s, not %s", words.Span(MinInterval), words.Span(MaxInterval), text)
	}
	return d, nil
}

// ParseBacklog reads a number of entries; -1 is for all.
func ParseBacklog(text string) (int, error) {
	switch text {
	case "all":
		return -1, nil
	case "none":
		return 0, nil
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 0 {
		return 0, fmt.Errorf("--backlog takes a number, all or none, not %q", text)
	}
	return n, nil
}

// ParsePosts reads which posts are fetched; what is not said stays open.
func ParsePosts(text string) (model.PostsKept, error) {
	if text == "" {
		return "", nil
	}
	return model.ParsePostsKept(text)
}

// ParseRoom reads the sizes that the texts of a feed's posts and of all may take.
func ParseRoom(feed, all string) (room store.PostRoom, err error) {
	if room.Feed, err = parseRoom(feed); err == nil {
		room.All, err = parseRoom(all)
	}
	return room, err
}

func parseRoom(size string) (int64, error) {
	bytes, ok := words.ParseSize(size)
	if !ok {
		return 0, fmt.Errorf("the room for posts is a size such as 500MiB or 2GiB, not %q", size)
	}
	return bytes, nil
}

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
