package app

import (
	"context"
	"fmt"
	"strings"
	"time"

	"gemsub/internal/address"
	"gemsub/internal/fetch"
	"gemsub/internal/model"
	"gemsub/internal/shell"
	"gemsub/internal/update"
	"gemsub/internal/words"
)

// wrongClock finds a clock that is behind what it said before. If feeds were
// checked lately by what it says now, it may have been wrong before instead.
func (a *App) wrongClock(x exam) ([]model.Finding, error) {
	var latest time.Time
	last := lastChecked(x.feeds, a.Now())
	for _, s := range x.feeds {
		for _, t := range []time.Time{s.AddedAt, s.CheckedAt, s.ChangedAt} {
			if t.After(latest) {
				latest = t
			}
		}
	}
	if a.Now().Add(time.Hour).After(latest) {
		return nil, nil
	}
	if a.Now().Sub(last) < idle {
		message := fmt.Sprintf("it was wrong when something was added or checked at %s; waits that it caused count as over", utcText(latest))
		return []model.Finding{note("clock", message, "")}, nil
	}
	message := fmt.Sprintf("it says %s, but feeds were checked at %s", utcText(a.Now()), utcText(latest))
	return []model.Finding{failure("clock", message, "")}, nil
}

// lastChecked is when a feed was last checked, what a clock ahead of now wrote
// left out; zero if none was.
func lastChecked(feeds []model.Subscription, now time.Time) time.Time {
	var last time.Time
	for _, s := range feeds {
		if s.CheckedAt.After(last) && !s.CheckedAt.After(now) {
			last = s.CheckedAt
		}
	}
	return last
}

func utcText(t time.Time) string { return t.UTC().Format("2006-01-02 15:04 UTC") }

// idle is how long nothing may be checked although something is due: the
// longest interval that gemsub chooses, and a weekend.
const idle = 3 * words.Day

// idleSchedule finds that nobody runs gemsub update.
func (a *App) idleSchedule(x exam) ([]model.Finding, error) {
	last := lastChecked(x.feeds, a.Now())
	due := 0
	for _, s := range x.feeds {
		if update.Due(s, a.Now()) {
			due++
		}
	}
	if due == 0 || last.IsZero() || a.Now().Sub(last) < idle {
		return nil, nil
	}
	message := fmt.Sprintf("%s due, but nothing was checked since %s: no cron job or timer runs gemsub update", words.Count(due, "feed is", "feeds are"), utcText(last))
	return []model.Finding{failure("schedule", message, "gemsub update")}, nil
}

// acceptTold is the command that trusts the key that a feed's last check told.
func (a *App) acceptTold(ctx context.Context, s model.Subscription) string {
	authority := address.AuthorityOf(s.URL)
	refused, err := a.db.RefusedKeys(ctx, authority)
	for _, key := range refused {
		if err == nil && strings.HasSuffix(s.LastError, key.Fingerprint) {
			return acceptCommand(authority, key.Fingerprint)
		}
	}
	return fmt.Sprintf("gemsub update %d", s.ID)
}

// failingFeeds are those that were not read when they were checked last.
func (a *App) failingFeeds(x exam) ([]model.Finding, error) {
	keyChanged, wantsIdentity := update.ErrorKind(&fetch.CertificateError{}), update.ErrorKind(&fetch.StatusError{Status: 60})
	var found []model.Finding
	for _, s := range x.feeds {
		f := warning(nameOf(s), s.LastError, fmt.Sprintf("gemsub update %d", s.ID))
		switch {
		case s.State == model.StateGone:
			f.Message, f.Command = "the capsule says that it is gone for good", fmt.Sprintf("gemsub remove %d", s.ID)
		case s.State == model.StateRefused, s.State == model.StateMoved:
			f.Command = fmt.Sprintf("gemsub remove %d", s.ID)
		case s.LastErrorKind == keyChanged:
			f.Command = a.acceptTold(x.ctx, s)
		case s.LastErrorKind == wantsIdentity:
			f.Command = fmt.Sprintf("gemsub identity use NAME %d", s.ID)
		case s.State == model.StateFailing:
			f.Message = fmt.Sprintf("%s (%s in a row)", s.LastError, words.Count(s.Failures, "failure", "failures"))
		case s.State == model.StatePaused:
		case stuck(s, a.Now()):
			f.Message = "due for over a day, but " + s.WaitReason
		default:
			continue
		}
		found = append(found, f)
	}
	return found, nil
}

// nameOf tells feeds of the same name apart.
func nameOf(s model.Subscription) string { return fmt.Sprintf("%d %s", s.ID, s.Name()) }

// moveIsNews is for how long a move is told.
const moveIsNews = 30 * words.Day

func (a *App) movedFeeds(x exam) ([]model.Finding, error) {
	var found []model.Finding
	for _, s := range x.feeds {
		if s.OldURL == "" || a.Now().Sub(s.MovedAt) > moveIsNews {
			continue
		}
		message := fmt.Sprintf("moved from %s to %s on %s; to undo that:", s.OldURL, s.URL, s.MovedAt.Format(time.DateOnly))
		found = append(found, note(nameOf(s), message, fmt.Sprintf("gemsub set %d --url %s", s.ID, shell.Word(s.OldURL))))
	}
	return found, nil
}

// silentFeeds are read, but nothing came of it for a year.
func (a *App) silentFeeds(x exam) ([]model.Finding, error) {
	silent := 0
	for _, s := range x.feeds {
		newest := s.NewestEntry
		if newest.IsZero() {
			newest = s.AddedAt
		}
		if s.State == model.StateOK && a.Now().Sub(newest) > 365*words.Day {
			silent++
		}
	}
	if silent == 0 {
		return nil, nil
	}
	message := words.Count(silent, "feed has", "feeds have") + " no entry of the last year"
	return []model.Finding{note("quiet feeds", message, "gemsub list --stale 1y")}, nil
}

func (a *App) duplicateFeeds(x exam) ([]model.Finding, error) {
	pairs, err := a.db.DuplicateFeeds(x.ctx)
	if err != nil {
		return nil, err
	}
	names := make(map[int64]string, len(x.feeds))
	for _, s := range x.feeds {
		names[s.ID] = nameOf(s)
	}
	var found []model.Finding
	for _, t := range pairs {
		message := fmt.Sprintf("has %s with %s in common", words.Count(t.Shared, "entry", "entries"), names[t.First])
		found = append(found, note(names[t.Second], message, fmt.Sprintf("gemsub remove %d", t.Second)))
	}
	return found, nil
}

// expiresSoon is how long before its end a certificate is told.
const expiresSoon = 14 * words.Day

// oldCertificates are those of capsules. That they expire does no harm: the next key is
// trusted then.
func (a *App) oldCertificates(x exam) ([]model.Finding, error) {
	keys, err := a.db.PinnedKeys(x.ctx)
	if err != nil {
		return nil, err
	}
	asked := map[string]bool{}
	for _, s := range x.feeds {
		asked[address.AuthorityOf(s.URL)] = true
	}
	var found []model.Finding
	for _, k := range keys {
		if asked[k.Authority] && !k.NotAfter.IsZero() && k.NotAfter.Sub(a.Now()) < expiresSoon {
			message := fmt.Sprintf("its certificate %s on %s; the next key that it shows then is trusted", ends(k.NotAfter, a.Now()), k.NotAfter.Format(time.DateOnly))
			found = append(found, note(k.Authority, message, ""))
		}
	}
	return found, nil
}

// oldIdentities are the user's own certificates, which capsules refuse when they
// have expired. An archive may have brought one that cannot be used at all.
func (a *App) oldIdentities(x exam) ([]model.Finding, error) {
	all, err := a.Identities(x.ctx)
	if err != nil {
		return nil, err
	}
	var found []model.Finding
	for _, id := range all {
		switch about := "identity " + id.Name; {
		case id.Err != nil:
			found = append(found, warning(about, id.Err.Error(), "gemsub identity remove "+shell.Word(id.Name)))
		case !id.NotAfter.IsZero() && id.NotAfter.Sub(a.Now()) < expiresSoon:
			message := fmt.Sprintf("its certificate %s on %s; capsules have to be told of another", ends(id.NotAfter, a.Now()), id.NotAfter.Format(time.DateOnly))
			found = append(found, warning(about, message, "gemsub identity new NAME"))
		}
	}
	return found, nil
}

func ends(t, now time.Time) string {
	if t.Before(now) {
		return "expired"
	}
	return "expires"
}

// manyPostBytes is the size of all posts from which on the doctor says whose they are.
const manyPostBytes = 100 << 20

// manyPosts names the feed whose posts take most.
func (a *App) manyPosts(x exam) ([]model.Finding, error) {
	var all int64
	var most model.Subscription
	for _, s := range x.feeds {
		if all += s.PostBytes; s.PostBytes > most.PostBytes {
			most = s
		}
	}
	if all < manyPostBytes {
		return nil, nil
	}
	message := fmt.Sprintf("its posts take %s of the %s of all", words.Size(most.PostBytes), words.Size(all))
	return []model.Finding{note(fmt.Sprintf("%d %s", most.ID, most.Name()), message, fmt.Sprintf("gemsub prune --posts --older 1y %d", most.ID))}, nil
}
