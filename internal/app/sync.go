package app

import (
	"cmp"
	"context"

	"gemsub/internal/machines"
	"gemsub/internal/model"
	"gemsub/internal/words"
)

// Sync brings the database in step with those of other machines, through a folder that another
// program carries between them. If an update runs, Sync waits for its end, or without wait
// returns an error. Changes that could not be written to the folder are written the next time.
func (a *App) Sync(ctx context.Context, dir string, wait bool) (done model.SyncResult, err error) {
	release, err := a.lockUpdate(ctx, wait)
	if err != nil {
		return done, err
	}
	defer release()
	files, machine, err := a.db.SyncFiles(ctx, a.machineID())
	if err != nil {
		return done, err
	}
	folder, err := machines.Read(dir, machine, files, a.Now())
	if err != nil {
		return done, words.WithHint(err, "the folder has to be there, and yours to write to; sync does not make it")
	}
	done, err = a.db.Sync(ctx, folder, a.machineID(), machines.NewName(a.Host), a.isPrivate)
	done.Notes = folder.Notes
	if err != nil || !done.Stale {
		return done, err
	}
	own, err := machines.Write(dir, done.Machine, done.Lines, a.Now())
	if err != nil {
		done.Changes = 0 // they are written the next time
		return done, err
	}
	return done, a.db.SyncWritten(ctx, own)
}

// machineID returns an identification of this machine, which is never written to the folder.
func (a *App) machineID() string { return cmp.Or(a.MachineID, a.Host) }

// Machines returns the files of the machines that stay in step, and how many marks wait for
// entries that are not here.
func (a *App) Machines(ctx context.Context) (files []model.SyncFile, waiting int, err error) {
	if files, _, err = a.db.SyncFiles(ctx, a.machineID()); err == nil {
		waiting, err = a.db.WaitingMarks(ctx)
	}
	return files, waiting, err
}
