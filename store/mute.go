package store

import (
	"context"
	"slices"
	"strings"

	"gemsub/internal/model"
)

// A Mute is [model.Mute].
type Mute = model.Mute

// AddMute stores m and marks the unread entries that match as read. It returns m with its number
// and time, or those of an equal mute that is stored already, and what changed. It fails if the
// pattern is faulty.
func (s *Store) AddMute(ctx context.Context, m Mute) (Mute, Change, error) {
	c := Change{Command: "mute", Subject: m.Pattern}
	m.Tag, m.AddedAt = model.FoldTag(m.Tag), s.now()
	matches, err := m.Matcher()
	if err != nil {
		return m, c, doing("mute", err)
	}
	err = s.commitChange(ctx, "mute", &c, func(tx *transaction) { tx.addMute(&m, matches) }, "mute", "entry")
	return m, c, err
}

func (tx *transaction) addMute(m *Mute, matches func(string) bool) {
	tx.insertMute(m)
	f := EntryFilter{UnreadOnly: true, Tag: m.Tag}
	if m.SubscriptionID != 0 {
		f.Subscriptions = []int64{m.SubscriptionID}
	}
	muted := tx.matchingEntries(f, matches)
	tx.mark("unread", false, `SELECT value FROM JSON_EACH(?)`, jsonList(muted))
}

// muteFor returns what holds for titles that are muted in sub, nil if none is.
func (tx *transaction) muteFor(sub *subscriptionRow) func(title string) bool {
	var here []compiledMute
	if len(tx.mutes) > 0 {
		tags := allRows[string](tx, `SELECT tag FROM tag WHERE subscription_id = ?`, sub.ID)
		for _, m := range tx.mutes {
			if (m.SubscriptionID == 0 || m.SubscriptionID == sub.ID) && (m.Tag == "" || slices.Contains(tags, m.Tag)) {
				here = append(here, m)
			}
		}
	}
	return func(title string) bool {
		return slices.ContainsFunc(here, func(m compiledMute) bool { return m.matches(title) })
	}
}

// A compiledMute is a Mute with its compiled pattern.
type compiledMute struct {
	Mute
	matches func(title string) bool
}

// readMutes compiles all mutes for the checks of a transaction.
func (tx *transaction) readMutes() {
	for _, m := range tx.listMutes() {
		matches, err := m.Matcher()
		tx.fail(err)
		tx.mutes = append(tx.mutes, compiledMute{m, matches})
	}
}

// insertMute stores m, unless an equal mute is stored, and sets in m the stored number and time.
func (tx *transaction) insertMute(m *Mute) {
	stored, _ := firstRow[Mute](tx, `
		INSERT INTO mute (pattern, subscription_id, tag, added_at) VALUES (?, NULLIF(?, 0), ?, ?)
		ON CONFLICT DO UPDATE SET pattern = pattern
		RETURNING id, added_at`, m.Pattern, m.SubscriptionID, m.Tag, m.AddedAt)
	m.ID, m.AddedAt = stored.ID, stored.AddedAt
}

// matchingEntries returns the entries that f selects and whose titles match.
func (tx *transaction) matchingEntries(f EntryFilter, matches func(title string) bool) (ids []int64) {
	type titled struct {
		ID    int64
		Title string
	}
	clauses, args := f.clauses()
	for e := range eachRow[titled](tx, `SELECT e.id, e.title FROM entry e `+clauses, args...) {
		if matches(e.Title) {
			ids = append(ids, e.ID)
		}
	}
	return ids
}

// RemoveMutes removes mutes by their numbers. If some are unknown it returns those,
// and removes none. Entries stay as they are.
func (s *Store) RemoveMutes(ctx context.Context, ids []int64) (unknown []int64, err error) {
	err = s.commitChange(ctx, "unmute", &Change{Command: "unmute"}, func(tx *transaction) {
		known := tx.listMutes()
		var patterns []string
		for _, id := range ids {
			i := slices.IndexFunc(known, func(m Mute) bool { return m.ID == id })
			if i < 0 {
				unknown = append(unknown, id)
			} else {
				patterns = append(patterns, known[i].Pattern)
			}
		}
		if len(unknown) == 0 {
			tx.change.Subject = strings.Join(patterns, ", ")
			tx.exec(`DELETE FROM mute WHERE id IN (SELECT value FROM JSON_EACH(?))`, jsonList(ids))
		}
	}, "mute")
	return unknown, err
}

// Mutes returns all mutes, the oldest first.
func (s *Store) Mutes(ctx context.Context) ([]Mute, error) {
	tx := s.reader(ctx)
	return tx.listMutes(), tx.done("list mutes")
}

func (tx *transaction) listMutes() []Mute {
	return allRows[Mute](tx, `
		SELECT id, pattern, COALESCE(subscription_id, 0) AS subscription_id, tag, added_at FROM mute ORDER BY id`)
}
