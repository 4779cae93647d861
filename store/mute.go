package store

import (
	"context"
	"database/sql"
	"iter"
	"slices"
	"strings"

	"gemsub/internal/model"
)

// A Mute is [model.Mute].
type Mute = model.Mute

// AddMute stores m and marks the unread entries that match as read. It returns m
// with its number and time, those of the old one if there is an equal mute, and what
// changed. An error may be about the pattern.
func (s *Store) AddMute(ctx context.Context, m Mute) (Mute, Change, error) {
	c := Change{Command: "mute", Subject: m.Pattern}
	m.Tag, m.AddedAt = model.FoldTag(m.Tag), s.now()
	matches, err := m.Matcher()
	if err == nil {
		err = s.inChange(ctx, &c, func(tx *changeTx) error { return tx.addMute(ctx, &m, matches) }, "mute", "entry")
	}
	return m, c, doing("mute", err)
}

func (tx *changeTx) addMute(ctx context.Context, m *Mute, matches func(string) bool) error {
	if err := insertMute(ctx, tx.Tx, m); err != nil {
		return err
	}
	muted, err := matchingEntries(ctx, tx, mutedBy(*m), matches)
	if err != nil {
		return err
	}
	return tx.mark(ctx, "unread", false, `SELECT value FROM JSON_EACH(?)`, jsonList(muted))
}

// mutesFor returns the mutes that apply to entries of sub.
func (tx *commitTx) mutesFor(ctx context.Context, sub *subscriptionRow) ([]compiledMute, error) {
	if len(tx.mutes) == 0 {
		return nil, nil
	}
	tags, err := column[string](ctx, tx, `SELECT tag FROM tag WHERE subscription_id = ?`, sub.ID)
	var here []compiledMute
	for _, m := range tx.mutes {
		if (m.SubscriptionID == 0 || m.SubscriptionID == sub.ID) && (m.Tag == "" || slices.Contains(tags, m.Tag)) {
			here = append(here, m)
		}
	}
	return here, err
}

// A compiledMute is a Mute with its compiled pattern.
type compiledMute struct {
	Mute
	matches func(title string) bool
}

func compileMutes(mutes []Mute) ([]compiledMute, error) {
	ready := make([]compiledMute, len(mutes))
	for i, m := range mutes {
		matches, err := m.Matcher()
		if err != nil {
			return nil, err
		}
		ready[i] = compiledMute{m, matches}
	}
	return ready, nil
}

func insertMute(ctx context.Context, tx *sql.Tx, m *Mute) error {
	return tx.QueryRowContext(ctx, `
		INSERT INTO mute (pattern, subscription_id, tag, added_at) VALUES (?, NULLIF(?, 0), ?, ?)
		ON CONFLICT DO UPDATE SET pattern = pattern
		RETURNING id, added_at`,
		m.Pattern, m.SubscriptionID, m.Tag, unixTime(m.AddedAt),
	).Scan(&m.ID, (*unixTime)(&m.AddedAt))
}

// matchingEntries returns the entries that f selects and whose titles match.
func matchingEntries(ctx context.Context, q querier, f EntryFilter, matches func(title string) bool) (ids []int64, err error) {
	clauses, args := f.clauses()
	type titled struct {
		id    int64
		title string
	}
	all, err := collect(ctx, q, func(e *titled) []any { return []any{&e.id, &e.title} }, `SELECT e.id, e.title FROM entry e `+clauses, args...)
	for _, e := range all {
		if matches(e.title) {
			ids = append(ids, e.id)
		}
	}
	return ids, err
}

// mutedBy selects the unread entries of m's feeds.
func mutedBy(m Mute) EntryFilter {
	f := EntryFilter{UnreadOnly: true, Tag: m.Tag}
	if m.SubscriptionID != 0 {
		f.Subscriptions = []int64{m.SubscriptionID}
	}
	return f
}

// MutedBy yields the unread entries that m would mark as read.
func (s *Store) MutedBy(ctx context.Context, m Mute) iter.Seq2[Entry, error] {
	return func(yield func(Entry, error) bool) {
		matches, err := m.Matcher()
		if err != nil {
			yield(Entry{}, doing("mute", err))
			return
		}
		for e, err := range s.Entries(ctx, mutedBy(m)) {
			if (err != nil || matches(e.Title)) && !yield(e, err) {
				return
			}
		}
	}
}

// RemoveMutes removes mutes by their numbers. If some are unknown it returns those,
// and removes none. Entries stay as they are.
func (s *Store) RemoveMutes(ctx context.Context, ids []int64) (unknown []int64, err error) {
	err = s.inChange(ctx, &Change{Command: "unmute"}, func(tx *changeTx) error {
		known, err := listMutes(ctx, tx)
		if err != nil {
			return err
		}
		var patterns []string
		for _, id := range ids {
			i := slices.IndexFunc(known, func(m Mute) bool { return m.ID == id })
			if i < 0 {
				unknown = append(unknown, id)
			} else {
				patterns = append(patterns, known[i].Pattern)
			}
		}
		if len(unknown) > 0 {
			return nil
		}
		tx.change.Subject = strings.Join(patterns, ", ")
		_, err = tx.ExecContext(ctx, `DELETE FROM mute WHERE id IN (SELECT value FROM JSON_EACH(?))`, jsonList(ids))
		return err
	}, "mute")
	return unknown, doing("unmute", err)
}

// Mutes returns all mutes, the oldest first.
func (s *Store) Mutes(ctx context.Context) ([]Mute, error) {
	mutes, err := listMutes(ctx, s.db)
	return mutes, doing("list mutes", err)
}

func listMutes(ctx context.Context, q querier) ([]Mute, error) {
	columns := func(m *Mute) []any {
		return []any{&m.ID, &m.Pattern, &m.SubscriptionID, &m.Tag, (*unixTime)(&m.AddedAt)}
	}
	return collect(ctx, q, columns, `
		SELECT id, pattern, COALESCE(subscription_id, 0), tag, added_at FROM mute ORDER BY id`)
}
