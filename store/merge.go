package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"slices"
	"time"

	"gemsub/internal/address"
	"gemsub/internal/model"
)

// Merged is [model.Merged].
type Merged = model.Merged

// A merge leaves out entries and tags of a feed, and mutes, beyond these numbers.
const (
	maxMergedEntries = 20_000
	maxTags          = 32
	maxMutes         = 1000
)

// Merge adds the feeds of another database of gemsub with their titles, tags, settings,
// entries, marks and posts, and its mutes. What is here stays: feeds are recognised by
// their URLs, entries by what names them in their feed. An entry that is read or starred
// on either side becomes so. A post that is here stays. Added feeds get tags besides.
// Entries that were pruned here come back; a feed that is added stays pruned as it was there.
//
// The file may come from anybody, see [foreign]. It is left as it is; one of an earlier
// version is migrated in a copy. An error about it comes before anything is stored. Each
// feed is stored in a transaction of its own; if something stops the merge, those that
// were stored stay, and are in the result. The same merge adds the rest.
func (s *Store) Merge(ctx context.Context, path string, tags []string, isPrivate func(*url.URL) bool) (Merged, error) {
	from, left, err := s.copyForeign(ctx, path)
	if err != nil {
		return Merged{}, openError(path, err)
	}
	defer from.Close()
	m := &merger{Store: s, from: from, tags: tags, isPrivate: isPrivate, at: s.now(), feeds: map[int64]int64{}, left: left}
	err = m.merge(ctx)
	m.done.LeftOut = m.left
	return m.done, doing("merge "+path, err)
}

// A merger adds what a copy of another database has.
type merger struct {
	*Store
	from      *sql.DB
	tags      []string
	isPrivate func(*url.URL) bool // whether a URL leads to a private address
	at        time.Time
	feeds     map[int64]int64 // numbers of subscriptions there, and here
	done      Merged
	left      leftOut
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
		m.left.add("feed whose URL cannot be requested")
		return nil
	}
	f.URL = u.String()
	f.check()
	if f.Tags, err = m.theirTags(ctx, f.id); err != nil {
		return err
	}
	if len(f.Tags) > maxTags {
		f.Tags = f.Tags[:maxTags]
		m.left.add(fmt.Sprintf("feed with more than %d tags", maxTags))
	}
	before := m.done
	ctx = uncancelled(ctx)
	err = m.inCommit(ctx, func(tx *transaction) error {
		here, err := m.subscribe(ctx, tx, f)
		if err != nil {
			return err
		}
		m.feeds[f.id] = here
		return m.mergeEntries(ctx, tx, f.id, here)
	})
	if err != nil {
		m.done = before
	}
	return err
}

// subscribe adds a subscription, or tags and a title to the one that is here.
func (m *merger) subscribe(ctx context.Context, tx *transaction, f mergedFeed) (id int64, err error) {
	wanted := f.NewSubscription
	wanted.Tags = nil
	id, known, err := tx.subscribe(ctx, wanted, "", "", m.at)
	if err != nil {
		return id, err
	}
	tags := f.Tags
	if !known {
		m.done.Feeds++
		tags = append(tags, m.tags...)
	}
	n, err := tx.tag(ctx, id, tags)
	if err != nil {
		return id, err
	}
	m.done.Tags += n
	if known {
		_, err = tx.ExecContext(ctx, `UPDATE subscription SET title = ? WHERE id = ? AND title = '' AND ? <> ''`, f.Title, id, f.Title)
	} else {
		_, err = tx.ExecContext(ctx, `
			UPDATE subscription SET first_unread = ?1, read_url = IIF(?1 IS NULL, url, ''), pruned_until = MIN(?3, ?4) WHERE id = ?2`,
			f.firstUnread, id, f.prunedUntil, m.at.Unix())
		if err == nil {
			err = tx.arrive(ctx, arrival{id, f.URL, "imported", f.IgnoreRobots}, m.isPrivate, &m.done.Paused)
		}
	}
	return id, err
}

// mergeEntries adds the entries of a feed there, with their marks and posts, to those of
// the one here.
func (m *merger) mergeEntries(ctx context.Context, tx *transaction, there, here int64) error {
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
			m.left.add("feed with too many entries")
			break
		}
		if !e.check(base, m.at) {
			m.left.add("entry without a usable link")
			continue
		}
		if err := m.mergeEntry(ctx, tx, &sub, e); err != nil {
			return err
		}
	}
	return nil
}

// mergeEntry adds an entry with its post, or merges it into the one here.
func (m *merger) mergeEntry(ctx context.Context, tx *transaction, sub *subscriptionRow, e mergedEntry) error {
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

func (m *merger) addEntry(ctx context.Context, tx *transaction, sub *subscriptionRow, e mergedEntry) error {
	e.updated = min(e.updated, m.at.Unix()) // a future date would hide what its author writes until then
	if err := tx.addEntry(ctx, sub.ID, territoryOf(sub.URL), &e.entryRow); err != nil {
		return err
	}
	m.done.Entries++
	// No update fetches its post because a file lists it: only its page can want it.
	_, err := tx.ExecContext(ctx, `
		INSERT INTO wanted_post (entry_id, passed_over, tries, failure) VALUES (?, 0, 0, '')`, e.id)
	if err != nil {
		return err
	}
	return m.mergePost(ctx, tx, e)
}

// mergePost keeps the post of an entry, unless the entry has one here or shows that of
// another.
func (m *merger) mergePost(ctx context.Context, tx *transaction, e mergedEntry) error {
	if !e.kept {
		return nil
	}
	_, isHere, err := first[int](ctx, tx, `
		SELECT 1 FROM entry e WHERE e.id = ? AND (`+postOf+` IS NOT NULL OR EXISTS (SELECT 1 FROM post WHERE entry_id = e.id))`, e.id)
	if err != nil || isHere {
		return err
	}
	m.done.Posts++
	return tx.savePost(ctx, e.id, e.post, false)
}

// mergeMutes adds the mutes that are not here.
func (m *merger) mergeMutes(ctx context.Context) error {
	there := &transaction{conn: m.from, ctx: ctx}
	mutes := there.listMutes()
	if there.err != nil {
		return there.err
	}
	return m.write(ctx, func(tx *transaction) error {
		here := tx.listMutes()
		for _, mute := range mutes {
			of := mute.SubscriptionID
			mute.SubscriptionID = m.feeds[of]
			isSame := func(o Mute) bool {
				return o.Pattern == mute.Pattern && o.SubscriptionID == mute.SubscriptionID && o.Tag == mute.Tag
			}
			switch {
			case slices.ContainsFunc(here, isSame):
				continue
			case mute.IsExpression(): // which could take seconds a title
				m.left.add("mute by a regular expression")
				continue
			case of != 0 && mute.SubscriptionID == 0, mute.Check() != nil:
				m.left.add("mute that is invalid")
				continue
			case len(here) >= maxMutes:
				m.left.add(fmt.Sprintf("mute over the limit of %d", maxMutes))
				continue
			}
			tx.insertMute(&mute)
			here, m.done.Mutes = append(here, mute), append(m.done.Mutes, mute.Pattern)
		}
		return tx.err
	})
}
