package store

import (
	"context"
	"crypto/sha256"
	"strconv"
)

// Of a pruned entry the database keeps its date and 16 bytes of each of two hashes: of its
// ref, and of its title and date. Either identifies it on a page, so that it does not come
// back as new, unless its date is later than it was.

// A prunedRow is what is kept of a pruned entry.
type prunedRow struct {
	ref, title string // the hashes; title is empty where an earlier version pruned it
	updated    int64
	isListed   bool // the page lists it
}

func (p *prunedRow) columns() []any { return []any{&p.ref, &p.title, &p.updated} }

const (
	listPruned = `SELECT ref, title, updated FROM pruned WHERE subscription_id = ?`
	addPruned  = `INSERT OR REPLACE INTO pruned (subscription_id, ref, title, updated) VALUES (?, ?, ?, ?)`
)

// shortHash returns 16 bytes of a hash; it is function short_hash for the database.
func shortHash(text string) string {
	sum := sha256.Sum256([]byte(text))
	return string(sum[:16])
}

// titleHash is the hash of a title and date, and function title_hash.
func titleHash(title string, updated int64) string {
	return shortHash(strconv.FormatInt(updated, 10) + " " + title)
}

// remember records entries that are about to be pruned. It leaves out those not listed since
// the page moved (own is negative), which must hide nothing there. It replaces a row that an
// import brought before.
func remember(ctx context.Context, tx *transaction, entries string) error {
	_, err := tx.ExecContext(ctx, `
		INSERT OR REPLACE INTO pruned (subscription_id, ref, title, updated)
		SELECT subscription_id, CAST(short_hash(ref) AS BLOB), CAST(title_hash(title, updated) AS BLOB), updated FROM entry
		WHERE id IN (SELECT value FROM JSON_EACH(?)) AND own >= ?`, entries, elsewhere)
	return err
}

// recognisePruned finds which unknown entries of the page were pruned. One with a later date
// is new all the same. When the page has moved to another author, it forgets the pruned
// entries not listed there at once: they could hide what that author writes later.
func (m *pageMerger) recognisePruned(ctx context.Context, unknown []*listedEntry) error {
	atOthers := m.moved != nil && m.moved.toOther()
	if len(unknown) == 0 && !atOthers || !m.tx.hasPruned {
		return nil
	}
	rows, err := collect(ctx, m.tx, (*prunedRow).columns, listPruned, m.sub.ID)
	if err != nil || len(rows) == 0 {
		return err
	}
	found := findPruned(unknown, rows)
	for _, e := range unknown {
		p := found[e]
		if p == nil {
			continue
		}
		if atOthers && e.sortTime() > m.moved.newest {
			p.isListed = false
		} else if err := m.keepPruned(ctx, e, p); err != nil {
			return err
		}
	}
	for i := range rows {
		if atOthers && !rows[i].isListed {
			if err := m.forgetPruned(ctx, &rows[i]); err != nil {
				return err
			}
		}
	}
	return nil
}

// findPruned matches entries of the page with pruned ones: by ref, or else by title and
// date, if no other entry has its ref. Rows of an earlier version have no hash of the title
// and match by date alone.
func findPruned(unknown []*listedEntry, rows []prunedRow) map[*listedEntry]*prunedRow {
	byRef, byTitle := map[string]*prunedRow{}, map[string][]*prunedRow{}
	for i := range rows {
		p := &rows[i]
		byRef[p.ref] = p
		byTitle[p.title] = append(byTitle[p.title], p)
	}
	found := map[*listedEntry]*prunedRow{}
	for _, e := range unknown {
		if p := byRef[shortHash(e.ref)]; p != nil {
			found[e], p.isListed = p, true
		}
	}
	for _, e := range unknown {
		if found[e] != nil || e.undated {
			continue
		}
		for _, p := range append(byTitle[titleHash(e.title, e.updated)], byTitle[""]...) {
			if !p.isListed && p.updated == e.updated {
				found[e], p.isListed = p, true
				break
			}
		}
	}
	return found
}

// keepPruned leaves e pruned and records how it is listed now, unless it has a later date:
// then it comes back.
func (m *pageMerger) keepPruned(ctx context.Context, e *listedEntry, p *prunedRow) error {
	if e.updated > p.updated && !e.undated {
		return m.forgetPruned(ctx, p)
	}
	e.staysPruned = true
	ref, title := shortHash(e.ref), titleHash(e.title, e.updated)
	if e.undated {
		title = p.title
	}
	if ref == p.ref && title == p.title {
		return nil
	}
	_, err := m.tx.ExecContext(ctx, `
		UPDATE OR REPLACE pruned SET ref = ?, title = ? WHERE subscription_id = ? AND ref = ?`,
		[]byte(ref), []byte(title), m.sub.ID, []byte(p.ref))
	return err
}

func (m *pageMerger) forgetPruned(ctx context.Context, p *prunedRow) error {
	_, err := m.tx.ExecContext(ctx, `DELETE FROM pruned WHERE subscription_id = ? AND ref = ?`, m.sub.ID, []byte(p.ref))
	return err
}
