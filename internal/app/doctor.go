package app

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"

	"gemsub/internal/model"
	"gemsub/store"
)

// A Diagnosis is all that the doctor found, and how much it looked at.
type Diagnosis struct {
	Found          []model.Finding
	Feeds, Entries int
	// NoDatabase is set where there is none yet.
	NoDatabase bool
}

// add notes a finding. The command mends it; "" where none does.
func (d *Diagnosis) add(level, about, command, format string, args ...any) {
	d.Found = append(d.Found, model.Finding{Level: level, About: about, Message: fmt.Sprintf(format, args...), Command: command})
}

// Diagnose looks for what is wrong with the database at path, the clock, and the
// files, config among them. It changes nothing and asks no capsule.
func Diagnose(ctx context.Context, path, config string, env Environment) (Diagnosis, error) {
	var d Diagnosis
	d.exposedFiles(path, config)
	if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
		d.NoDatabase = true
		return d, nil
	}
	a, err := Open(ctx, path, env)
	if err != nil {
		d.add(model.LevelError, path, "", "%v", err)
		return d, nil
	}
	defer a.Close()
	err = a.db.Integrity(ctx)
	if errors.Is(err, store.ErrIndex) {
		d.add(model.LevelWarning, path, "gemsub doctor --reindex", "%v", store.ErrIndex)
	} else if err != nil {
		d.add(model.LevelError, path, "", "%v; a copy made by gemsub backup can take its place", err)
		return d, nil
	}
	feeds, err := a.db.Subscriptions(ctx, FeedFilter{})
	if err != nil {
		return d, err
	}
	d.Feeds = len(feeds)
	for _, s := range feeds {
		d.Entries += s.Entries
	}
	x := exam{a, &d, feeds}
	x.clock()
	x.schedule()
	x.failing(ctx)
	x.moved()
	x.quiet()
	err = cmp.Or(x.duplicates(ctx), x.certificates(ctx), x.identities(ctx))
	x.posts()
	return d, err
}

// Reindex makes the index of words again.
func (a *App) Reindex(ctx context.Context) error { return a.db.Reindex(ctx) }
