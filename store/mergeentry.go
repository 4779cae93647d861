package store

import (
	"context"
	"database/sql"
	"errors"
	"net/url"
)

// mergeEntries adds the entries of a feed there, with their marks and posts, to those of
// the one here.
func (m *merger) mergeEntries(ctx context.Context, tx *commitTx, there, here int64) error {
	sub, err := tx.subscription(ctx, here)
	if err != nil {
		return err
	}
	base, err := url.Parse(sub.URL)
	if err != nil {
		return err
	}
	n := 0
	for e, err := range m.theirEntries(ctx, there) {
		if err != nil {
			return err
		}
		if n++; n > maxMergedEntries {
			m.left.add("feed with more entries than are taken")
			break
		}
		if !e.check(base, m.at) {
			m.left.add("entry whose link leads nowhere")
			continue
		}
		if err := m.mergeEntry(ctx, tx, &sub, e); err != nil {
			return err
		}
	}
	return nil
}

// mergeEntry adds an entry with its post, or what it says more than the one here.
func (m *merger) mergeEntry(ctx context.Context, tx *commitTx, sub *subscriptionRow, e mergedEntry) error {
	var updated int64
	var unread, starred bool
	err := tx.QueryRowContext(ctx, `
		SELECT id, updated, unread, starred FROM entry WHERE ref = ? AND subscription_id = ?`, e.ref, sub.ID,
	).Scan(&e.id, &updated, &unread, &starred)
	if errors.Is(err, sql.ErrNoRows) {
		return m.addEntry(ctx, tx, sub, e)
	}
	if err != nil {
		return err
	}
	becomesRead := unread && !e.unread && e.updated >= updated // else it became unread again since
	becomesStarred := e.starred && !starred
	if becomesRead || becomesStarred {
		_, err := tx.ExecContext(ctx, `
			UPDATE entry SET unread = ?, starred = ? WHERE id = ?`, unread && !becomesRead, starred || becomesStarred, e.id)
		if err != nil {
			return err
		}
	}
	if becomesRead {
		m.done.Read++
	}
	if becomesStarred {
		m.done.Starred++
	}
	return m.mergePost(ctx, tx, e)
}

func (m *merger) addEntry(ctx context.Context, tx *commitTx, sub *subscriptionRow, e mergedEntry) error {
	var pruned bool
	err := tx.QueryRowContext(ctx, `
		SELECT EXISTS (SELECT 1 FROM pruned WHERE subscription_id = ? AND ref = ? AND updated >= ?)`,
		sub.ID, []byte(shortHash(e.ref)), e.updated).Scan(&pruned)
	if err != nil || pruned {
		return err
	}
	page, own := territoryOf(sub.URL).place(e.url)
	result, err := tx.ExecContext(ctx, addEntry,
		sub.ID, e.ref, e.url, page, own, e.title, e.author, e.updated, e.published, e.rank, e.firstSeen, e.unread, e.starred)
	if err == nil {
		e.id, err = result.LastInsertId()
	}
	if err == nil {
		_, err = tx.ExecContext(ctx, `UPDATE entry SET renewed_at = ? WHERE id = ?`, e.renewed, e.id)
	}
	if err != nil {
		return err
	}
	m.done.Entries++
	return m.mergePost(ctx, tx, e)
}

// mergePost keeps the post of an entry unless a later one is kept.
func (m *merger) mergePost(ctx context.Context, tx *commitTx, e mergedEntry) error {
	if !e.kept {
		return nil
	}
	var later bool
	err := tx.QueryRowContext(ctx, `
		SELECT EXISTS (SELECT 1 FROM post WHERE entry_id = ? AND fetched_at >= ?)`, e.id, e.post.FetchedAt.Unix()).Scan(&later)
	if err != nil || later {
		return err
	}
	m.done.Posts++
	_, err = tx.savePost(ctx, e.id, e.post)
	return err
}
