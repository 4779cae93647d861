package app

import (
	stdcmp "cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"gemsub/feed"
	"gemsub/internal/model"
	"gemsub/store"
)

// A syncWorld is what capsules show, three machines that read them, and what their people
// do.
type syncWorld struct {
	testing.TB
	random   *rand.Rand
	pages    []*syncPage
	machines []*syncMachine
	posts    int // that were ever written
	now      time.Time
	steps    []string
	empty    []byte // an empty database
}

// A syncPage is at the last of its URLs, and those before lead there.
type syncPage struct {
	urls    []string
	entries []feed.Entry
}

func (p *syncPage) url() string { return p.urls[len(p.urls)-1] }

// A syncMachine has its own copy of the folder, as each has that Syncthing or git keeps.
type syncMachine struct {
	*App
	name, folder string
	path         string // of the database
	backup       []byte // of the database, nil for none
	host         string // its place among the names is by chance
	names        []string
	clock        time.Duration
}

// All machines end with the same feeds, settings and marks, whatever happens in which order.
func TestSyncModel(t *testing.T) {
	t.Parallel()
	histories, _ := strconv.ParseUint(stdcmp.Or(os.Getenv("SYNC_HISTORIES"), "100"), 10, 64)
	first, _ := strconv.ParseUint(os.Getenv("SYNC_FIRST"), 10, 64)
	if testing.Short() {
		histories = 40
	}
	path := filepath.Join(t.TempDir(), "empty.db")
	a, err := Open(t.Context(), path, Environment{Now: time.Now})
	if err == nil {
		err = a.Close()
	}
	empty, readErr := os.ReadFile(path)
	if err := errors.Join(err, readErr); err != nil {
		t.Fatal(err)
	}
	const workers = 4
	for worker := range uint64(workers) {
		t.Run(fmt.Sprint("worker ", worker), func(t *testing.T) {
			t.Parallel()
			machines := newSyncMachines(t)
			for seed := first + worker; seed < histories && !t.Failed(); seed += workers {
				w := &syncWorld{TB: t, random: rand.New(rand.NewPCG(seed, 35)), machines: machines, empty: empty, now: time.Date(2026, 3, 10, 6, 30, 0, 0, time.UTC)}
				w.live()
				if t.Failed() {
					t.Fatalf("seed %d:\n%s", seed, strings.Join(w.steps, "\n"))
				}
			}
		})
	}
}

func newSyncMachines(t *testing.T) (all []*syncMachine) {
	for i, clock := range []time.Duration{0, time.Hour, -400 * 24 * time.Hour} {
		m := &syncMachine{name: string(rune('a' + i)), folder: t.TempDir(), clock: clock}
		m.App = &App{}
		all = append(all, m)
	}
	return all
}

func (w *syncWorld) fine(err error) {
	w.Helper()
	if err != nil {
		w.Fatalf("%v\n%s", err, strings.Join(w.steps, "\n"))
	}
}

func (w *syncWorld) note(format string, args ...any) {
	w.steps = append(w.steps, fmt.Sprintf(format, args...))
}

// live is a history from its beginning to its end, at which all has been exchanged.
func (w *syncWorld) live() {
	for i := range 2 {
		w.pages = append(w.pages, &syncPage{urls: []string{fmt.Sprintf("gemini://p%d.example/log/", i)}})
		for range 3 {
			w.publish(w.pages[i])
		}
	}
	hosts := w.random.Perm(len(w.machines))
	for i, m := range w.machines {
		m.host = fmt.Sprint(hosts[i])
		w.begin(m, i)
	}
	for range 10 + w.random.IntN(25) {
		w.step()
	}
	for range 4 {
		for _, m := range w.machines {
			w.checkAll(m)
			w.sync(m)
		}
		w.exchange(true)
	}
	w.compare()
}

// begin gives a machine an empty database and folder.
func (w *syncWorld) begin(m *syncMachine, i int) {
	w.fine(errors.Join(os.RemoveAll(m.folder), os.Mkdir(m.folder, 0o700)))
	if m.db != nil {
		w.fine(m.Close())
	}
	w.fine(errors.Join(os.RemoveAll(m.folder+".db"), os.Mkdir(m.folder+".db", 0o700)))
	m.backup, m.names = nil, nil
	w.open(m, filepath.Join(m.folder+".db", "0"), w.empty)
	if i < 2 {
		w.add(m, w.pages[0])
	}
}

// open opens the machine's database, which has that text, at a path.
func (w *syncWorld) open(m *syncMachine, path string, text []byte) {
	m.path = path
	w.fine(os.WriteFile(m.path, text, 0o600))
	a, err := Open(context.Background(), m.path, Environment{Now: func() time.Time { return w.now.Add(m.clock) }, Host: m.host})
	w.fine(err)
	m.App = a
}

// stored returns all that is in the files of a machine's database.
func (w *syncWorld) stored(m *syncMachine) string {
	text, err := os.ReadFile(m.path)
	w.fine(err)
	wal, err := os.ReadFile(m.path + "-wal")
	w.fine(err)
	return string(text) + string(wal)
}

// restore puts a backup, or the database as it is, in its place, or at another path, where
// the machine has another name.
func (w *syncWorld) restore(m *syncMachine) {
	w.fine(m.Close())
	text, err := os.ReadFile(m.path)
	w.fine(err)
	path, isBackup := m.path, m.backup != nil && w.random.IntN(2) == 0
	if w.random.IntN(3) > 0 {
		path += "0"
	}
	if isBackup {
		text = m.backup
	} else if m.backup == nil || w.random.IntN(2) == 0 {
		m.backup = text
	}
	w.note("%s restore at %s, backup: %v", m.name, filepath.Base(path), isBackup)
	w.open(m, path, text)
}

func (w *syncWorld) pick() *syncMachine { return w.machines[w.random.IntN(len(w.machines))] }

func (w *syncWorld) publish(p *syncPage) {
	w.posts++
	link := fmt.Sprintf("%spost-%d.gmi", p.url(), w.posts)
	p.entries = append([]feed.Entry{{ID: link, Link: link, Title: fmt.Sprint("Post ", w.posts), Updated: w.now.Truncate(24 * time.Hour).Add(time.Duration(w.posts) * time.Hour)}}, p.entries...)
}

// step does something at random.
func (w *syncWorld) step() {
	w.now = w.now.Add(time.Duration(w.random.IntN(300)) * time.Minute)
	m, p := w.pick(), w.pages[w.random.IntN(len(w.pages))]
	switch n := w.random.IntN(100); {
	case n < 4:
		w.note("publish %s", p.url())
		w.publish(p)
	case n < 8:
		e := &p.entries[w.random.IntN(len(p.entries))]
		e.Updated = e.Updated.Add(time.Duration(w.random.IntN(72)) * time.Hour)
		w.note("date %s", e.ID)
	case n < 10:
		w.note("reorganise %s", p.url())
		for i := range p.entries {
			e := &p.entries[i]
			e.ID = fmt.Sprintf("%sin-%d/%s", p.url(), w.random.IntN(3), filepath.Base(e.ID))
			e.Link = e.ID
		}
	case n < 12:
		old := p.url()
		p.urls = append(p.urls, fmt.Sprintf("gemini://p%d.example/moved-%d/", w.random.IntN(2), len(w.steps)))
		for i := range p.entries {
			e := &p.entries[i]
			e.ID = strings.Replace(e.ID, old, p.url(), 1)
			e.Link = e.ID
		}
		w.note("move %s to %s", old, p.url())
	case n < 27:
		w.checkAll(m)
	case n < 55:
		w.mark(m)
	case n < 62:
		w.settings(m)
	case n < 65:
		w.mute(m)
	case n < 67:
		w.add(m, p)
	case n < 70:
		w.keepLater(m)
	case n < 72:
		w.removeOne(m)
	case n < 76:
		u, err := m.db.Undo(w.Context(), 0)
		if final, isFinal := errors.AsType[*store.FinalError](err); isFinal && final.Before.ID == 0 {
			err = store.ErrNothingToUndo
		} else if isFinal {
			u, err = m.db.Undo(w.Context(), final.Before.ID)
		}
		_, isRead := errors.AsType[*store.ReadError](err)
		_, isTaken := errors.AsType[*store.TakenError](err)
		if !errors.Is(err, store.ErrNothingToUndo) && !isRead && !isTaken {
			w.fine(err)
		}
		w.note("%s undo %s %v", m.name, u.Command, err)
	case n < 78:
		n, err := m.db.Prune(w.Context(), store.EntryFilter{})
		w.fine(err)
		w.note("%s prune %d", m.name, n)
	case n < 80:
		w.restore(m)
	case n < 91:
		w.sync(m)
	default:
		w.exchange(false)
	}
}

func (w *syncWorld) feeds(m *syncMachine) []model.Subscription {
	all, err := m.db.Subscriptions(w.Context(), store.SubscriptionFilter{})
	w.fine(err)
	return all
}

// checkAll reads all pages of a machine, wherever they are.
func (w *syncWorld) checkAll(m *syncMachine) {
	w.note("%s update", m.name)
	for _, s := range w.feeds(m) {
		for _, p := range w.pages {
			if slices.Contains(p.urls, s.URL) {
				w.check(m, s, p)
			}
		}
	}
}

func (w *syncWorld) check(m *syncMachine, s model.Subscription, p *syncPage) {
	c := &store.Check{Subscription: &s, CheckedAt: m.Now(), State: model.StateOK, Feed: &feed.Feed{ID: p.url(), Title: "Log", Entries: p.entries}}
	if s.URL != p.url() {
		c.MovedTo = p.url()
	}
	w.fine(m.db.Commit(w.Context(), store.Batch{Checks: []*store.Check{c}, Reached: true}))
	if c.Changes.NotStored != nil {
		c = &store.Check{Subscription: &s, CheckedAt: m.Now(), State: model.StateMoved}
		w.fine(m.db.Commit(w.Context(), store.Batch{Checks: []*store.Check{c}}))
	}
}

func (w *syncWorld) mark(m *syncMachine) {
	var ids []store.Range
	for e, err := range m.db.Entries(w.Context(), store.EntryFilter{}) {
		w.fine(err)
		if w.random.IntN(4) == 0 {
			ids = append(ids, store.Range{First: e.ID, Last: e.ID})
		}
	}
	if len(ids) == 0 {
		return
	}
	set, on := m.db.SetUnread, w.random.IntN(3) == 0
	if w.random.IntN(3) == 0 {
		set, on = m.db.SetStarred, w.random.IntN(3) > 0
	}
	c, err := set(w.Context(), store.EntryFilter{IDs: ids}, on)
	w.fine(err)
	w.note("%s %s %v", m.name, c.Command, ids)
}

// keepLater keeps a page with or without its text, one of a feed or of none.
func (w *syncWorld) keepLater(m *syncMachine) {
	url := fmt.Sprintf("gemini://kept.example/%d.gmi", w.random.IntN(3))
	if w.random.IntN(4) == 0 {
		url = w.pages[0].entries[0].Link
	}
	ids, err := m.db.KeepLater(w.Context(), []string{url}, nil, false)
	w.fine(err)
	if w.random.IntN(2) == 0 {
		post := &model.Post{URL: url, MediaType: "text/gemini", FetchedAt: m.Now(), Text: fmt.Sprintf("# Title %d\n", w.random.IntN(3))}
		result := &model.PostResult{EntryID: ids[0], Asked: true, Post: post}
		addFacts(result)
		w.fine(m.db.Commit(w.Context(), store.Batch{Posts: []*model.PostResult{result}}))
	}
	w.note("%s later %s", m.name, url)
	if w.random.IntN(2) == 0 { // so that some are pruned here and starred elsewhere
		set, on := m.db.SetUnread, false
		if w.random.IntN(2) == 0 {
			set, on = m.db.SetStarred, true
		}
		c, err := set(w.Context(), store.EntryFilter{IDs: []store.Range{{First: ids[0], Last: ids[0]}}}, on)
		w.fine(err)
		w.note("%s %s it", m.name, c.Command)
	}
}

func (w *syncWorld) settings(m *syncMachine) {
	all := slices.DeleteFunc(w.feeds(m), func(s model.Subscription) bool { return s.URL == model.LaterURL })
	if len(all) == 0 {
		return
	}
	s, to := all[w.random.IntN(len(all))], store.Settings{}
	switch title, interval, posts := fmt.Sprint("Title ", w.random.IntN(9)), time.Duration(w.random.IntN(5))*time.Hour, model.PostsNone; w.random.IntN(6) {
	case 0:
		to.Title = &title
	case 1:
		to.Interval = &interval
	case 2:
		to.Posts = &posts
	case 3:
		to.Tag = []string{string(rune('a' + w.random.IntN(3)))}
	case 4:
		_, err := m.db.Untag(w.Context(), []int64{s.ID}, string(rune('a'+w.random.IntN(3))))
		w.fine(err)
		return
	case 5:
		to.URL = &url.URL{Scheme: "gemini", Host: "p9.example", Path: fmt.Sprintf("/%d/", w.random.IntN(3))}
	}
	err := m.db.Set(w.Context(), map[int64]time.Time{s.ID: {}}, to)
	if _, taken := errors.AsType[*store.TakenError](err); !taken {
		w.fine(err)
	}
	w.note("%s set %s %+v %v", m.name, s.URL, to, err)
}

func (w *syncWorld) mute(m *syncMachine) {
	all, err := m.db.Mutes(w.Context())
	w.fine(err)
	if len(all) > 0 && w.random.IntN(2) == 0 {
		_, err = m.db.RemoveMutes(w.Context(), []int64{all[0].ID})
	} else {
		mute := model.Mute{Pattern: fmt.Sprint("post ", w.random.IntN(5))}
		if feeds := w.feeds(m); len(feeds) > 0 && w.random.IntN(2) == 0 {
			mute.SubscriptionID = feeds[0].ID
		}
		_, _, err = m.db.AddMute(w.Context(), mute)
	}
	w.fine(err)
	w.note("%s mute", m.name)
}

func (w *syncWorld) add(m *syncMachine, p *syncPage) {
	c := &store.Check{
		Subscription: &model.Subscription{URL: p.url(), Backlog: new(w.random.IntN(4))},
		CheckedAt:    m.Now(), State: model.StateOK, Feed: &feed.Feed{ID: p.url(), Title: "Log", Entries: p.entries},
	}
	w.fine(m.db.Commit(w.Context(), store.Batch{Checks: []*store.Check{c}}))
	if !c.Changes.Known {
		w.fine(m.db.RecordAdd(w.Context(), []int64{c.Changes.SubscriptionID}))
	}
	w.note("%s add %s", m.name, p.url())
}

func (w *syncWorld) removeOne(m *syncMachine) {
	if all := w.feeds(m); len(all) > 0 {
		w.note("%s remove %s", m.name, all[0].URL)
		w.fine(m.db.Remove(w.Context(), []int64{all[0].ID}))
	}
}

func (w *syncWorld) sync(m *syncMachine) {
	w.now = w.now.Add(time.Second)
	starred := w.starred(m)
	done, err := m.Sync(w.Context(), m.folder, true)
	w.fine(err)
	if done.Removed == 0 {
		w.checkStarred(m, starred)
	}
	if !slices.Contains(m.names, done.Machine) {
		m.names = append(m.names, done.Machine)
	}
	w.note("%s sync: %d lines, learned %d", m.name, len(done.Lines), done.Learned)
}

// starred returns the links of the starred pages of "Read later".
func (w *syncWorld) starred(m *syncMachine) (links []string) {
	for e, err := range m.db.Entries(w.Context(), store.EntryFilter{StarredOnly: true}) {
		w.fine(err)
		if e.FeedURL == model.LaterURL {
			links = append(links, e.URL)
		}
	}
	return links
}

// checkStarred fails if a sync removed a page that was starred before and, by the last change of any
// machine, still is.
func (w *syncWorld) checkStarred(m *syncMachine, before []string) {
	db, err := sql.Open("sqlite3", m.path)
	w.fine(err)
	defer db.Close()
	after := w.starred(m)
	for _, link := range before {
		isStarred := true // also without a line: the star was never sent
		err := db.QueryRow(`SELECT value IS NOT NULL FROM machine_line WHERE what = 'star' AND feed = ? AND ref = ?`, model.LaterURL, link).Scan(&isStarred)
		if err != nil && !errors.Is(err, sql.ErrNoRows) {
			w.fine(err)
		}
		if isStarred && !slices.Contains(after, link) {
			w.Errorf("%s: sync removed the starred page %s", m.name, link)
		}
	}
}

// exchange brings files to other machines: all of them as they are, or some, some of them cut.
func (w *syncWorld) exchange(whole bool) {
	for _, from := range w.machines {
		for _, this := range from.names {
			text, err := os.ReadFile(filepath.Join(from.folder, this+".jsonl"))
			w.fine(err)
			for _, to := range w.machines {
				if from != to && (whole || w.random.IntN(3) > 0) {
					w.bring(this, text, to, whole)
				}
			}
		}
	}
}

// bring brings a machine's file to another one, whole or not.
func (w *syncWorld) bring(this string, text []byte, to *syncMachine, whole bool) {
	part, name := text, this+".jsonl"
	if !whole && w.random.IntN(3) == 0 {
		part = text[:w.random.IntN(len(text)+1)]
	}
	if !whole && w.random.IntN(4) == 0 {
		name = this + " (conflict).jsonl"
	}
	w.note("to %s: %d of %d bytes as %s", to.name, len(part), len(text), name)
	w.fine(os.WriteFile(filepath.Join(to.folder, name), part, 0o600))
}

// compare fails where machines differ. Entries may have been pruned on some.
func (w *syncWorld) compare() {
	first, firstMarks := w.state(w.machines[0])
	for _, m := range w.machines[1:] {
		others, marks := w.state(m)
		if diff := cmp.Diff(first, others); diff != "" {
			w.Errorf("%s and %s (-, +):\n%s", w.machines[0].name, m.name, diff)
		}
		for entry, mark := range marks {
			if other, ok := firstMarks[entry]; ok && other != mark {
				w.Errorf("%s: %s on %s, %s on %s", entry, other, w.machines[0].name, mark, m.name)
			}
		}
	}
}

// state is all that machines have to agree on: feeds and what belongs to them, the last lines
// about them, and marks by entry.
func (w *syncWorld) state(m *syncMachine) (lines []string, marks map[string]string) {
	db, err := sql.Open("sqlite3", m.path)
	w.fine(err)
	defer db.Close()
	query := func(query string, each func(row []any)) {
		rows, err := db.Query(query)
		w.fine(err)
		defer rows.Close()
		columns, err := rows.Columns()
		w.fine(err)
		for rows.Next() {
			row, at := make([]any, len(columns)), make([]any, len(columns))
			for i := range row {
				at[i] = &row[i]
			}
			w.fine(rows.Scan(at...))
			each(row)
		}
		w.fine(rows.Err())
	}
	say := func(row []any) { lines = append(lines, fmt.Sprint(row)) }
	query(`SELECT what, feed, ref, value, counter, machine FROM machine_line WHERE what NOT IN ('read', 'star') ORDER BY 1, 2, 3`, say)
	query(`SELECT url, title, interval, posts, (SELECT GROUP_CONCAT(tag) FROM (SELECT tag FROM tag WHERE subscription_id = id ORDER BY tag)) FROM subscription ORDER BY url`, say)
	query(`SELECT e.ref, e.title, e.updated FROM entry e JOIN subscription s ON s.id = e.subscription_id WHERE s.url = 'gemsub:later' ORDER BY 1`, say)
	query(`SELECT m.pattern, m.tag, s.url FROM mute m LEFT JOIN subscription s ON s.id = m.subscription_id ORDER BY 1, 2, 3`, say)
	marks = map[string]string{}
	query(`
		SELECT s.url || ' ' || e.ref, r.counter IS NOT NULL AND (r.value IS NULL OR r.value >= e.updated), e.unread, t.counter, e.starred,
			r.value, r.counter, r.machine, t.value, t.machine
		FROM entry e JOIN subscription s ON s.id = e.subscription_id
		LEFT JOIN machine_line r ON r.what = 'read' AND r.feed = s.url AND r.ref = e.ref
		LEFT JOIN machine_line t ON t.what = 'star' AND t.feed = s.url AND t.ref = e.ref`, func(row []any) {
		marks[fmt.Sprint(row[0])] = fmt.Sprint(row[3:])
		if isUnread := row[5] == nil; row[1] == int64(1) && (row[2] == int64(1)) != isUnread {
			w.Errorf("%s is unread %v on %s, and not as its line says: %v", row[0], row[2], m.name, row)
		}
	})
	return lines, marks
}

// A sync in a machine where nothing has changed, here or there, writes to neither its database
// nor its file.
func TestIdleSync(t *testing.T) {
	t.Parallel()
	w := &syncWorld{TB: t, random: rand.New(rand.NewPCG(1, 35)), machines: newSyncMachines(t)[:2], now: time.Date(2026, 3, 10, 6, 30, 0, 0, time.UTC)}
	w.pages = []*syncPage{{urls: []string{"gemini://p0.example/log/"}}}
	w.publish(w.pages[0])
	for i, m := range w.machines {
		m.folder, m.host = w.machines[0].folder, fmt.Sprint(i)
		m.path = filepath.Join(t.TempDir(), "gemsub.db")
		a, err := Open(t.Context(), m.path, Environment{Now: func() time.Time { return w.now }, Host: m.host})
		w.fine(err)
		t.Cleanup(func() { a.Close() })
		m.App = a
	}
	w.add(w.machines[0], w.pages[0])
	for range 2 {
		for _, m := range w.machines {
			w.sync(m)
		}
	}
	for _, m := range w.machines {
		file := filepath.Join(m.folder, m.names[0]+".jsonl")
		before, err := os.Stat(file)
		w.fine(err)
		stored := w.stored(m)
		w.sync(m)
		after, err := os.Stat(file)
		w.fine(err)
		if changed := w.stored(m) != stored; changed || !os.SameFile(before, after) {
			t.Errorf("%s: changed %v; its file is the same: %v", m.name, changed, os.SameFile(before, after))
		}
	}
}
