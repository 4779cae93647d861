package store

import (
	"context"
	"fmt"
	"net/url"
	"syscall"
	"time"

	"gemsub/internal/model"
)

// This file, machineline.go and machinefeed.go synchronise the database with those of other
// machines. After each [Store.Sync] the stored lines equal the feeds here: any difference at
// the next Sync is a change by a command, an import or undo. Pages change entries too, so
// column marked records what a person did to them.

// Bounds of what is taken from a folder.
const (
	maxLines       = 300_000 // also of one Sync
	maxWaiting     = 20_000  // marks and moves without an entry, of a feed
	maxSyncedFeeds = 10_000
	maxMoves       = 20                   // of one entry or feed, that its marks follow
	keepLines      = 365 * 24 * time.Hour // marks without an entry
)

// SyncFiles returns how far each file in the folder was read, ordered by name, and the name
// of this machine, "" if it has none yet.
func (s *Store) SyncFiles(ctx context.Context) (files []model.SyncFile, machine string, err error) {
	columns := func(f *model.SyncFile) []any {
		return []any{&f.Name, &f.Machine, &f.Since, &f.Offset, &f.Counter, (*unixTime)(&f.SeenAt)}
	}
	if machine, err = s.machine(ctx, s.db); err == nil && machine != "" {
		files, err = collect(ctx, s.db, columns, `
			SELECT name, machine, since, read_to, counter, seen_at FROM machine_file ORDER BY name`)
	}
	return files, machine, doing("read what other machines wrote", err)
}

// machine returns this machine's name, "" if it has none or the database was copied since.
func (s *Store) machine(ctx context.Context, q querier) (name string, err error) {
	name, _, err = first[string](ctx, q, `SELECT value FROM setting WHERE name = ?`, s.place())
	return name, err
}

// place is the name of the setting for the machine's name: it has the file's inode and path.
func (s *Store) place() string {
	var stat syscall.Stat_t
	_ = syscall.Stat(s.path, &stat) // without it the path has to do
	return fmt.Sprint("machine ", stat.Ino, " ", s.path)
}

// isNew holds for a line l that is to be applied: it was seen in this Sync, whose time is ?1, or
// is about a feed where something moved, or that is new here.
const isNew = `(l.seen_at = ?1 OR l.feed IN (
	SELECT feed FROM machine_line WHERE what = 'move' AND (seen_at = ?1 OR unwritten) UNION SELECT url FROM subscription WHERE synced_url <> url))`

// A syncTx is a transaction that synchronises the database with other machines.
type syncTx struct {
	*transaction
	model.SyncFolder
	done      *model.Synced
	isNew     bool                // the machine has not synchronised before
	isPrivate func(*url.URL) bool // whether a URL leads to a private address
}

// Sync records what a person changed here since the last Sync, and applies the changes of
// other machines. It returns the lines to write to the folder; each Sync returns them again
// until [Store.SyncWritten]. newName becomes the machine's name if it has none: the name is
// bound to the database file at its path, so a copy is another machine.
func (s *Store) Sync(ctx context.Context, folder model.SyncFolder, newName string, isPrivate func(*url.URL) bool) (done model.Synced, err error) {
	ctx = uncancelled(ctx)
	err = s.inCommit(ctx, func(tx *transaction) error {
		if done.Machine, err = s.machine(ctx, tx); err != nil {
			return err
		}
		t := &syncTx{tx, folder, &done, done.Machine == "", isPrivate}
		if t.isNew {
			done.Machine = newName
			err = t.join(ctx, s.place())
		}
		for _, step := range []func(context.Context) error{t.tell, t.learn, t.leaveOut, t.applyFeeds, t.applyNews, t.write} {
			if err == nil {
				err = step(ctx)
			}
		}
		return err
	})
	return done, doing("sync", err)
}

// join starts the machine anew: it drops what it knew of others, which is from before the
// database was copied, and marks all its own state to be sent.
func (tx *syncTx) join(ctx context.Context, place string) error {
	_, err := tx.ExecContext(ctx, `
		DELETE FROM machine_line;
		DELETE FROM machine_file;
		UPDATE subscription SET synced_url = '';
		UPDATE entry SET marked = (marked & 1) | IIF(unread = 0, (marked & 1) * 2, 0) | starred * 4 WHERE marked > 0 OR starred = 1;
		DELETE FROM setting WHERE name GLOB 'machine *';
		INSERT INTO setting (name, value) VALUES (?, ?)`, place, tx.done.Machine)
	return err
}

// saveFiles notes how far files were read.
const saveFiles = `
	INSERT OR REPLACE INTO machine_file (name, machine, since, read_to, counter, seen_at)
	SELECT value ->> 'Name', value ->> 'Machine', value ->> 'Since', value ->> 'Offset', value ->> 'Counter', UNIXEPOCH(value ->> 'SeenAt') FROM JSON_EACH(?)`

// SyncWritten records that the lines of [Store.Sync] are in the machine's own file.
func (s *Store) SyncWritten(ctx context.Context, own model.SyncFile) error {
	return doing("sync", s.write(ctx, func(tx *transaction) error {
		_, err := tx.ExecContext(ctx, `UPDATE machine_line SET unwritten = 0 WHERE unwritten = 1;`+saveFiles, jsonList([]model.SyncFile{own}))
		return err
	}))
}

// WaitingMarks returns the number of marks whose entries are not here.
func (s *Store) WaitingMarks(ctx context.Context) (n int, err error) {
	n, _, err = first[int](ctx, s.db, `
		SELECT COUNT(*) FROM machine_line l
		WHERE `+isMark+` AND value IS NOT NULL AND (feed, ref) NOT IN (SELECT feed, ref FROM machine_entry)
			AND NOT EXISTS (SELECT 1 FROM machine_line m WHERE m.what = 'move' AND m.feed = l.feed AND m.ref IN ('', l.ref))`)
	return n, doing("count what waits", err)
}
