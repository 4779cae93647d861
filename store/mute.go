package store

import (
	"context"
	"database/sql"
	"fmt"
	"slices"

	"gemsub/internal/model"
)

// A Mute is [model.Mute].
type Mute = model.Mute

// AddMute stores m and marks the unread entries that match as read. It returns m
// with its number and time, those of the old one if there is an equal mute, and how
// many entries it marked. An error may be about the pattern.
func (s *Store) AddMute(ctx context.Context, m Mute) (Mute, int, error) {
	matches, err := m.Matcher()
	if err != nil {
		return m, 0, fmt.Errorf("mute: %w", err)
	}
	m.Tag, m.AddedAt = model.FoldTag(m.Tag), s.now()
	var n int
	err = s.write(ctx, func(tx *sql.Tx) error {
		if err := insertMute(ctx, tx, &m); err != nil {
			return err
		}
		n, err = markMuted(ctx, tx, m, matches)
		return err
	})
	if err != nil {
		return m, 0, fmt.Errorf("mute: %w", err)
	}
	return m, n, nil
}

// mutesFor returns the mutes that apply to entries of sub.
func (tx *commitTx) mutesFor(ctx context.Context, sub *subscriptionRow) ([]compiledMute, error) {
	var here []compiledMute
	for _, m := range tx.mutes {
		if m.SubscriptionID != 0 && m.SubscriptionID != sub.ID {
			continue
		}
		if m.Tag != "" {
			tagged, err := tx.isTagged(ctx, sub.ID, m.Tag)
			if err != nil {
				return nil, err
			}
			if !tagged {
				continue
			}
		}
		here = append(here, m)
	}
	return here, nil
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

// markMuted marks the unread entries that m matches as read.
func markMuted(ctx context.Context, tx *sql.Tx, m Mute, matches func(string) bool) (int, error) {
	f := EntryFilter{UnreadOnly: true, Tag: m.Tag}
	if m.SubscriptionID != 0 {
		f.Subscriptions = []int64{m.SubscriptionID}
	}
	clauses, args, err := f.clauses()
	if err != nil {
		return 0, err
	}
	rows, err := tx.QueryContext(ctx, `SELECT e.id, e.title FROM entry e `+clauses, args...)
	if err != nil {
		return 0, err
	}
	defer rows.Close()
	var ids []int64
	for rows.Next() {
		var id int64
		var title string
		if err := rows.Scan(&id, &title); err != nil {
			return 0, err
		}
		if matches(title) {
			ids = append(ids, id)
		}
	}
	if err := rows.Err(); err != nil {
		return 0, err
	}
	for _, id := range ids {
		if _, err := tx.ExecContext(ctx, `UPDATE entry SET unread = 0 WHERE id = ?`, id); err != nil {
			return 0, err
		}
	}
	return len(ids), nil
}

// RemoveMutes removes mutes by their numbers. If some are unknown it returns those,
// and removes none. Entries stay as they are.
func (s *Store) RemoveMutes(ctx context.Context, ids []int64) (unknown []int64, err error) {
	err = s.write(ctx, func(tx *sql.Tx) error {
		known, err := listMutes(ctx, tx)
		if err != nil {
			return err
		}
		for _, id := range ids {
			if !slices.ContainsFunc(known, func(m Mute) bool { return m.ID == id }) {
				unknown = append(unknown, id)
			}
		}
		if len(unknown) > 0 {
			return nil
		}
		_, err = affected(ctx, tx, `DELETE FROM mute WHERE id IN (`+placeholders(len(ids))+`)`, asArgs(ids)...)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("unmute: %w", err)
	}
	return unknown, nil
}

// Mutes returns all mutes, the oldest first.
func (s *Store) Mutes(ctx context.Context) ([]Mute, error) {
	mutes, err := listMutes(ctx, s.db)
	if err != nil {
		return nil, fmt.Errorf("list mutes: %w", err)
	}
	return mutes, nil
}

func listMutes(ctx context.Context, q querier) ([]Mute, error) {
	columns := func(m *Mute) []any {
		return []any{&m.ID, &m.Pattern, &m.SubscriptionID, &m.Tag, (*unixTime)(&m.AddedAt)}
	}
	return collect(ctx, q, columns, `
		SELECT id, pattern, COALESCE(subscription_id, 0), tag, added_at FROM mute ORDER BY id`)
}
