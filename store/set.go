package store

import (
	"context"
	"database/sql"
	"fmt"
	"time"

	"gemsub/internal/model"
)

// Settings are [model.Settings].
type Settings = model.Settings

// saveSettings stores what the user changes, and leaves what is NULL.
const saveSettings = `
	UPDATE subscription SET
		title = COALESCE(?, title), interval = COALESCE(?, interval), next_check_at = COALESCE(?, next_check_at)
	WHERE id = ?`

// saveFormat stores how a page is read unless that is NULL, and has it read again at
// the next update.
const saveFormat = `
	UPDATE subscription SET format = ?1, format_chosen = ?1 <> 'auto', digest = '', next_check_at = NULL
	WHERE id = ?2 AND (format <> ?1 OR format_chosen <> (?1 <> 'auto'))`

// saveRobots stores whether robots.txt is ignored unless that is NULL. Whether the page
// may be asked for is decided anew at the next update.
const saveRobots = `
	UPDATE subscription SET ignore_robots = ?1, next_check_at = NULL
	WHERE id = ?2 AND ignore_robots <> ?1`

// saveBacklog stores how many of the first entries arrive unread unless that is NULL.
const saveBacklog = `
	UPDATE subscription SET first_unread = COALESCE(?1, first_unread)
	WHERE id = ?2 AND NOT EXISTS (SELECT 1 FROM entry WHERE subscription_id = ?2)`

// Set changes a subscription. It stores all of the changes or none. NextCheckAt is when
// the subscription is due from now on; zero leaves that time. The error wraps
// [sql.ErrNoRows] if there is no such subscription, and is a *[TakenError] if another
// one has the new URL.
func (s *Store) Set(ctx context.Context, id int64, to Settings, nextCheckAt time.Time) error {
	err := s.write(ctx, func(tx *sql.Tx) error {
		changed, err := affected(ctx, tx, saveSettings, to.Title, (*seconds)(to.Interval), unixTime(nextCheckAt), id)
		if err == nil && changed == 0 {
			err = sql.ErrNoRows
		}
		if err == nil && to.URL != nil {
			err = (&commitTx{Tx: tx}).setURL(ctx, id, to.URL.String())
		}
		if err != nil {
			return err
		}
		return setMore(ctx, tx, id, to)
	})
	if err != nil {
		return fmt.Errorf("set subscription %d: %w", id, err)
	}
	return nil
}

// setMore stores settings that decide more than the next time.
func setMore(ctx context.Context, tx *sql.Tx, id int64, to Settings) error {
	type statement struct {
		query string
		value any
	}
	all := []statement{{saveFormat, to.Format}, {saveRobots, to.IgnoreRobots}, {saveBacklog, to.Backlog}}
	for _, tag := range to.Tag {
		all = append(all, statement{`INSERT OR IGNORE INTO tag (tag, subscription_id) VALUES (?, ?)`, model.FoldTag(tag)})
	}
	for _, tag := range to.Untag {
		all = append(all, statement{`DELETE FROM tag WHERE tag = ? AND subscription_id = ?`, model.FoldTag(tag)})
	}
	for _, s := range all {
		if _, err := tx.ExecContext(ctx, s.query, s.value, id); err != nil {
			return err
		}
	}
	return nil
}
