package store

import (
	"context"
	"encoding/json"
	"slices"

	"gemsub/feed"
)

// find returns the stored entry that row stands for: under its Atom id, or under an id
// that it had before the page moved, or in an older version. An entry under its Atom id
// that is another one is deleted, and row inherits its star.
func (m *entryMerger) find(ctx context.Context, row *entryRow) (old entryRow, known bool, err error) {
	if m.empty { // what this page added so far has other ids
		return old, false, nil
	}
	for _, as := range m.moved.formerIDs(row.atomID, row.formerID) {
		old, known, err = m.findByID(ctx, as)
		switch {
		case known && err == nil && m.isOtherPost(&old, row):
			if err := m.knowByLink(ctx, old); err != nil {
				return old, false, err
			}
		case err != nil, known && m.isSame(&old, row):
			return old, known, err
		case known && as == row.atomID:
			row.starred = old.starred
			if err := m.delete(ctx, old); err != nil {
				return old, false, err
			}
		}
	}
	return old, false, nil
}

// isSame reports whether a stored entry is the one that the page lists as row.
func (m *entryMerger) isSame(old, row *entryRow) bool {
	if old.stays.has(m.sub.stay) {
		return true
	}
	return old.stays.has(m.leftStay) && (m.moved.recognises(row.url, row.formerID, old.url) || m.moved.followed(old.atomID, old.url))
}

// findByID returns the stored entry with an Atom id, if there is one. It reads those of
// the page's next entries as well.
func (m *entryMerger) findByID(ctx context.Context, atomID string) (entryRow, bool, error) {
	row, isRead := m.stored[atomID]
	if !isRead || !m.hasOwnIDs {
		if err := m.readStored(ctx, m.nextIDs(atomID)); err != nil {
			return entryRow{}, false, err
		}
		row = m.stored[atomID]
	}
	if row == nil {
		return entryRow{}, false, nil
	}
	return *row, true, nil
}

// readAhead is for how many entries of a page the stored ones are read at once.
const readAhead = 200

// nextIDs returns an id, and those of the entries that come after it. It is alone where
// entries may be stored under several ids: one that is read may be stored under another
// before its turn.
func (m *entryMerger) nextIDs(atomID string) []string {
	ids := []string{atomID}
	for i := len(m.entries) - 1; i >= 0 && m.hasOwnIDs && len(ids) < readAhead; i-- {
		ids = append(ids, m.entries[i].ID)
	}
	return ids
}

// haveOwnIDs reports whether each entry of the page has one id, and had no other.
func (m *entryMerger) haveOwnIDs() bool {
	hadOther := func(e feed.Entry) bool { return e.FormerID != "" }
	return len(m.moved.moves) == 0 && !slices.ContainsFunc(m.entries, hadOther)
}

// readStored reads the stored entries with these Atom ids.
func (m *entryMerger) readStored(ctx context.Context, ids []string) error {
	list, err := json.Marshal(ids)
	if err != nil {
		return err
	}
	m.stored = make(map[string]*entryRow, len(ids))
	for _, id := range ids {
		m.stored[id] = nil
	}
	rows, err := m.tx.QueryContext(ctx, findEntries, string(list), m.sub.ID)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var row entryRow
		err := rows.Scan(&row.id, &row.atomID, &row.url, &row.page, &row.own, &row.title, &row.author, &row.updated, &row.published, &row.rank,
			&row.firstSeen, &row.unread, &row.starred, &row.renewed, &row.stays.first, &row.stays.last)
		if err != nil {
			return err
		}
		m.stored[row.atomID] = &row
	}
	return rows.Err()
}
