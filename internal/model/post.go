package model

import (
	"fmt"
	"time"
)

// MaxPostText is how much of a post's text is kept, in bytes.
const MaxPostText = 1 << 20

// A Post is the document behind an entry.
type Post struct {
	URL       string // where it was read
	MediaType string // without parameters, in lower case
	FetchedAt time.Time
	// FromFeed is set when the feed carried the post, so that it was not requested, or
	// the feed's own server sent it in place of the one that the link names.
	FromFeed bool
	Size     int  // of the document, in bytes
	Cut      bool // Text is not all of it
	// Text is in UTF-8 and safe to show, with lines that end in a newline. It is
	// empty where the media type is no text.
	Text string
}

// A WantedPost is one that an update is to fetch.
type WantedPost struct {
	EntryID        int64
	URL            string // the entry's link
	Title          string
	SubscriptionID int64
	FeedURL        string // of the subscription
	Reach          Reach
	IgnoreRobots   bool
	Tries          int // requests that were answered by a failure
	// PassedOver says that the last update had no time for a post of its authority.
	PassedOver bool
	// AtHome says that the link names the feed's own Gopher server by another host: the
	// feed's own is asked for its selector.
	AtHome bool
}

// A PostResult is what came of fetching a wanted post.
type PostResult struct {
	EntryID int64
	// Link is what was asked for. If the entry has another link meanwhile, Post is not
	// its post. It is empty where that cannot be.
	Link string
	// Post is nil if it was not had; then Failure says why, and NotBefore when to
	// ask again, zero for never.
	Post      *Post
	Failure   string
	NotBefore time.Time
	// Tries is how many requests were answered by a failure.
	Tries int
	// PassedOver says that the update had no time for a post of its authority.
	PassedOver bool
}

// Withheld counts kept posts that an export leaves out, since their authors may not want
// them published.
type Withheld struct {
	Agents  []string // the virtual agents that robots.txt was asked about
	Refused int      // robots.txt refuses them
	Unknown int      // no answer about robots.txt is kept of their capsules
	// Unasked is the URL of one of those without an answer, else "".
	Unasked string
}

// ParsePostsKept reads what a person chooses.
func ParsePostsKept(s string) (PostsKept, error) {
	switch kept := PostsKept(s); kept {
	case PostsAll, PostsNew, PostsNone:
		return kept, nil
	}
	return "", fmt.Errorf("posts are all, new or none, not %q", s)
}

// PostsKept says which posts of a subscription an update fetches.
type PostsKept string

// The choices; empty means what the configuration says.
const (
	PostsAll  PostsKept = "all"  // also of other hosts, and older ones
	PostsNew  PostsKept = "new"  // of entries that become unread
	PostsNone PostsKept = "none" // none
)
