package store

import (
	"context"
	"slices"
	"strings"

	"gemsub/internal/model"
)

// A Mute is [model.Mute].
type Mute = model.Mute

// AddMute stores m and marks the unread entries that it mutes as read. It returns m with its number
// and time, or those of an equal mute that is stored already, and what changed. It fails if the
// pattern is faulty.
func (s *Store) AddMute(ctx context.Context, m Mute) (Mute, Change, error) {
	c := Change{Command: "mute", Subject: m.Subject()}
	m.Tag, m.AddedAt = model.FoldTag(m.Tag), s.now()
	if _, err := m.Matcher(); err != nil {
		return m, c, doing("mute", err)
	}
	err := s.commitChange(ctx, "mute", &c, func(tx *transaction) { tx.addMute(&m) }, "mute", "entry")
	return m, c, err
}

// addMute stores m. If it is inverted, the other inverted mutes count too.
func (tx *transaction) addMute(m *Mute) {
	tx.insertMute(m)
	tx.readMutes()
	mutes := slices.DeleteFunc(tx.mutes, func(o compiledMute) bool { return o.ID != m.ID && !(m.Inverted && o.Inverted) })
	f := EntryFilter{UnreadOnly: true, Tag: m.Tag}
	if m.SubscriptionID != 0 {
		f.Subscriptions = []int64{m.SubscriptionID}
	}
	muted := tx.mutedEntries(f, mutes)
	tx.mark("unread", false, `SELECT value FROM JSON_EACH(?)`, jsonList(muted))
}

// muteFor returns what holds for titles that mutes mute in a feed.
func (tx *transaction) muteFor(mutes []compiledMute, id int64) func(title string) bool {
	var here, inverted []compiledMute
	if len(mutes) > 0 {
		tags := allRows[string](tx, `SELECT tag FROM tag WHERE subscription_id = ?`, id)
		for _, m := range mutes {
			switch {
			case m.SubscriptionID != 0 && m.SubscriptionID != id, m.Tag != "" && !slices.Contains(tags, m.Tag):
			case m.Inverted:
				inverted = append(inverted, m)
			default:
				here = append(here, m)
			}
		}
	}
	return func(title string) bool {
		matches := func(m compiledMute) bool { return m.matches(title) }
		return slices.ContainsFunc(here, matches) || len(inverted) > 0 && !slices.ContainsFunc(inverted, matches)
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
		INSERT INTO mute (pattern, inverted, subscription_id, tag, added_at) VALUES (?, ?, NULLIF(?, 0), ?, ?)
		ON CONFLICT DO UPDATE SET pattern = pattern
		RETURNING id, added_at`, m.Pattern, m.Inverted, m.SubscriptionID, m.Tag, m.AddedAt)
	m.ID, m.AddedAt = stored.ID, stored.AddedAt
}

// mutedEntries returns the entries that f selects and mutes mute.
func (tx *transaction) mutedEntries(f EntryFilter, mutes []compiledMute) (ids []int64) {
	type titled struct {
		ID, SubscriptionID int64
		Title              string
	}
	clauses, args := f.clauses()
	isMuted := map[int64]func(title string) bool{}
	for _, e := range allRows[titled](tx, `SELECT e.id, e.subscription_id, e.title FROM entry e `+clauses, args...) {
		if isMuted[e.SubscriptionID] == nil {
			isMuted[e.SubscriptionID] = tx.muteFor(mutes, e.SubscriptionID)
		}
		if isMuted[e.SubscriptionID](e.Title) {
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
				patterns = append(patterns, known[i].Subject())
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
		SELECT id, pattern, inverted, COALESCE(subscription_id, 0) AS subscription_id, tag, added_at FROM mute ORDER BY id`)
}
