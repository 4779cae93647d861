package store

import (
	"context"
	"crypto/sha256"
	"fmt"
	"net/url"
	"time"

	"gemsub/internal/model"
)

// This file, machineline.go and machinefeed.go synchronise the database with those of other
// machines. After each [Store.Sync] the stored lines equal the feeds here: any difference at
// the next Sync is a change by a command, an import or undo. Pages change entries too, so
// column marked records what a person did to them. If a page moves or an entry gets another ref,
// triggers change its lines (schema.sql).

// Bounds of what is taken from a folder.
const (
	maxLines       = 300_000 // about feeds and entries that are not here
	maxWaiting     = 20_000  // the same for one feed
	maxSyncedFeeds = 10_000
	maxMutes       = 1000
	maxTags        = 32                   // of a feed
	maxFollowed    = 20                   // moves of a feed at once
	keepLines      = 365 * 24 * time.Hour // marks without an entry
)

// SyncFiles returns the files of the folder as they were last read or written, ordered by
// name, and the name of this machine, "" if it has none yet; host identifies the machine.
func (s *Store) SyncFiles(ctx context.Context, host string) (files []model.SyncFile, machine string, err error) {
	tx := s.reader(ctx)
	if machine = tx.setting(s.nameSetting(host)); machine != "" {
		files = allRows[model.SyncFile](tx, `SELECT name, machine, modified_at, size, seen_at FROM machine_file ORDER BY name`)
	}
	return files, machine, tx.done("read what other machines wrote")
}

// nameSetting returns the name of the setting that holds this machine's name for a database at
// this path. It does not reveal host.
func (s *Store) nameSetting(host string) string {
	return fmt.Sprintf("machine %x", sha256.Sum256([]byte(host+" "+s.path)))
}

// A syncTx is a transaction that synchronises the database with other machines.
type syncTx struct {
	*transaction
	folder    *model.SyncFolder
	result    model.SyncResult
	isNew     bool                // the machine has not synchronised before
	moved     int                 // lines that followed an entry or a feed since the last Sync
	isPrivate func(*url.URL) bool // whether a URL leads to a private address
}

// Sync records what a person changed here since the last Sync, and applies the changes of other
// machines, up to limits. It pauses new and changed feeds that only a person may request, such as
// those for which isPrivate holds. If the machine's file must be replaced, it returns the lines
// for it, each time until [Store.SyncWritten]. host identifies the machine; if it has no name yet
// for a database at this path, newName becomes its name.
func (s *Store) Sync(ctx context.Context, folder *model.SyncFolder, host, newName string, isPrivate func(*url.URL) bool) (model.SyncResult, error) {
	t := syncTx{folder: folder, isPrivate: isPrivate, result: model.SyncResult{Paused: model.PausedFeeds{}}}
	err := s.commit(uncancelled(ctx), "sync", func(tx *transaction) {
		t.transaction = tx
		if t.result.Machine = tx.setting(s.nameSetting(host)); t.result.Machine == "" {
			t.result.Machine = newName
			t.takeName(s.nameSetting(host))
		}
		t.noteChanges()
		t.learn()
		t.leaveOut()
		t.applyFeeds()
		if t.result.Changes+t.result.Learned+t.moved > 0 { // not in most syncs
			t.limit(maxWaiting, maxLines)
			t.pauseChanged()
			t.apply()
			t.removeLater()
			t.noteChanges() // also that a feed could not move, or a page stays
		}
		t.write()
	})
	if err != nil {
		return model.SyncResult{}, err
	}
	return t.result, nil
}

// takeName gives the machine its name. Lines that the database wrote under another name become
// this machine's, and all files will be read again.
func (tx *syncTx) takeName(setting string) {
	tx.isNew = value[bool](tx.transaction, `SELECT NOT EXISTS (SELECT 1 FROM machine_name)`)
	tx.exec(`UPDATE machine_line SET machine = ? WHERE machine = (SELECT name FROM machine_name)`, tx.result.Machine)
	tx.exec(`DELETE FROM machine_file`)
	tx.exec(`DELETE FROM setting WHERE name GLOB 'machine *'`)
	tx.exec(`INSERT INTO setting (name, value) VALUES (?, ?)`, setting, tx.result.Machine)
}

// noteFiles notes files as they were read or written.
func (tx *transaction) noteFiles(files ...model.SyncFile) {
	for _, f := range files {
		tx.exec(`
			INSERT OR REPLACE INTO machine_file (name, machine, modified_at, size, seen_at)
			VALUES (?, ?, ?, ?, ?)`, f.Name, f.Machine, f.ModifiedAt, f.Size, f.SeenAt)
	}
}

// SyncWritten records that the lines of [Store.Sync] are in the machine's own file.
func (s *Store) SyncWritten(ctx context.Context, own model.SyncFile) error {
	return s.commit(ctx, "sync", func(tx *transaction) { tx.noteFiles(own) })
}

// WaitingMarks returns how many marks wait for their entries, of feeds that are subscribed to
// here.
func (s *Store) WaitingMarks(ctx context.Context) (int, error) {
	tx := s.reader(ctx)
	n := value[int](tx, `
		SELECT COUNT(*) FROM machine_line l JOIN subscription s ON s.url = l.feed
		WHERE l.`+isMark+` AND l.value IS NOT NULL AND NOT EXISTS (
			SELECT 1 FROM entry e WHERE e.ref = l.ref AND e.subscription_id = s.id)`)
	return n, tx.done("count what waits")
}
