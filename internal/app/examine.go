package app

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"
	"syscall"
	"time"

	"gemsub/internal/address"
	"gemsub/internal/fetch"
	"gemsub/internal/machines"
	"gemsub/internal/model"
	"gemsub/internal/shell"
	"gemsub/internal/update"
	"gemsub/internal/words"
)

// An exam looks for faults in a database that is itself intact.
type exam struct {
	*App
	*Diagnosis
	feeds []model.Subscription
}

// clock reports a clock that cannot be trusted.
func (x exam) clock(ctx context.Context) error {
	c, err := x.db.Clock(ctx)
	if err == nil && !c.Trusted {
		x.add(LevelError, "clock", "", "it says %s, but feeds were checked at %s", utcText(x.Now()), utcText(c.LastCheck))
	}
	return err
}

func utcText(t time.Time) string { return t.UTC().Format("2006-01-02 15:04 UTC") }

// acceptRefused returns the command that trusts the key that s refused last, else one that checks
// s.
func (a *App) acceptRefused(ctx context.Context, s model.Subscription) string {
	authority := address.AuthorityOf(s.URL)
	if key, some, err := a.db.RefusedKey(ctx, authority); some && err == nil && strings.HasSuffix(s.LastError, key.Fingerprint) {
		return acceptCommand(authority, key.Fingerprint)
	}
	return fmt.Sprintf("gemsub update %d", s.ID)
}

// failing reports feeds that cannot be read, are not checked, or have waited for over a day.
func (x exam) failing(ctx context.Context) {
	keyChanged, wantsIdentity := update.FailureName(&fetch.CertificateError{}), update.FailureName(&fetch.StatusError{Response: &fetch.Response{Status: 60}})
	for _, s := range x.feeds {
		message, command := s.LastError, fmt.Sprintf("gemsub update %d", s.ID)
		switch {
		case s.Paused && !s.NeverRead():
			continue
		case s.Paused:
			message, command = "is paused, and was never read", fmt.Sprintf("gemsub set %d --resume", s.ID)
		case s.State == model.StateGone:
			message, command = "the capsule says that it is gone for good", fmt.Sprintf("gemsub remove %d", s.ID)
		case s.State == model.StateRefused, s.State == model.StateMoved:
			command = fmt.Sprintf("gemsub remove %d", s.ID)
		case s.LastErrorKind == keyChanged:
			command = x.acceptRefused(ctx, s)
		case s.LastErrorKind == wantsIdentity:
			command = fmt.Sprintf("gemsub identity use NAME %d", s.ID)
		case s.State == model.StateFailing:
			message = fmt.Sprintf("%s (%s in a row)", s.LastError, words.Count(s.Failures, "failure", "failures"))
			if strings.HasPrefix(s.LastError, "51 ") { // not found
				command = fmt.Sprintf("gemsub set %d --url URL", s.ID)
				message += "; its page lives elsewhere, or is gone"
			}
		case s.State == model.StatePaused:
		case stuck(s, x.Now()):
			message = "due for over a day, but " + s.WaitReason
		default:
			continue
		}
		x.add(LevelWarning, nameOf(s), command, "%s", message)
	}
}

// nameOf returns a feed's number and name, which tells feeds of one name apart.
func nameOf(s model.Subscription) string { return fmt.Sprintf("%d %s", s.ID, s.Name()) }

// slashless finds feeds whose URL may lack a slash at the end: it names no file, and all posts
// answered 51, since relative links then lead beside the folder.
func (x exam) slashless(ctx context.Context) error {
	ids, err := x.db.FeedsWithoutPosts(ctx)
	for _, s := range x.feeds {
		if !slices.Contains(ids, s.ID) || strings.ContainsAny(path.Base(s.URL), ".?") {
			continue
		}
		x.add(LevelWarning, nameOf(s), fmt.Sprintf("gemsub set %d --url %s/", s.ID, shell.Quote(s.URL)), "none of its posts was found; its URL may lack a slash at the end")
	}
	return err
}

// duplicates reports feeds that have nearly the same entries as another one.
func (x exam) duplicates(ctx context.Context) error {
	pairs, err := x.db.DuplicateFeeds(ctx)
	original := map[int64]int64{} // by the feed that repeats it
	for _, t := range pairs {
		original[t.Second] = t.First
	}
	var repeats, command string
	for _, second := range slices.Sorted(maps.Keys(original)) {
		repeats += fmt.Sprintf(", %d has those of %d", second, original[second])
		command += fmt.Sprint(" ", second)
	}
	if command != "" {
		x.add(LevelNote, "common entries", "gemsub remove"+command, "feed %s", strings.TrimPrefix(repeats, ", "))
	}
	return err
}

// expiresSoon is how long before its end a certificate is reported.
const expiresSoon = 14 * words.Day

// identities reports the user's own certificates that expire soon or have expired, since capsules
// then refuse them, and those that cannot be used at all.
func (x exam) identities(ctx context.Context) error {
	all, err := x.Identities(ctx)
	for _, id := range all {
		ends := "expires"
		if id.NotAfter.Before(x.Now()) {
			ends = "expired"
		}
		switch about := "identity " + id.Name; {
		case id.Err != nil:
			x.add(LevelWarning, about, "gemsub identity remove "+shell.Quote(id.Name), "%v", id.Err)
		case !id.NotAfter.IsZero() && id.NotAfter.Sub(x.Now()) < expiresSoon:
			x.add(LevelWarning, about, "gemsub identity new NAME",
				"its certificate %s on %s; capsules will need the new one", ends, id.NotAfter.Format(time.DateOnly))
		}
	}
	return err
}

// folder reports why this machine cannot synchronise through dir, if set, and notes on its files.
func (x exam) folder(ctx context.Context, dir string) error {
	if dir == "" {
		return nil
	}
	files, machine, err := x.db.SyncFiles(ctx, x.machineID())
	found, wrong := machines.Read(dir, machine, files, x.Now())
	if wrong == nil && syscall.Access(dir, 2) != nil {
		wrong = errors.New("this machine cannot write to folder " + dir)
	}
	if wrong != nil {
		x.add(LevelWarning, "sync", "", "%v", wrong)
	}
	for _, note := range found.Notes {
		x.add(LevelNote, dir, "", "%s", note)
	}
	return err
}
