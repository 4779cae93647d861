package app

import (
	"context"
	"errors"
	"net/netip"
	"net/url"
	"os"

	"gemsub/internal/fetch"
	"gemsub/internal/machines"
	"gemsub/internal/model"
	"gemsub/store"
)

// Sync brings the database in step with those of other machines, through a folder that
// something else carries. It waits for an update to end.
func (a *App) Sync(ctx context.Context, dir string) (model.Synced, error) {
	release, err := a.db.LockUpdate(ctx, true)
	if err != nil {
		return model.Synced{}, err
	}
	defer release()
	return a.sync(ctx, dir)
}

// TrySync is Sync where nobody waits for it: what goes wrong, gemsub sync says.
func (a *App) TrySync(ctx context.Context, dir string) {
	if dir == "" || a.db.ReadOnly() {
		return
	}
	if release, err := a.db.LockUpdate(ctx, false); err == nil {
		defer release()
		_, _ = a.sync(ctx, dir)
	}
}

// sync is Sync under the lock. What was noted, but could not be written, is written the next
// time.
func (a *App) sync(ctx context.Context, dir string) (done model.Synced, err error) {
	if a.db.ReadOnly() {
		return done, errors.New("sync: the database can only be read")
	}
	files, machine, err := a.db.SyncFiles(ctx)
	if err != nil {
		return done, err
	}
	read, err := machines.Read(dir, machine, files, a.Now())
	if err != nil {
		return done, WithHint(err, "is the folder there, and the disk that it is on? gemsub does not make it")
	}
	host, _ := os.Hostname() // without one the name is random
	isNew := read.Own == model.SyncFile{}
	done, err = a.db.Sync(ctx, store.Exchange{Lines: read.Lines, Files: read.Files, Whole: isNew, NewName: machines.NewName(host), Private: isPrivate})
	done.Notes = read.Notes
	if err != nil || len(done.Lines) == 0 && !isNew {
		return done, err
	}
	own, err := machines.Write(dir, done.Machine, read.Own, done.Lines, a.Now())
	if err == nil {
		return done, a.db.SyncWritten(ctx, own)
	}
	done.Lines = nil // they are written the next time
	return done, err
}

// isPrivate reports whether a URL says that it leads to a private address.
func isPrivate(u *url.URL) bool {
	ip, err := netip.ParseAddr(u.Hostname())
	if err != nil {
		return fetch.IsLocalName(u.Hostname())
	}
	return fetch.Private(netip.AddrPortFrom(ip, 0))
}

// Machines returns the files of the machines that stay in step, and how many marks wait for
// entries that are not here.
func (a *App) Machines(ctx context.Context) (files []model.SyncFile, waiting int, err error) {
	if files, _, err = a.db.SyncFiles(ctx); err == nil {
		waiting, err = a.db.WaitingMarks(ctx)
	}
	return files, waiting, err
}
