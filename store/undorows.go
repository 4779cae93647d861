package store

import (
	"context"
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
		if err := tx.countRestored(ctx, jsonList(rows)); err != nil {
			return false, err
		}
	}
	return all, dropRecorded(ctx, tx.Tx, t, rows)
}

// countRestored adds restored entries to the entry counts of their feeds, and to those
// whose words have to be indexed.
func (tx *undoTx) countRestored(ctx context.Context, rows string) error {
	const restored = `
		FROM entry WHERE id IN (SELECT id FROM changed_entry WHERE rowid IN (SELECT value FROM JSON_EACH(?)))`
	for _, query := range []string{
		`INSERT INTO unindexed SELECT id ` + restored + `
			AND id <= (SELECT up_to FROM indexed) AND id NOT IN (SELECT entry_id FROM unindexed)`,
		`UPDATE tally SET entries = entries + n.added, unread = unread + n.added_unread
		FROM (SELECT subscription_id AS feed, COUNT(*) AS added, SUM(unread) AS added_unread ` + restored + ` GROUP BY feed) n
		WHERE subscription_id = n.feed`,
	} {
		if _, err := tx.ExecContext(ctx, query, rows); err != nil {
			return err
		}
	}
	return nil
}

// A changedFeed is a subscription that was set.
type changedFeed struct {
	id         int64
	url        string // before
	urlChanged bool
	checked    bool // since
}

// settings undoes what was set of subscriptions.
func (tx *undoTx) settings(ctx context.Context) error {
	columns := func(f *changedFeed) []any { return []any{&f.id, &f.url, &f.urlChanged, &f.checked} }
	feeds, err := collect(ctx, tx, columns, `
		SELECT s.id, b.url, b.url <> a.url AND s.url = a.url, s.attempted_at IS NOT a.attempted_at OR s.checked_at IS NOT a.checked_at
		FROM changed_subscription b
		JOIN changed_subscription a ON a.change_id = b.change_id AND a.id = b.id AND a.is_after = 1
		JOIN subscription s ON s.id = b.id
		WHERE b.change_id = ? AND b.is_after = 0`, tx.undone.ID)
	if err != nil {
		return err
	}
	for _, f := range feeds {
		if err := tx.reset(ctx, f); err != nil {
			return err
		}
	}
	return nil
}

// reset undoes what was set of a subscription. If its page was read since, only the
// user's settings are undone, and the page is read again.
func (tx *undoTx) reset(ctx context.Context, f changedFeed) error {
	if f.urlChanged {
		other, taken, err := (&commitTx{Tx: tx.Tx}).subscribed(ctx, f.url)
		if err != nil {
			return err
		}
		if taken && other != f.id {
			tx.undone.Left++
			return nil
		}
	}
	columns, err := columnsOfTable(ctx, tx, "subscription")
	if err != nil {
		return err
	}
	if f.checked {
		columns = []string{"title", "interval", "format", "format_chosen", "ignore_robots", "first_unread", "posts"}
	}
	if f.checked && f.urlChanged {
		err = (&commitTx{Tx: tx.Tx}).setURL(ctx, f.id, f.url)
	}
	if err != nil {
		return err
	}
	return tx.resetColumns(ctx, f, columns)
}

// resetColumns gives the columns of a subscription their values from before the change,
// where they are as it left them.
func (tx *undoTx) resetColumns(ctx context.Context, f changedFeed, columns []string) error {
	var values []string
	for _, name := range columns {
		if name != "id" && name != "folder" { // which a trigger computes
			values = append(values, name+` = IIF(s.`+name+` IS a.`+name+`, b.`+name+`, s.`+name+`)`)
		}
	}
	if f.checked {
		values = append(values, `digest = ''`)
	}
	_, err := tx.ExecContext(ctx, `
		UPDATE subscription AS s SET `+strings.Join(values, ", ")+`
		FROM changed_subscription b
		JOIN changed_subscription a ON a.change_id = b.change_id AND a.id = b.id AND a.is_after = 1
		WHERE b.change_id = ? AND b.is_after = 0 AND b.id = s.id AND s.id = ?`, tx.undone.ID, f.id)
	return err
}
