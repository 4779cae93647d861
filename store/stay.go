package store

import (
	"context"
	"database/sql"
)

// Stays are how a page that moves to another author leaves its entries behind, however
// many there are. Each time with an author has a number. An entry that is first seen
// belongs to the stay of then; where it is recognised in the next one, it belongs to
// that as well. If the user undoes a move, the page is in its old stay again.

// stays are those that an entry belongs to: from the first to the last. Between the two
// there may be some that a page cannot come back to.
type stays struct{ first, last int64 }

func (s stays) has(stay int64) bool { return s.first <= stay && stay <= s.last }

// with returns s with a stay in which the entry was recognised.
func (s stays) with(stay int64) stays {
	if s.has(stay) {
		return s
	}
	return stays{min(s.first, stay), stay}
}

// isBack reports whether the user undid a move, and the page was not read since.
func (sub *subscriptionRow) isBack() bool { return sub.OldURL == "" && sub.oldStay.Valid }

// arrive begins the stay at URL. A number that was begun to be used for parts of a page
// elsewhere is not used again.
func (sub *subscriptionRow) arrive() {
	if sub.isBack() {
		sub.stay = sub.oldStay.V
		return
	}
	if sub.nextURL != "" && sub.nextURL != sub.URL {
		sub.nextStay++
	}
	sub.stay, sub.nextURL = sub.nextStay, sub.URL
}

// settle ends the change of the stay, when the page was read at URL.
func (sub *subscriptionRow) settle() {
	if sub.stay == sub.nextStay {
		sub.nextStay, sub.nextURL = sub.nextStay+1, ""
	}
	if sub.OldURL == "" {
		sub.oldStay = sql.Null[int64]{}
	}
	sub.movedFrom = ""
}

// reserveStay stores which number the page's new stay has, if it began one, before parts
// of the page are stored. A check that is killed among them is repeated with it.
func (p *pendingCheck) reserveStay(ctx context.Context, tx *commitTx) error {
	if p.done || p.page == nil || p.sub.stay != p.sub.nextStay {
		return nil
	}
	_, err := tx.ExecContext(ctx, `
		UPDATE subscription SET next_stay = ?, next_url = ? WHERE id = ?`, p.sub.nextStay, p.sub.nextURL, p.sub.ID)
	return err
}
