package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"time"

	"gemsub/internal/address"
	"gemsub/internal/model"
)

// Merged is [model.Merged].
type Merged = model.Merged

// A merge leaves out entries of a feed and mutes beyond these numbers.
const (
	maxMergedEntries = 20_000
	maxMutes         = 1000
)

// Merge adds the feeds of another database of gemsub with their titles, tags, settings,
// entries, marks and posts, and its mutes. What is here stays: feeds are recognised by
// their URLs, entries by what names them in their feed. An entry that is read or starred
// on either side becomes so, of a post the later one stays. Added feeds get tags besides.
// Entries that were pruned here stay away.
//
// The file may come from anybody, see [foreign]. It is left as it is; one of an earlier
// version is migrated in a copy. An error about it comes before anything is stored. Each
// feed is stored in a transaction of its own; if something stops the merge, those that
// were stored stay, and are in the result. The same merge adds the rest.
func (s *Store) Merge(ctx context.Context, path string, tags []string) (Merged, error) {
	from, left, err := s.copyForeign(ctx, path)
	if err != nil {
		return Merged{}, openError(path, err)
	}
	defer from.Close()
	m := &merger{Store: s, from: from, tags: tags, at: s.now(), feeds: map[int64]int64{}, left: left}
	err = m.merge(ctx)
	m.done.LeftOut = m.left
	if err != nil {
		return m.done, fmt.Errorf("merge %s: %w", path, err)
	}
	return m.done, nil
}

// A merger adds what a copy of another database has.
type merger struct {
	*Store
	from  *sql.DB
	tags  []string
	at    time.Time
	feeds map[int64]int64 // numbers of subscriptions there, and here
	done  Merged
	left  leftOut
}

func (m *merger) merge(ctx context.Context) error {
	feeds, err := m.theirFeeds(ctx)
	if err != nil {
		return err
	}
	for _, f := range feeds {
		if err := errors.Join(ctx.Err(), m.mergeFeed(ctx, f)); err != nil {
			return err
		}
	}
	return m.mergeMutes(ctx)
}

// mergeFeed stores a subscription with all it has in one transaction.
func (m *merger) mergeFeed(ctx context.Context, f mergedFeed) error {
	u, err := address.Parse(f.URL)
	if err != nil {
		m.left.add("feed whose URL cannot be asked for")
		return nil
	}
	f.URL = u.String()
	f.check()
	if f.Tags, err = m.theirTags(ctx, f.id); err != nil {
		return err
	}
	before := m.done
	err = m.inCommit(uncancelled(ctx), func(tx *commitTx) error {
		here, known, err := m.subscribe(uncancelled(ctx), tx, f)
		if err == nil {
			m.feeds[f.id] = here
			err = m.mergeEntries(uncancelled(ctx), tx, f.id, here)
		}
		if err != nil || known {
			return err
		}
		return m.copyPruned(uncancelled(ctx), tx, f.id, here)
	})
	if err != nil {
		m.done = before
	}
	return err
}

// subscribe adds a subscription, or tags and a title to the one that is here.
func (m *merger) subscribe(ctx context.Context, tx *commitTx, f mergedFeed) (id int64, known bool, err error) {
	wanted := f.NewSubscription
	wanted.IgnoreRobots = false // that is for the user here to say
	wanted.Tags = nil
	id, known, err = tx.subscribe(ctx, wanted, "", "", m.at)
	if err != nil {
		return id, known, err
	}
	tags := f.Tags
	if !known {
		m.done.Feeds++
		if f.IgnoreRobots {
			m.done.IgnoreRobots = append(m.done.IgnoreRobots, f.URL)
		}
		tags = append(tags, m.tags...)
	}
	n, err := tx.tag(ctx, id, tags)
	if err != nil {
		return id, known, err
	}
	m.done.Tags += n
	if known {
		_, err = tx.ExecContext(ctx, `UPDATE subscription SET title = ? WHERE id = ? AND title = '' AND ? <> ''`, f.Title, id, f.Title)
	} else {
		_, err = tx.ExecContext(ctx, `
			UPDATE subscription SET first_unread = ?1, read_url = IIF(?1 IS NULL, url, '') WHERE id = ?2`, f.firstUnread, id)
		if err == nil {
			err = tx.pauseImported(ctx, id, f.URL, &m.done.Paused)
		}
	}
	return id, known, err
}

// mergeMutes adds the mutes that are not here.
func (m *merger) mergeMutes(ctx context.Context) error {
	mutes, err := listMutes(ctx, m.from)
	if err != nil {
		return err
	}
	return m.write(ctx, func(tx *sql.Tx) error {
		here, err := listMutes(ctx, tx)
		if err != nil {
			return err
		}
		for _, mute := range mutes {
			of := mute.SubscriptionID
			mute.SubscriptionID = m.feeds[of]
			isSame := func(o Mute) bool {
				return o.Pattern == mute.Pattern && o.SubscriptionID == mute.SubscriptionID && o.Tag == mute.Tag
			}
			switch {
			case of != 0 && mute.SubscriptionID == 0, mute.Check() != nil:
				m.left.add("mute that cannot be")
				continue
			case len(here) >= maxMutes:
				m.left.add(fmt.Sprintf("mute beyond %d", maxMutes))
				continue
			case slices.ContainsFunc(here, isSame):
				continue
			}
			if err := insertMute(ctx, tx, &mute); err != nil {
				return err
			}
			here, m.done.Mutes = append(here, mute), append(m.done.Mutes, mute.Pattern)
		}
		return nil
	})
}
