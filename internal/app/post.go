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
	From  model.Entry // whose post led there, if one did, perhaps by way of other pages
	Page  *url.URL    // where the link to URL stands, if not in the post of From
	// Asked says that the user gave the URL of Entry, so that no feed led there.
	Asked bool
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
	return w.URL.String()
}

// A PostError says why a post cannot be shown.
type PostError struct {
	Wanted PostToShow
	error
}

func (e *PostError) Error() string { return fmt.Sprintf("show %s: %v", e.Wanted, e.error) }

func (e *PostError) Unwrap() error { return e.error }

// PostsToShow returns the posts that selectors name: posts of entries, and pages at URLs that no
// entry has. The error for a selector that is neither is an [*address.Error].
func (a *App) PostsToShow(ctx context.Context, selectors []string) (posts []PostToShow, err error) {
	for _, selector := range selectors {
		entries, err := a.entriesToShow(ctx, selector)
		if err != nil {
			return nil, err
		}
		for _, e := range entries {
			posts = append(posts, PostToShow{Entry: e, Asked: isURL(selector)})
		}
		if len(entries) == 0 {
			u, err := address.Parse(selector)
			if err != nil {
				return nil, err
			}
			posts = append(posts, PostToShow{URL: u})
		}
	}
	return posts, nil
}

// LinkedPost returns the post to which a link in the post of leads: that of an entry, if one has
// the URL. It refuses a URL that gemsub cannot request.
func (a *App) LinkedPost(ctx context.Context, of PostToShow, link string) (PostToShow, error) {
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
		return PostToShow{Entry: entries[0]}, nil
	}
	if of.Entry.ID == 0 { // a page of no entry: the entry that led to it led to this link too
		return PostToShow{URL: u, From: of.From, Page: of.URL}, nil
	}
	return PostToShow{URL: u, From: of.Entry}, nil
}

// An OpenedPost is a post for reading, with its conversation.
type OpenedPost struct {
	Entry   model.Entry // its number is 0 if the post belongs to no entry
	Post    model.Post
	Replies Replies
	Notices []string // what was noticed when it was fetched
}

// OpenPost returns a post that is text, with the posts that it answers and that answer it. It
// returns the kept post of an entry, unless refresh is set; otherwise it requests the post for a
// person, and stores it if it is an entry's. If the post of an entry led to it, no public
// capsule leads to a private address. There may be notices beside an error. If the post cannot
// be shown, the error is a [*PostError].
func (a *App) OpenPost(ctx context.Context, w PostToShow, refresh bool) (o OpenedPost, err error) {
	o.Entry = w.Entry
	switch {
	case w.Entry.ID != 0:
		o.Post, o.Notices, err = a.post(ctx, w, refresh)
	case w.From.ID != 0:
		o.Post, o.Notices, err = a.ledPost(ctx, w)
	default:
		o.Post, o.Notices, err = a.requestPost(ctx, update.Request{URL: w.URL, Purpose: update.ForPerson}, model.Entry{})
	}
	isText := o.Post.Text != "" || o.Post.Size == 0
	if err == nil && !isText {
		err = fmt.Errorf("only text/* can be shown, this is %q, %s", o.Post.MediaType, words.Size(int64(o.Post.Size)))
	}
	if err != nil && w.Entry.ID != 0 && !(isText && address.IsPost(w.Entry.URL)) {
		err = words.WithHint(err, fmt.Sprintf("gemsub open %d", w.Entry.ID))
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
// the post for a person, and stores it if the database can be written. If an update failed to
// fetch the post and will not try again, it requests nothing and returns an error, unless
// refresh is set.
func (a *App) post(ctx context.Context, w PostToShow, refresh bool) (p model.Post, notices []string, err error) {
	e := w.Entry
	if !refresh {
		if p, kept, err := a.db.Post(ctx, e.ID); err != nil || kept {
			return p, nil, err
		}
	}
	failure, removed, err := a.db.PostFailure(ctx, e.ID)
	if err != nil {
		return p, nil, err
	}
	u, bad := address.Parse(e.URL)
	switch {
	case bad != nil && (strings.HasPrefix(e.URL, "http:") || strings.HasPrefix(e.URL, "https:")):
		err = words.WithHint(bad, fmt.Sprintf("gemsub open %d opens it in a browser", e.ID))
	case bad != nil:
		err = bad
	case failure != "" && !refresh:
		return p, nil, words.WithHint(fmt.Errorf("updates could not fetch it: %s", failure), fmt.Sprintf("gemsub show %d --refresh requests it now", e.ID))
	case w.Asked:
		p, notices, err = a.requestPost(ctx, update.Request{URL: u, Purpose: update.ForPerson}, e)
	default:
		if w.From.ID == 0 {
			w.From = e
		}
		p, notices, err = a.ledPost(ctx, PostToShow{From: w.From, URL: u})
	}
	if removed != "" {
		notices = append(notices, fmt.Sprintf("an update removed the text of entry %d: %s", e.ID, removed))
	}
	if err != nil || a.db.ReadOnly() {
		return p, notices, err
	}
	kept := &model.PostResult{EntryID: e.ID, Link: e.URL, Asked: true, Post: &p}
	err = a.db.Commit(ctx, store.Batch{Posts: []*model.PostResult{kept}})
	return p, notices, cmp.Or(err, kept.NotStored)
}

// ledPost requests the URL of w, to which the feed of w.From led: no public capsule leads to a
// private address. It returns an error if this feed was removed.
func (a *App) ledPost(ctx context.Context, w PostToShow) (p model.Post, notices []string, err error) {
	e, u := w.From, w.URL
	subs, err := a.db.Subscriptions(ctx, store.SubscriptionFilter{IDs: []int64{e.SubscriptionID}})
	if err == nil && len(subs) == 0 {
		err = errors.New("its feed has been removed")
	}
	if err != nil {
		return p, nil, err
	}
	page := subs[0].URL
	if page == model.LaterURL && u.String() != e.URL {
		page = e.URL // it led to u
	}
	request := update.Request{
		URL: u, Purpose: update.ForPerson, From: update.FromFeed(page, subs[0].Reach, e.ByFile),
		IgnoreRobots: subs[0].IgnoreRobots && address.AuthorityOf(page) == address.Authority(u),
	}
	if address.IsGopher(u) {
		if request.From.KnownPort, err = a.isKnownPort(ctx, w); err != nil {
			return p, nil, err
		}
	}
	p, notices, err = a.requestPost(ctx, request, e)
	if err != nil && request.From.Refusal(u) != "" {
		err = words.WithHint(err, "gemsub show "+shell.Quote(u.String())+" --refresh requests it anyway")
	}
	return p, notices, err
}

// isKnownPort reports whether host and port of the URL of w are those of a subscription, of the
// page where the link to w stands, or of the kept post of w.From.
func (a *App) isKnownPort(ctx context.Context, w PostToShow) (bool, error) {
	there := address.Authority(w.URL)
	if w.Page != nil && address.Authority(w.Page) == there {
		return true, nil
	}
	post, kept, err := a.db.Post(ctx, w.From.ID)
	if err != nil || kept && address.AuthorityOf(post.URL) == there {
		return err == nil, err
	}
	subs, err := a.subscribedAt(ctx, there)
	return len(subs) > 0, err
}

// requestPost requests a post for a person. For an entry that is a section of its page, it
// returns this section.
func (a *App) requestPost(ctx context.Context, want update.Request, e model.Entry) (p model.Post, notices []string, err error) {
	answer, notices, err := a.askOnce(ctx, want)
	if err != nil {
		return p, notices, err
	}
	isSection, err := a.isSection(ctx, e)
	if err != nil || !isSection {
		return *update.ReadPost(answer.Response, a.Now()), notices, err
	}
	p, err = a.section(e, answer)
	return p, notices, err
}
