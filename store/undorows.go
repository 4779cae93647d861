package store

import (
	"context"
	"slices"
	"strings"
)

// only holds for a row c of a change that was there only before it, or only after.
func only(t recordedTable, after string) string {
	return `c.change_id = ?1 AND c.is_after = ` + after + ` AND (` + qualified("c", t.key) + `) NOT IN (
		SELECT ` + t.key + ` FROM changed_` + t.name + ` WHERE change_id = ?1 AND is_after = 1 - ` + after + `)`
}

func qualified(table, columns string) string {
	return table + "." + strings.ReplaceAll(columns, ", ", ", "+table+".")
}

// rows deletes the rows of a table that the change added, if they are as it added them.
// Then it adds the rows again that the change deleted, unless something has come in
// their place. It takes as many as fit into left, and reports whether these are all.
func (tx *undoTx) rows(ctx context.Context, t recordedTable, left *share) (all bool, err error) {
	names, err := columnsOfTable(ctx, tx, t.name)
	if err != nil {
		return false, err
	}
	columns := strings.Join(names, ", ")
	all, err = tx.apply(ctx, t, "1", left, `
		DELETE FROM `+t.name+` WHERE (`+t.key+`) IN (SELECT `+t.key+` FROM (
			SELECT `+columns+` FROM `+t.name+`
			INTERSECT SELECT `+columns+` FROM changed_`+t.name+` WHERE rowid IN (SELECT value FROM JSON_EACH(?))))`)
	if err != nil || !all {
		return false, err
	}
	return tx.apply(ctx, t, "0", left, `
		INSERT OR IGNORE INTO `+t.name+` (`+columns+`)
		SELECT `+columns+` FROM changed_`+t.name+` c WHERE rowid IN (SELECT value FROM JSON_EACH(?)) AND `+t.restorable)
}

// apply executes a statement for rows of a change that were there only before it, or
// only after, and forgets them.
func (tx *undoTx) apply(ctx context.Context, t recordedTable, after string, left *share, statement string) (all bool, err error) {
	rows, all, err := recordedRows(ctx, tx.Tx, t, only(t, after), tx.undone.ID, left)
	if err != nil || len(rows) == 0 {
		return all, err
	}
	done, err := affected(ctx, tx.Tx, statement, jsonList(rows))
	if err != nil {
		return false, err
	}
	if t.name == "subscription" || tx.undone.Command != "remove" { // what a feed had goes with it
		tx.undone.Left += len(rows) - done
	}
	if t.name == "entry" {
		if err := tx.indexRestored(ctx, jsonList(rows)); err != nil {
			return false, err
		}
	}
	return all, dropRecorded(ctx, tx.Tx, t, rows)
}

// indexRestored notes that the words of restored entries enter the index.
func (tx *undoTx) indexRestored(ctx context.Context, rows string) error {
	_, err := tx.ExecContext(ctx, `
		INSERT OR IGNORE INTO unindexed SELECT id FROM entry
		WHERE id IN (SELECT id FROM changed_entry WHERE rowid IN (SELECT value FROM JSON_EACH(?)))
			AND id NOT IN (SELECT docid FROM entry_text_docsize)`, rows)
	return err
}

// A changedFeed is a subscription that was set.
type changedFeed struct {
	id         int64
	url        string // before
	urlChanged bool
	checked    bool // since
}

// settings undoes what was set of as many subscriptions as fit into left, and reports
// whether these are all. If a page was read since, only the user's settings are undone,
// and it is read again.
func (tx *undoTx) settings(ctx context.Context, left *share) (all bool, err error) {
	columns := func(f *changedFeed) []any { return []any{&f.id, &f.url, &f.urlChanged, &f.checked} }
	feeds, err := collect(ctx, tx, columns, `
		SELECT s.id, b.url, b.url <> a.url AND s.url = a.url, s.attempted_at IS NOT a.attempted_at OR s.checked_at IS NOT a.checked_at
		FROM changed_subscription b
		JOIN changed_subscription a ON a.change_id = b.change_id AND a.id = b.id AND a.is_after = 1
		JOIN subscription s ON s.id = b.id
		WHERE b.change_id = ? AND b.is_after = 0 LIMIT ?`, tx.undone.ID, left.rows)
	if err != nil || len(feeds) == 0 {
		return true, err
	}
	all = len(feeds) < left.rows
	left.rows -= len(feeds)
	if err := tx.reset(ctx, feeds); err != nil {
		return false, err
	}
	_, err = tx.ExecContext(ctx, `
		DELETE FROM changed_subscription WHERE change_id = ? AND id IN (SELECT value FROM JSON_EACH(?))`, tx.undone.ID, feedList(feeds))
	return all, err
}

// feedList returns the numbers of feeds in JSON.
func feedList(feeds []changedFeed) string {
	ids := make([]int64, len(feeds))
	for i, f := range feeds {
		ids[i] = f.id
	}
	return jsonList(ids)
}

// reset undoes what was set of subscriptions, unless the URL of one has been taken.
func (tx *undoTx) reset(ctx context.Context, feeds []changedFeed) error {
	var untouched, checked []changedFeed
	for _, f := range feeds {
		back, err := tx.resetURL(ctx, f)
		switch {
		case err != nil:
			return err
		case !back:
			tx.undone.Left++
		case f.checked:
			checked = append(checked, f)
		default:
			untouched = append(untouched, f)
		}
	}
	columns, err := columnsOfTable(ctx, tx, "subscription")
	if err != nil {
		return err
	}
	columns = slices.DeleteFunc(columns, func(name string) bool { // the URL was reset
		return name == "id" || name == "url"
	})
	if err := tx.resetColumns(ctx, untouched, columns, ""); err != nil {
		return err
	}
	return tx.resetColumns(ctx, checked, userColumns(), ", digest = ''")
}

// resetURL gives a subscription the URL from before the change, and reports whether it
// has that now.
func (tx *undoTx) resetURL(ctx context.Context, f changedFeed) (back bool, err error) {
	if !f.urlChanged {
		return true, nil
	}
	c := &commitTx{Tx: tx.Tx}
	other, taken, err := c.subscribed(ctx, f.url)
	if err != nil || taken && other != f.id {
		return false, err
	}
	if f.checked {
		err = c.setURL(ctx, f.id, f.url)
	} else {
		_, err = tx.ExecContext(ctx, `UPDATE subscription SET url = ? WHERE id = ?`, f.url, f.id)
	}
	return err == nil, err
}

// resetColumns gives the columns of subscriptions their values from before the change,
// where they are as it left them, and sets more.
func (tx *undoTx) resetColumns(ctx context.Context, feeds []changedFeed, columns []string, more string) error {
	if len(feeds) == 0 {
		return nil
	}
	var values []string
	for _, name := range columns {
		values = append(values, name+` = IIF(s.`+name+` IS a.`+name+`, b.`+name+`, s.`+name+`)`)
	}
	_, err := tx.ExecContext(ctx, `
		UPDATE subscription AS s SET `+strings.Join(values, ", ")+more+`
		FROM changed_subscription b
		JOIN changed_subscription a ON a.change_id = b.change_id AND a.id = b.id AND a.is_after = 1
		WHERE b.change_id = ? AND b.is_after = 0 AND b.id = s.id AND s.id IN (SELECT value FROM JSON_EACH(?))`, tx.undone.ID, feedList(feeds))
	return err
}
