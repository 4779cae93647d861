package store

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/binary"
	"encoding/hex"
	stdhash "hash"
	"time"

	"gemsub/feed"
)

// knownEntries are those that a page had when it was read last. Where they are still the
// page's oldest, as on a page to which a post was added, all of them are stored as they
// are, and need not be compared one by one.
type knownEntries struct {
	number int
	digest string // empty where that is not known
}

// forgetKnown has all entries of the next page compared, since those that are stored are
// about to change.
func forgetKnown(ctx context.Context, tx *sql.Tx, feeds string) error {
	_, err := tx.ExecContext(ctx, `
		UPDATE subscription SET known_entries = 0, known_digest = '' WHERE id IN (SELECT value FROM JSON_EACH(?))`, feeds)
	return err
}

// skipKnown leaves out the entries of the page that are stored as they are, and notes
// which entries it has now. Texts that a page carries are not among what is compared.
func (m *entryMerger) skipKnown() {
	before := m.sub.known
	m.sub.known = knownEntries{}
	if m.contents != nil {
		return
	}
	known, h := 0, newEntryHash(m.sub.stay)
	for n := range len(m.entries) {
		h.add(m.entries[len(m.entries)-1-n])
		if n+1 == before.number && h.digest() == before.digest {
			known = before.number
		}
	}
	m.sub.known = knownEntries{len(m.entries), h.digest()}
	m.leaveOut(known)
}

// leaveOut leaves out the oldest entries. The others have their ranks after them.
func (m *entryMerger) leaveOut(oldest int) {
	newer := len(m.entries) - oldest
	for _, e := range m.entries[newer:] {
		row := m.newRow(e)
		m.ranks[row.sortTime()]++
	}
	m.entries = m.entries[:newer]
}

// An entryHash is of all that is stored of entries that a page says of them, and of the
// stay that they belong to.
type entryHash struct {
	stdhash.Hash
	buffer []byte
}

func newEntryHash(stay int64) *entryHash {
	h := &entryHash{Hash: sha256.New()}
	h.number(stay)
	return h
}

func (h *entryHash) add(e feed.Entry) {
	for _, text := range []string{e.ID, e.FormerID, e.Link, e.Title, e.Author} {
		h.number(int64(len(text)))
		h.buffer = append(h.buffer, text...)
	}
	for _, t := range []time.Time{e.Updated, e.Published} {
		h.number(t.Unix())
	}
	_, _ = h.Write(h.buffer) // a hash does not fail
	h.buffer = h.buffer[:0]
}

func (h *entryHash) number(n int64) { h.buffer = binary.AppendVarint(h.buffer, n) }

func (h *entryHash) digest() string { return hex.EncodeToString(h.Sum(nil)[:16]) }
