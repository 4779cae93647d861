package model

import (
	"fmt"
	"time"

	"gemsub/feed"
)

// MaxPostText is how much of a post's text is kept, in bytes.
const MaxPostText = 1 << 20

// A Post is the document to which an entry links.
type Post struct {
	URL       string // where it was read
	MediaType string // without parameters, in lower case
	FetchedAt time.Time
	// FromFeed is set if the post was in the feed itself.
	FromFeed bool
	// OtherAuthor is set if URL and the entry's link are of different authors, unless the feed
	// moved from the author of URL.
	OtherAuthor bool
	Size        int  // of the document, in bytes
	Cut         bool // Text is only the beginning
	// Text is in UTF-8 and safe to show; its lines end in a newline. It is empty unless the media
	// type is text.
	Text string
	// Heading is the first heading of Text, which replaces a provisional title of the entry. Linked
	// are the pages to which Text links. Both are empty in a post that was read from the database.
	Heading string
	Linked  feed.LinkedPages
}

// CarriedPost makes a post of the content that a page has for an entry. url is the URL of the post,
// and at is when the page was read.
func CarriedPost(url string, c *feed.Content, at time.Time) Post {
	p := Post{URL: url, MediaType: c.MediaType, FetchedAt: at, FromFeed: true, Size: len(c.Text), Linked: c.Linked}
	p.Text, p.Cut = feed.CutSafeText(c.Text, MaxPostText)
	return p
}

// A WantedPost is a post that an update should fetch.
type WantedPost struct {
	EntryID        int64
	URL            string // the entry's link
	SubscriptionID int64
	FeedURL        string // the URL of the subscription
	Reach          Reach
	IgnoreRobots   bool
	Tries          int // failed requests so far
	ByFile         bool
}

// A PostResult is the result of fetching a wanted post.
type PostResult struct {
	EntryID int64
	// Link is the requested link, so that Post is dropped if the entry has another link by now.
	// Link is empty if the entry's link cannot change.
	Link string
	// Asked says that the user asked for the post. Post then also replaces the text of a starred
	// entry.
	Asked bool
	// Post is nil if it could not be fetched. Then Failure says why, and NotBefore when to try
	// again, zero for never.
	Post      *Post
	Failure   string
	NotBefore time.Time
	// Tries is how many requests have failed.
	Tries int
	// NotStored is the error of the database if the result could not be stored.
	NotStored error
}

// A PostLink is a link from a post to a post of another author. From and To are the numbers of the
// posts' entries.
type PostLink struct {
	From    int64
	To      int64 // 0 if the post is not known
	URL     string
	Answers bool // whether From answers To
	// Feed is the feed of From. Total is how many posts of this feed link to To, and Place is the
	// number of From among them: from 1, the newest first. Posts that join conversations are
	// counted apart from the others. Both are 0 in a link that was looked up by From.
	Feed         int64
	Place, Total int
}

// A Mention is a post that links to pages under a URL.
type Mention struct {
	Entry
	Links []string // the URLs of these pages, sorted
}

// A ThreadPost is a post and its place in a conversation.
type ThreadPost struct {
	Entry
	Depth int // 0 at the root
	// SeeAlso is set if the post is related to the conversation, but not part of it.
	SeeAlso bool
	// Answers are the URLs of the posts that this post answers. Posts of feeds without a
	// subscription come last.
	Answers []string
}

// ParsePostsKept parses the user's choice; "" means no choice.
func ParsePostsKept(s string) (PostsKept, error) {
	switch kept := PostsKept(s); kept {
	case PostsAll, PostsNew, PostsNone, "":
		return kept, nil
	}
	return "", fmt.Errorf("posts must be all, new or none, not %q", s)
}

// PostsKept says which posts of a subscription an update fetches.
type PostsKept string

// The choices. With "" the configuration decides.
const (
	PostsAll  PostsKept = "all"  // all posts, also on other hosts, and older ones
	PostsNew  PostsKept = "new"  // posts of entries that become unread
	PostsNone PostsKept = "none" // none
)
