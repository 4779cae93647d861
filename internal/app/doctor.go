package app

import (
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

// Diagnose looks for what is wrong with the database at path, the clock, and the
// files, config among them. It changes nothing and asks no capsule.
func Diagnose(ctx context.Context, path, config string, env Environment) (Diagnosis, error) {
	d := Diagnosis{Found: ExposedFiles(path, config)}
	if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
		d.NoDatabase = true
		return d, nil
	}
	a, err := Open(ctx, path, env)
	if err != nil {
		d.Found = append(d.Found, failure(path, err.Error(), ""))
		return d, nil
	}
	defer a.Close()
	err = a.db.Integrity(ctx)
	if errors.Is(err, store.ErrIndex) {
		d.Found = append(d.Found, warning(path, store.ErrIndex.Error(), "gemsub doctor --reindex"))
	} else if err != nil {
		message := fmt.Sprintf("%v; a copy made by gemsub backup can take its place", err)
		d.Found = append(d.Found, failure(path, message, ""))
		return d, nil
	}
	return d, a.examine(ctx, path, &d)
}

// Reindex makes the index of words again.
func (a *App) Reindex(ctx context.Context) error { return a.db.Reindex(ctx) }

// An exam is what the checks look at.
type exam struct {
	ctx   context.Context
	path  string // of the database
	feeds []model.Subscription
}

// examine makes the checks of a database that is whole.
func (a *App) examine(ctx context.Context, path string, d *Diagnosis) error {
	feeds, err := a.db.Subscriptions(ctx, FeedFilter{})
	if err != nil {
		return err
	}
	d.Feeds = len(feeds)
	for _, s := range feeds {
		d.Entries += s.Entries
	}
	for _, check := range []func(exam) ([]model.Finding, error){
		a.wrongClock, a.idleSchedule, a.failingFeeds, a.movedFeeds, a.silentFeeds, a.duplicateFeeds, a.oldCertificates, a.oldIdentities, a.manyPosts,
	} {
		found, err := check(exam{ctx, path, feeds})
		if err != nil {
			return err
		}
		d.Found = append(d.Found, found...)
	}
	return nil
}

func failure(about, message, command string) model.Finding {
	return model.Finding{Level: model.LevelError, About: about, Message: message, Command: command}
}

func warning(about, message, command string) model.Finding {
	return model.Finding{Level: model.LevelWarning, About: about, Message: message, Command: command}
}

func note(about, message, command string) model.Finding {
	return model.Finding{Level: model.LevelNote, About: about, Message: message, Command: command}
}
