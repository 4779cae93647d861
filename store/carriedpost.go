package store

import (
	"context"
	"database/sql"

	"gemsub/feed"
	"gemsub/internal/model"
)

// withContent returns the entries of the page that carry their posts, by Atom id.
func (m *entryMerger) withContent() map[string]feed.Entry {
	if m.sub.Posts == model.PostsNone {
		return nil
	}
	var all map[string]feed.Entry
	for _, e := range m.entries {
		if e.Content == "" {
			continue
		}
		if all == nil {
			all = map[string]feed.Entry{}
		}
		all[e.ID] = e
	}
	return all
}

// saveContent stores the post that the page carries of an entry. A feed speaks only
// for the links in its own folder.
func (m *entryMerger) saveContent(ctx context.Context, row entryRow) error {
	e, ok := m.contents[row.atomID]
	if !ok {
		return nil
	}
	owns, err := ownsLink(ctx, m.tx.Tx, row.id)
	if err != nil || !owns {
		return err
	}
	p := Post{URL: row.link(), MediaType: e.ContentType, FetchedAt: m.at, FromFeed: true, Size: len(e.Content)}
	p.Text, p.Cut = feed.SafeText(e.Content, model.MaxPostText)
	return savePost(ctx, m.tx.Tx, row.id, p)
}

// ownsLink reports whether the link of an entry lies in its feed's folder.
func ownsLink(ctx context.Context, tx *sql.Tx, entry int64) (owns bool, err error) {
	err = tx.QueryRowContext(ctx, `
		SELECT `+folderDepth(linkOf)+` > 0 FROM entry e CROSS JOIN subscription s ON s.id = e.subscription_id
		WHERE e.id = ?`, entry).Scan(&owns)
	return owns, err
}
