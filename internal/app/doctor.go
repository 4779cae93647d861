package app

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"

	"gemsub/internal/model"
	"gemsub/internal/shell"
	"gemsub/store"
)

// The levels of findings.
const (
	LevelError   = "error"   // gemsub cannot work
	LevelWarning = "warning" // part of the work is not done
	LevelNote    = "note"    // the user may want it so
)

// A Finding is one thing that the doctor found.
type Finding struct {
	Level   string
	About   string // a file, "clock", "schedule" or a feed
	Message string // what is wrong
	Command string // what fixes it, "" if no command does
}

// A Diagnosis is what the doctor found, and how much it examined.
type Diagnosis struct {
	Found          []Finding
	Feeds, Entries int
	// NoDatabase is set if there is no database yet.
	NoDatabase bool
}

// add notes a finding, with the command that mends it, "" for none.
func (d *Diagnosis) add(level, about, command, format string, args ...any) {
	d.Found = append(d.Found, Finding{Level: level, About: about, Message: fmt.Sprintf(format, args...), Command: command})
}

// Diagnose looks for what is wrong with the database at path, the clock, and the files, including
// config and the folder sync. It changes nothing and asks no capsule.
func Diagnose(ctx context.Context, path, config, sync string, env Environment) (Diagnosis, error) {
	var d Diagnosis
	d.exposedFiles(path, config, sync)
	if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
		d.NoDatabase = true
		return d, nil
	}
	a, err := Open(ctx, path, env)
	if err != nil {
		d.add(LevelError, path, "", "%v", err)
		return d, nil
	}
	defer a.Close()
	if a.db.ReadOnly() {
		d.add(LevelError, path, "", "%v", store.ErrReadOnly)
	}
	err = a.db.Integrity(ctx)
	if errors.Is(err, store.ErrIndex) {
		d.add(LevelWarning, path, "gemsub doctor --reindex", "%v", store.ErrIndex)
	} else if err != nil {
		d.add(LevelError, path, "", "%v; gemsub backup --restore FILE puts a backup in its place", err)
		return d, nil
	}
	feeds, err := a.db.Subscriptions(ctx, FeedFilter{})
	if err != nil {
		return d, err
	}
	feeds = slices.DeleteFunc(feeds, model.Subscription.IsLater)
	d.Feeds = len(feeds)
	for _, s := range feeds {
		d.Entries += s.Entries
	}
	x := exam{a, &d, feeds}
	x.failing(ctx)
	return d, cmp.Or(x.clock(ctx), x.slashless(ctx), x.duplicates(ctx), x.identities(ctx), x.folder(ctx, sync))
}

// exposedFiles finds files that others may read or change: the database shows what its owner
// reads, and has keys of client certificates. The configuration may name a command that is run;
// it may be read by all unless it has a password.
func (d *Diagnosis) exposedFiles(path, config, sync string) {
	for _, file := range []string{path, path + "-wal", path + "-shm"} {
		if allows(file, 0o066) {
			d.add(LevelWarning, file, "chmod 600 "+shell.Quote(file), "can be read by others")
		}
	}
	switch {
	case allows(config, 0o044) && hasPassword(config):
		d.add(LevelWarning, config, "chmod 600 "+shell.Quote(config), "has a password and can be read by others")
	case allows(config, 0o022):
		d.add(LevelWarning, config, "chmod go-w "+shell.Quote(config), "can be changed by others")
	}
	for _, folder := range []string{filepath.Dir(path), sync} {
		if info, err := os.Stat(folder); err == nil && info.Mode().Perm()&0o002 != 0 && info.Mode()&os.ModeSticky == 0 {
			d.add(LevelWarning, folder, "chmod go-w "+shell.Quote(folder), "can be changed by others")
		}
	}
}

// allows reports whether a regular file has any of the permissions in others.
func allows(file string, others os.FileMode) bool {
	info, err := os.Stat(file)
	return err == nil && info.Mode().IsRegular() && info.Mode().Perm()&others != 0
}

// hasPassword reports whether a file has a URL with a user and password.
func hasPassword(file string) bool {
	text, err := os.ReadFile(file)
	return err == nil && regexp.MustCompile(`//[^/?#\s"']*:[^/?#\s"']*@`).Match(text)
}
