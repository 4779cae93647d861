package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"gemsub/internal/address"
	"gemsub/internal/app"
	"gemsub/internal/fetch"
	"gemsub/internal/shell"
	"gemsub/internal/show"
	"gemsub/internal/update"
	"gemsub/store"
)

// exposedFiles are files that others may read or change: the database tells
// whom its owner reads and has keys of client certificates, the configuration
// may name a command that is run.
func (p *program) exposedFiles(path string) []finding {
	var found []finding
	files := []string{path, path + "-wal", path + "-shm"}
	if config := p.configPath(); config != "" {
		files = append(files, config)
	}
	for _, file := range files {
		if exposed(file) {
			found = append(found, finding{levelWarning, file, "can be read by others", "chmod 600 " + shell.Word(file)})
		}
	}
	folder := filepath.Dir(path)
	if info, err := os.Stat(folder); err == nil && info.Mode().Perm()&0o002 != 0 && info.Mode()&os.ModeSticky == 0 {
		found = append(found, finding{levelWarning, folder, "can be changed by others", "chmod go-w " + shell.Word(folder)})
	}
	return found
}

// warnExposed tells of files that others may read or change.
func (p *program) warnExposed(c *cli.Context) {
	path, err := p.databasePath(c)
	if err != nil {
		return // the command itself says so
	}
	for _, f := range p.exposedFiles(path) {
		p.Say("%s %s", f.About, f.Message)
		p.Hint("%s", f.Command)
	}
}

// exposed reports whether others than its owner may read or change a file.
func exposed(file string) bool {
	info, err := os.Stat(file)
	return err == nil && info.Mode().IsRegular() && info.Mode().Perm()&0o066 != 0
}

// wrongNumbers finds numbers of entries that are not those of the entries: two
// versions of gemsub at work at once may have left them.
func (p *program) wrongNumbers(x *patient) ([]finding, error) {
	n, err := x.db.Miscounted(x.ctx)
	if n == 0 || err != nil {
		return nil, err
	}
	message := fmt.Sprintf("the numbers of entries of %s are wrong", show.Count(n, "feed", "feeds"))
	return []finding{{levelWarning, x.path, message, "gemsub doctor --recount"}}, nil
}

// recount mends what wrongNumbers finds.
func (p *program) recount(ctx context.Context, path string) error {
	if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
		return nil // which is told next
	}
	db, err := store.Open(ctx, path, p.now)
	if err != nil {
		return err
	}
	defer db.Close()
	n, err := db.Recount(ctx)
	if err != nil {
		return err
	}
	p.Say("the numbers of entries of %s were wrong", show.Count(n, "feed", "feeds"))
	return nil
}

// wrongClock finds a clock that is behind what it said before. If feeds were
// checked lately by what it says now, it may have been wrong before instead.
func (p *program) wrongClock(x *patient) ([]finding, error) {
	var latest time.Time
	last := lastChecked(x.feeds, p.now())
	for _, s := range x.feeds {
		for _, t := range []time.Time{s.AddedAt, s.CheckedAt, s.ChangedAt} {
			if t.After(latest) {
				latest = t
			}
		}
	}
	if p.now().Add(time.Hour).After(latest) {
		return nil, nil
	}
	if p.now().Sub(last) < idle {
		message := fmt.Sprintf("it was wrong when something was added or checked at %s; waits that it caused count as over", moment(latest))
		return []finding{{levelNote, "clock", message, ""}}, nil
	}
	message := fmt.Sprintf("it says %s, but feeds were checked at %s", moment(p.now()), moment(latest))
	return []finding{{levelError, "clock", message, ""}}, nil
}

// lastChecked is when a feed was last checked, what a clock ahead of now wrote
// left out; zero if none was.
func lastChecked(feeds []store.Subscription, now time.Time) time.Time {
	var last time.Time
	for _, s := range feeds {
		if s.CheckedAt.After(last) && !s.CheckedAt.After(now) {
			last = s.CheckedAt
		}
	}
	return last
}

func moment(t time.Time) string { return t.UTC().Format("2006-01-02 15:04 UTC") }

// idle is how long nothing may be checked although something is due: the
// longest interval that gemsub chooses, and a weekend.
const idle = 3 * day

// idleSchedule finds that nobody runs gemsub update.
func (p *program) idleSchedule(x *patient) ([]finding, error) {
	last := lastChecked(x.feeds, p.now())
	due := 0
	for _, s := range x.feeds {
		if update.Due(subscriptionOf(s), p.now()) {
			due++
		}
	}
	if due == 0 || last.IsZero() || p.now().Sub(last) < idle {
		return nil, nil
	}
	message := fmt.Sprintf("%s due, but nothing was checked since %s: no cron job or timer runs gemsub update", show.Count(due, "feed is", "feeds are"), moment(last))
	return []finding{{levelError, "schedule", message, "gemsub update"}}, nil
}

// acceptCommand is the command that trusts the key that a feed's last check told.
func (x *patient) acceptCommand(s store.Subscription) string {
	authority := address.AuthorityOf(s.URL)
	refused, err := x.db.Refused(x.ctx, authority)
	for _, key := range refused {
		if err == nil && strings.HasSuffix(s.LastError, key.Fingerprint) {
			return acceptCommand(authority, key.Fingerprint)
		}
	}
	return fmt.Sprintf("gemsub update %d", s.ID)
}

// unwellFeeds are those that were not read when they were checked last.
func (p *program) unwellFeeds(x *patient) ([]finding, error) {
	keyChanged := update.ErrorKind(&fetch.CertificateError{})
	var found []finding
	for _, s := range x.feeds {
		f := finding{levelWarning, nameOf(s), s.LastError, fmt.Sprintf("gemsub update %d", s.ID)}
		switch {
		case s.State == store.StateGone:
			f.Message, f.Command = "the capsule says that it is gone for good", fmt.Sprintf("gemsub remove %d", s.ID)
		case s.State == store.StateRefused, s.State == store.StateMoved:
			f.Command = fmt.Sprintf("gemsub remove %d", s.ID)
		case s.LastErrorKind == keyChanged:
			f.Command = x.acceptCommand(s)
		case s.State == store.StateFailing:
			f.Message = fmt.Sprintf("%s (%s in a row)", s.LastError, show.Count(s.Failures, "failure", "failures"))
		case s.State == store.StatePaused:
		case app.Stuck(s, p.Now()):
			f.Message = "due for over a day, but " + s.WaitReason
		default:
			continue
		}
		found = append(found, f)
	}
	return found, nil
}

// nameOf tells feeds of the same name apart.
func nameOf(s store.Subscription) string { return fmt.Sprintf("%d %s", s.ID, s.Name()) }

// lately is how long a move is news.
const lately = 30 * day

func (p *program) movedFeeds(x *patient) ([]finding, error) {
	var found []finding
	for _, s := range x.feeds {
		if s.OldURL == "" || p.now().Sub(s.MovedAt) > lately {
			continue
		}
		message := fmt.Sprintf("moved from %s to %s on %s; to undo that:", s.OldURL, s.URL, s.MovedAt.Format(time.DateOnly))
		found = append(found, finding{levelNote, nameOf(s), message, fmt.Sprintf("gemsub set %d --url %s", s.ID, shell.Word(s.OldURL))})
	}
	return found, nil
}

// silentFeeds are read, but nothing comes of it.
func (p *program) silentFeeds(x *patient) ([]finding, error) {
	var found []finding
	for _, s := range x.feeds {
		switch {
		case s.State != store.StateOK:
		case s.Entries == 0:
			message := "no entries of it are kept"
			found = append(found, finding{levelNote, nameOf(s), message, "gemsub discover " + shell.Word(s.URL)})
		case p.now().Sub(s.NewestEntry) > year:
			message := "no new entry since " + s.NewestEntry.Format(time.DateOnly)
			found = append(found, finding{levelNote, nameOf(s), message, fmt.Sprintf("gemsub remove %d", s.ID)})
		}
	}
	return found, nil
}

func (p *program) twinFeeds(x *patient) ([]finding, error) {
	pairs, err := x.db.Twins(x.ctx)
	if err != nil {
		return nil, err
	}
	names := make(map[int64]string, len(x.feeds))
	for _, s := range x.feeds {
		names[s.ID] = nameOf(s)
	}
	var found []finding
	for _, t := range pairs {
		message := fmt.Sprintf("has %s with %s in common", show.Count(t.Shared, "entry", "entries"), names[t.First])
		found = append(found, finding{levelNote, names[t.Second], message, fmt.Sprintf("gemsub remove %d", t.Second)})
	}
	return found, nil
}

// soon is how long before its end a certificate is told.
const soon = 14 * day

// oldCertificates are those of capsules. They end without harm: the next key is
// trusted then.
func (p *program) oldCertificates(x *patient) ([]finding, error) {
	hosts, err := x.db.Hosts(x.ctx)
	if err != nil {
		return nil, err
	}
	asked := map[string]bool{}
	for _, s := range x.feeds {
		asked[address.AuthorityOf(s.URL)] = true
	}
	var found []finding
	for _, h := range hosts {
		if asked[h.Authority] && !h.NotAfter.IsZero() && h.NotAfter.Sub(p.now()) < soon {
			message := fmt.Sprintf("its certificate %s on %s; the next key that it shows then is trusted", ends(h.NotAfter, p.now()), h.NotAfter.Format(time.DateOnly))
			found = append(found, finding{levelNote, h.Authority, message, ""})
		}
	}
	return found, nil
}

// oldIdentities are the user's own certificates, which capsules refuse when they
// have expired. An archive may have brought one that cannot be used at all.
func (p *program) oldIdentities(x *patient) ([]finding, error) {
	kept, err := x.db.Identities(x.ctx)
	if err != nil {
		return nil, err
	}
	var found []finding
	for _, k := range kept {
		id, err := parseIdentity(k)
		if err != nil {
			found = append(found, finding{levelWarning, "identity " + k.Name, err.Error(), "gemsub identity remove " + shell.Word(k.Name)})
			continue
		}
		until := id.Certificate.Leaf.NotAfter
		if until.Sub(p.now()) >= soon {
			continue
		}
		message := fmt.Sprintf("its certificate %s on %s; capsules have to be told of another", ends(until, p.now()), until.Format(time.DateOnly))
		found = append(found, finding{levelWarning, "identity " + k.Name, message, "gemsub identity new NAME"})
	}
	return found, nil
}

func ends(t, now time.Time) string {
	if t.Before(now) {
		return "expired"
	}
	return "expires"
}
