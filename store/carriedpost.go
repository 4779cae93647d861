package store

import (
	"cmp"
	"context"
	"database/sql"
	"slices"

	"gemsub/feed"
	"gemsub/internal/model"
)

// withContent returns the posts that entries of the page carry, by Atom id.
func (m *entryMerger) withContent() map[string]*feed.Content {
	if cmp.Or(m.sub.Posts, m.posts) == model.PostsNone {
		return nil
	}
	var all map[string]*feed.Content
	for _, e := range m.entries {
		if e.Content == nil {
			continue
		}
		if all == nil {
			all = map[string]*feed.Content{}
		}
		all[e.ID] = e.Content
	}
	return all
}

// saveContent stores the post that the page carries of an entry, and reports whether
// there was one. A feed speaks only for the links in its own folder.
func (m *entryMerger) saveContent(ctx context.Context, row entryRow) (saved bool, err error) {
	p, carried := m.carried(row)
	if !carried {
		return false, nil
	}
	if owns, err := ownsLink(ctx, m.tx.Tx, row.id); err != nil || !owns {
		return false, err
	}
	replaced, err := m.tx.savePost(ctx, row.id, p)
	m.left.size -= replaced
	return err == nil, err
}

// editContent takes over the post that the page carries of an entry if another text of
// it is kept. One that was removed stays away.
func (m *entryMerger) editContent(ctx context.Context, row entryRow) error {
	p, carried := m.carried(row)
	if !carried {
		return nil
	}
	var edited bool
	err := m.tx.QueryRowContext(ctx, `
		SELECT EXISTS (SELECT 1 FROM post WHERE entry_id = ? AND from_feed AND (text <> ? OR media_type <> ?))`,
		row.id, p.Text, p.MediaType).Scan(&edited)
	if err == nil && edited {
		_, err = m.saveContent(ctx, row)
	}
	return err
}

// carried returns the post that the page carries of an entry.
func (m *entryMerger) carried(row entryRow) (p Post, carried bool) {
	c := m.contents[row.atomID]
	if c == nil {
		return p, false
	}
	p = Post{URL: row.url, MediaType: c.MediaType, FetchedAt: m.at, FromFeed: true, Size: len(c.Text)}
	p.Text, p.Cut = feed.SafeText(c.Text, model.MaxPostText)
	return p, true
}

// ownsLink reports whether the link of an entry lies in its feed's folder.
func ownsLink(ctx context.Context, tx *sql.Tx, entry int64) (owns bool, err error) {
	err = tx.QueryRowContext(ctx, `
		SELECT `+isOwned+` FROM entry e WHERE e.id = ?`, entry).Scan(&owns)
	return owns, err
}

// dropPostOfOtherLink removes what is kept of an entry whose link has changed, and has
// it fetched anew if it is wanted: else a feed could put the text of its own post in the
// place of another's. After a move of the page on its author's own place it stays.
func (m *entryMerger) dropPostOfOtherLink(ctx context.Context, row, old entryRow) error {
	if row.url == old.url || m.moved.ownFolder == "" && slices.Contains(m.moved.before(nil, row.url)[1:], old.url) {
		return nil
	}
	if err := m.dropPost(ctx, row.id); err != nil {
		return err
	}
	_, err := m.tx.ExecContext(ctx, `
		UPDATE wanted_post SET not_before = 0, tries = 0, failure = '' WHERE entry_id = ?`, row.id)
	return err
}

// dropPost removes what is kept of an entry, and counts how much that is.
func (m *entryMerger) dropPost(ctx context.Context, entry int64) error {
	var kept bool
	var weight int
	err := m.tx.QueryRowContext(ctx, `
		SELECT EXISTS (SELECT 1 FROM post WHERE entry_id = ?1), `+postWeight("?1"), entry).Scan(&kept, &weight)
	if err != nil || !kept {
		return err
	}
	m.left.size -= weight
	_, err = m.tx.ExecContext(ctx, `DELETE FROM post WHERE entry_id = ?`, entry)
	return err
}
