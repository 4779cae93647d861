package store

import (
	"context"

	"gemsub/feed"
	"gemsub/internal/model"
)

// saveContent stores the post that the page carries of an entry, and reports whether
// there was one. A feed speaks only for the links in its own folder.
func (m *entryMerger) saveContent(ctx context.Context, e *listedEntry) (saved bool, err error) {
	p, carried := m.carried(e)
	if !carried || e.own <= atHome {
		return false, nil
	}
	_, err = m.tx.savePost(ctx, e.id, p)
	return err == nil, err
}

// editContent takes over the post that the page carries of an entry if another text of
// it is kept. One that was removed stays away.
func (m *entryMerger) editContent(ctx context.Context, e *listedEntry) error {
	p, carried := m.carried(e)
	if !carried {
		return nil
	}
	var edited bool
	err := m.tx.QueryRowContext(ctx, `
		SELECT EXISTS (SELECT 1 FROM post WHERE entry_id = ? AND from_feed AND (text <> ? OR media_type <> ?))`,
		e.id, p.Text, p.MediaType).Scan(&edited)
	if err == nil && edited {
		_, err = m.saveContent(ctx, e)
	}
	return err
}

// carried returns the post that the page carries of an entry.
func (m *entryMerger) carried(e *listedEntry) (p Post, carried bool) {
	c := e.content
	if c == nil {
		return p, false
	}
	p = Post{URL: e.url, MediaType: c.MediaType, FetchedAt: m.at, FromFeed: true, Size: len(c.Text)}
	p.Text, p.Cut = feed.SafeText(c.Text, model.MaxPostText)
	return p, true
}

// dropPostOfOtherLink removes what is kept of an entry whose link has changed, unless its
// author has put the post elsewhere: else a feed could put the text of its own post in the
// place of another's.
func (m *entryMerger) dropPostOfOtherLink(ctx context.Context, e *listedEntry) error {
	before, now := e.old.url, e.url
	if now == before || e.isElsewhere && homeOf(now) == homeOf(before) {
		return nil
	}
	return m.dropPosts(ctx, []int64{e.id})
}

// dropPosts removes what is kept of entries, and has it fetched anew where it is wanted.
func (m *entryMerger) dropPosts(ctx context.Context, entries []int64) error {
	for _, query := range []string{
		`DELETE FROM post WHERE entry_id IN (SELECT value FROM JSON_EACH(?))`,
		`UPDATE wanted_post SET not_before = 0, tries = 0, failure = '' WHERE entry_id IN (SELECT value FROM JSON_EACH(?))`,
	} {
		if _, err := m.tx.ExecContext(ctx, query, jsonList(entries)); err != nil {
			return err
		}
	}
	return nil
}
