package app

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/url"
	"strconv"
	"strings"

	"gemsub/internal/address"
	"gemsub/internal/model"
	"gemsub/internal/shell"
	"gemsub/internal/update"
	"gemsub/internal/words"
	"gemsub/store"
)

// A PostToShow is a post to show: the post of an entry, or a page at a URL.
type PostToShow struct {
	Entry model.Entry // its number is 0 for a page at a URL
	URL   *url.URL
	Link  LinkOrigin // where a link led there; zero if the user named the entry or the page
	// Asked says that the user gave the URL of Entry, so that no feed led there.
	Asked bool
	// Passing says that a post which an update could not fetch is not requested again.
	Passing bool
	// IsSecret says that the query of URL is never shown, or put into a message.
	IsSecret bool
}

// A LinkOrigin says where a link stands, and so what it may lead to.
type LinkOrigin struct {
	From   model.Entry   // the entry whose post led to the link, perhaps by way of other pages
	Page   string        // the URL of the page on which the link stands
	Origin update.Origin // of the page's links, if no entry led to the page
}

// Selector names the post in commands.
func (w PostToShow) Selector() string {
	if w.Entry.ID != 0 {
		return strconv.FormatInt(w.Entry.ID, 10)
	}
	return w.URL.String()
}

// String names the post in messages.
func (w PostToShow) String() string {
	if w.Entry.ID != 0 {
		return fmt.Sprintf("entry %d <%s>", w.Entry.ID, w.Entry.URL)
	}
	return w.withoutSecret(w.URL.String())
}

// withoutSecret returns a text without the query that is never shown.
func (w PostToShow) withoutSecret(text string) string {
	if w.IsSecret {
		return strings.ReplaceAll(text, "?"+w.URL.RawQuery, "")
	}
	return text
}

// A PostError says why a post cannot be shown.
type PostError struct {
	Wanted PostToShow
	error
}

func (e *PostError) Error() string {
	return e.Wanted.withoutSecret(fmt.Sprintf("show %s: %v", e.Wanted, e.error))
}

func (e *PostError) Unwrap() error { return e.error }

// PostsToShow returns the posts that selectors name: posts of entries, and pages at URLs that no
// entry has, as parse reads them. The error for a selector that is neither is an [*address.Error].
func (a *App) PostsToShow(ctx context.Context, selectors []string, parse func(string) (*url.URL, error)) (posts []PostToShow, err error) {
	for _, selector := range selectors {
		entries, err := a.entriesToShow(ctx, selector)
		if err != nil {
			return nil, err
		}
		for _, e := range entries {
			posts = append(posts, PostToShow{Entry: e, Asked: isURL(selector)})
		}
		if len(entries) == 0 {
			u, err := parse(LinkedURL(selector))
			if err != nil {
				return nil, err
			}
			posts = append(posts, PostToShow{URL: u})
		}
	}
	return posts, nil
}

// exists reports whether there is a link; otherwise the user named the page.
func (l LinkOrigin) exists() bool { return l.Page != "" || l.From.ID != 0 }

// LinkedPost returns the post to which a link leads that stands where from says: the post of an
// entry, if one has the URL. It refuses a URL that gemsub cannot request.
func (a *App) LinkedPost(ctx context.Context, from LinkOrigin, link string) (PostToShow, error) {
	u, err := address.Parse(link)
	if err != nil {
		return PostToShow{}, words.WithHint(err, "gemsub open ENTRY --link N opens links in a browser")
	}
	entries, err := a.entriesToShow(ctx, link) // first with its fragment, which can be part of an entry's id
	if err == nil && len(entries) == 0 {
		entries, err = a.entriesToShow(ctx, u.String())
	}
	if err != nil {
		return PostToShow{}, err
	}
	if len(entries) > 0 {
		return PostToShow{Entry: entries[0], Asked: !from.exists() && isURL(link)}, nil
	}
	return PostToShow{URL: u, Link: from}, nil
}

// An OpenedPost is a post for reading, with its conversation.
type OpenedPost struct {
	Entry   model.Entry // its number is 0 if the post belongs to no entry
	Post    model.Post
	Link    LinkOrigin // of the links in it
	Replies Replies
	Notices []string // what was noticed when it was fetched
}

// OpenPost returns a post that is text, with the posts that it answers and that answer it. It
// returns the kept post of an entry, unless refresh is set; otherwise it requests the post for a
// person, and stores it if it is an entry's. A link to it leads no further than its origin allows:
// from a public capsule to no private address. There may be notices beside an error. If the post
// cannot be shown, the error is a [*PostError].
func (a *App) OpenPost(ctx context.Context, w PostToShow, refresh bool) (o OpenedPost, err error) {
	if w.Entry.ID != 0 {
		o, err = a.post(ctx, w, refresh)
		o.Link.From = w.Entry
	} else {
		o, err = a.linkedPost(ctx, w)
		o.Link.From = w.Link.From
	}
	o.Post.URL = w.withoutSecret(o.Post.URL)
	o.Entry, o.Link.Page = w.Entry, o.Post.URL
	isText := o.Post.Text != "" || o.Post.Size == 0
	if err == nil && !isText {
		err = fmt.Errorf("only text/* can be shown, this is %q, %s", o.Post.MediaType, words.Size(int64(o.Post.Size)))
	}
	url := w.Entry.URL
	if w.Entry.ID == 0 {
		url = w.URL.String()
	}
	if err != nil && !(isText && address.IsPost(url)) && !w.IsSecret {
		err = words.WithHint(err, "gemsub open "+shell.Quote(w.Selector()))
	}
	if err == nil {
		o.Replies, err = a.Replies(ctx, w.Entry)
	}
	if err != nil {
		return o, &PostError{w, err}
	}
	return o, nil
}

// NoLinkError returns the error for the number of a link that a post with so few links lacks.
func NoLinkError(number, links int) error {
	return words.WithHint(fmt.Errorf("there is no link %d: the post has %d", number, links), "gemsub show ENTRY --links lists them")
}

// post returns the post behind the entry of w. If none is kept, or refresh is set, it requests
// the post for a person, and stores it if the database can be written.
func (a *App) post(ctx context.Context, w PostToShow, refresh bool) (o OpenedPost, err error) {
	e := w.Entry
	if !refresh {
		var kept bool
		if o.Post, kept, err = a.db.Post(ctx, e.ID); err != nil || kept {
			return o, err
		}
	}
	failure, removed, err := a.db.PostFailure(ctx, e.ID)
	if err != nil {
		return o, err
	}
	u, bad := address.Parse(e.URL)
	switch {
	case bad != nil && (strings.HasPrefix(e.URL, "http:") || strings.HasPrefix(e.URL, "https:")):
		err = words.WithHint(bad, fmt.Sprintf("gemsub open %d opens it in a browser", e.ID))
	case bad != nil:
		err = bad
	case failure != "" && w.Passing:
		return o, words.WithHint(fmt.Errorf("updates could not fetch it: %s", failure), fmt.Sprintf("gemsub show %d requests it now", e.ID))
	case w.Asked:
		o, err = a.requestPost(ctx, update.Request{URL: u, Purpose: update.ForPerson}, e)
	default:
		if w.URL = u; !w.Link.exists() {
			w.Link.From = e // its feed led there
		}
		o, err = a.linkedPost(ctx, w)
	}
	if removed != "" {
		o.Notices = append(o.Notices, fmt.Sprintf("an update removed the text of entry %d: %s", e.ID, removed))
	}
	if err != nil || a.db.ReadOnly() {
		return o, err
	}
	kept := &model.PostResult{EntryID: e.ID, Link: e.URL, Asked: true, Post: &o.Post}
	addFacts(kept)
	err = a.db.Commit(ctx, store.Batch{Posts: []*model.PostResult{kept}})
	return o, cmp.Or(err, kept.NotStored)
}

// linkedPost requests the URL of w, to which a link may have led: then no public capsule leads to a
// private address. It returns an error if the feed of the entry that led there was removed.
func (a *App) linkedPost(ctx context.Context, w PostToShow) (o OpenedPost, err error) {
	u, e := w.URL, w.Link.From
	request := update.Request{URL: u, Purpose: update.ForPerson, From: w.Link.Origin}
	if e.ID != 0 {
		subs, err := a.db.Subscriptions(ctx, store.SubscriptionFilter{IDs: []int64{e.SubscriptionID}})
		if err == nil && len(subs) == 0 {
			err = errors.New("its feed has been removed")
		}
		if err != nil {
			return o, err
		}
		page := subs[0].URL
		if page == model.LaterURL && u.String() != e.URL {
			page = e.URL // it led to u
		}
		request.From = update.FromFeed(page, subs[0].Reach, e.ByFile)
		request.IgnoreRobots = subs[0].IgnoreRobots && address.AuthorityOf(page) == address.Authority(u)
	}
	if address.IsGopher(u) && request.From.Home != "" {
		if request.From.KnownPort, err = a.isKnownPort(ctx, u, w.Link); err != nil {
			return o, err
		}
	}
	o, err = a.requestPost(ctx, request, w.Entry)
	if err != nil && request.From.Refusal(u) != "" {
		err = words.WithHint(err, "gemsub show "+shell.Quote(u.String())+" --refresh requests it anyway")
	}
	return o, err
}

// isKnownPort reports whether host and port of u are those of a subscription, of the page where the
// link to u stands, or of the kept post of the entry that led there.
func (a *App) isKnownPort(ctx context.Context, u *url.URL, link LinkOrigin) (bool, error) {
	there := address.Authority(u)
	if address.AuthorityOf(link.Page) == there {
		return true, nil
	}
	post, kept, err := a.db.Post(ctx, link.From.ID)
	if err != nil || kept && address.AuthorityOf(post.URL) == there {
		return err == nil, err
	}
	subs, err := a.subscribedAt(ctx, there)
	return len(subs) > 0, err
}

// requestPost requests a post for a person. For an entry that is a section of its page, it
// returns this section.
func (a *App) requestPost(ctx context.Context, want update.Request, e model.Entry) (o OpenedPost, err error) {
	answer, notices, err := a.askOnce(ctx, want)
	o.Notices, o.Link.Origin = notices, answer.Origin
	if err != nil {
		return o, err
	}
	if !e.IsSection {
		o.Post = *update.ReadPost(answer.Response, a.Now())
		return o, nil
	}
	o.Post, err = a.section(e, answer)
	return o, err
}
