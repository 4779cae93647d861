package store

import (
	"cmp"
	"fmt"
	"net/url"
	"strings"
	"testing"
	"time"

	"gemsub/feed"
	"gemsub/internal/model"
)

// beginSync has the machine begin to stay in step.
func beginSync(t *testing.T, s *Store) {
	t.Helper()
	exchange(t, s)
}

// exchange has a machine learn lines of another, which it wrote with that counter.
func exchange(t *testing.T, s *Store, lines ...model.SyncLine) model.Synced {
	t.Helper()
	for i := range lines {
		lines[i].Machine = cmp.Or(lines[i].Machine, "zz")
	}
	own := model.SyncFile{Name: "one.jsonl", Machine: "one", Counter: 1, SeenAt: start}
	folder := model.SyncFolder{Lines: lines, Own: own}
	if len(lines) > 0 {
		folder.Files = []model.SyncFile{{Name: "zz.jsonl", Machine: "zz", Offset: 9, SeenAt: start}}
	}
	done, err := s.Sync(t.Context(), folder, "one", isPrivate)
	fine(t)(done, err)
	fine(t)(nil, s.SyncWritten(t.Context(), own))
	return done
}

// sendSync has machines that bring, change, move and remove feeds and marks.
func sendSync(t *testing.T, s *Store) {
	t.Helper()
	const old, now = "gemini://eleven.example/", "gemini://twelve.example/"
	line := func(what, feed, ref string, value any) model.SyncLine {
		return model.SyncLine{What: what, Feed: feed, Ref: ref, Value: value, Counter: 100}
	}
	lines := []model.SyncLine{
		line("subscribe", old, "", int64(1)), line("title", old, "", "Eleven"), line("mute", old, " moss", int64(1)),
		line("read", old, old+"11a", noon.Unix()), line("star", old, old+"11a", int64(1)), line("move", old, old+"11a", old+"11b"),
	}
	for i := range maxTags + 1 {
		lines = append(lines, line("tag", old, fmt.Sprint("t", i), int64(1)))
	}
	if done := exchange(t, s, lines...); done.Added != 1 || done.Left != 1 {
		t.Errorf("brought %+v", done)
	}
	feeds, err := s.Subscriptions(t.Context(), SubscriptionFilter{URLs: []string{old}})
	fine(t)(feeds, err)
	check(t, s, feeds[0].ID, at(old, "11b"))
	fine(t)(s.SetUnread(t.Context(), EntryFilter{Subscriptions: []int64{feeds[0].ID}}, true))
	gone := []model.SyncLine{line("subscribe", old, "", now), line("move", old, "", now), line("mute", now, " moss", nil), line("subscribe", now, "", int64(1))}
	exchange(t, s, gone...)
	whole, err := s.Sync(t.Context(), model.SyncFolder{}, "", nil)
	if fine(t)(whole, err); len(whole.Lines) == 0 {
		t.Error("nothing is written anew")
	}
	fine(t)(s.WaitingMarks(t.Context()))
	_, _, err = s.SyncFiles(t.Context())
	fine(t)(nil, err)
	end := line("subscribe", now, "", nil)
	end.Counter = 200
	if done := exchange(t, s, end); done.Removed != 1 {
		t.Errorf("ended %+v", done)
	}
	sendMoveOntoAnother(t, s)
}

// A folder can neither take hours nor bypass robots.txt: chains of moves end, and a feed paused
// because it ignores robots.txt stays paused after a move.
func TestHostileMoves(t *testing.T) {
	t.Parallel()
	const old, now = "gemini://eleven.example/", "gemini://twelve.example/?q"
	s := newStore(t)
	beginSync(t, s)
	lines := []model.SyncLine{{What: "subscribe", Feed: old, Value: int64(1), Counter: 100}, {What: "ignore-robots", Feed: old, Value: int64(1), Counter: 100}}
	lines = append(lines, model.SyncLine{What: "read", Feed: old, Ref: "r0", Value: int64(1)})
	for i := range 10 * maxMoves {
		lines = append(lines, model.SyncLine{What: "move", Feed: old, Ref: fmt.Sprint("r", i), Value: fmt.Sprint("r", i+1)})
	}
	if done := exchange(t, s, lines...); len(done.Paused.Feeds) != 1 {
		t.Errorf("learned %+v", done)
	}
	var n int
	fine(t)(nil, s.db.QueryRow(`SELECT COUNT(*) FROM machine_line WHERE what = 'read'`).Scan(&n))
	if n > maxMoves+1 {
		t.Errorf("a mark has %d names", n)
	}
	exchange(t, s, model.SyncLine{What: "subscribe", Feed: old, Value: now, Counter: 101}, model.SyncLine{What: "ignore-robots", Feed: now, Value: int64(1), Counter: 101})
	sub := subscriptions(t, s, SubscriptionFilter{})[0]
	if sub.URL != now || sub.OldURL != old || sub.State != StatePaused || !strings.HasSuffix(sub.LastError, ", with a query, ignoring robots.txt") {
		t.Errorf("got %+v", sub)
	}
}

// A move that two machines see has the later name of both on either, as every line has.
func TestMoveOfTwo(t *testing.T) {
	t.Parallel()
	const old, now = "gemini://eleven.example/", "gemini://twelve.example/"
	s := newStore(t)
	exchange(t, s, model.SyncLine{What: "subscribe", Feed: old, Value: int64(1), Counter: 100})
	move := model.SyncLine{What: "move", Feed: old, Value: now, Machine: "aa"}
	fine(t)(s.Sync(t.Context(), model.SyncFolder{Lines: []model.SyncLine{move}}, "", nil))
	id := subscriptions(t, s, SubscriptionFilter{})[0].ID
	fine(t)(nil, s.Set(t.Context(), map[int64]time.Time{id: {}}, Settings{URL: &url.URL{Scheme: "gemini", Host: "twelve.example", Path: "/"}}))
	exchange(t, s)
	var machine string
	fine(t)(nil, s.db.QueryRow(`SELECT machine FROM machine_line WHERE what = 'move'`).Scan(&machine))
	if machine != "one" {
		t.Errorf("the move is of %q", machine)
	}
}

// A feed that moved elsewhere to the URL of another here stays, beside that: the page alone may
// have moved it.
func TestMoveOntoAnother(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	sendMoveOntoAnother(t, s)
	if feeds := subscriptions(t, s, SubscriptionFilter{}); len(feeds) != 2 {
		t.Errorf("feeds %+v", feeds)
	}
}

func sendMoveOntoAnother(t *testing.T, s *Store) {
	t.Helper()
	const other = "gemini://thirteen.example/"
	exchange(t, s, model.SyncLine{What: "subscribe", Feed: movingURL, Value: int64(1), Counter: 100}, model.SyncLine{What: "subscribe", Feed: other, Value: int64(1), Counter: 100})
	done := exchange(t, s, model.SyncLine{What: "subscribe", Feed: movingURL, Value: other, Counter: 200}, model.SyncLine{What: "move", Feed: movingURL, Value: other})
	want := model.SyncLine{What: "subscribe", Feed: movingURL, Value: int64(1), Counter: 201}
	if done.Removed != 0 || len(done.Lines) != 1 || done.Lines[0] != want {
		t.Errorf("done %+v", done)
	}
	if done := exchange(t, s); len(done.Lines) > 0 {
		t.Errorf("told again: %+v", done.Lines)
	}
}

// If others removed many feeds, one change is recorded: each takes time, and one undo brings
// all back.
func TestSyncRemovals(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	var lines, ends []model.SyncLine
	for i := range 5 {
		l := model.SyncLine{What: "subscribe", Feed: fmt.Sprintf("gemini://h%d.example/", i), Value: int64(1), Counter: 100}
		lines = append(lines, l)
		l.Value, l.Counter = nil, 200
		ends = append(ends, l)
	}
	ends[0].Value, ends[1].Value = ends[1].Feed, ends[0].Feed // in a circle: both stay
	exchange(t, s, lines...)
	if done := exchange(t, s, ends...); done.Removed != 3 || len(done.Lines) != 2 {
		t.Errorf("removed %+v", done)
	}
	changes, err := s.Changes(t.Context())
	if fine(t)(changes, err); len(changes) != 1 || changes[0].Feeds != 3 {
		t.Errorf("changes %+v", changes)
	}
	fine(t)(s.Undo(t.Context(), changes[0].ID))
	if back := subscriptions(t, s, SubscriptionFilter{URLs: []string{ends[2].Feed, ends[3].Feed, ends[4].Feed}}); len(back) != 3 {
		t.Errorf("undo brought back %+v", back)
	}
}

const movingURL = "gemini://eleven.example/log/"

// Of a feed whose page changes all its links, the moves of marked entries are written.
func TestMovesOfMarked(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	exchange(t, s, model.SyncLine{What: "subscribe", Feed: movingURL, Value: int64(1), Counter: 100})
	id := subscriptions(t, s, SubscriptionFilter{})[0].ID
	check(t, s, id, at(movingURL+"a/", "1", "2", "3"))
	fine(t)(s.SetStarred(t.Context(), EntryFilter{URLs: []string{movingURL + "a/2"}}, true))
	for _, folder := range []string{"b/", "c/"} {
		check(t, s, id, at(movingURL+folder, "1", "2", "3"))
	}
	var moves int
	fine(t)(nil, s.db.QueryRow(`SELECT COUNT(*) FROM machine_line WHERE what = 'move'`).Scan(&moves))
	if moves != 2 {
		t.Errorf("%d moves are noted", moves)
	}
}

// Lines about entries and feeds that are not here are limited, and keep no later line out.
func TestTooManyMarks(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	beginSync(t, s)
	var lines []model.SyncLine
	for i := range maxWaiting + 500 {
		l := model.SyncLine{What: "star", Feed: "f", Ref: fmt.Sprint(i), Value: int64(1), Counter: int64(i)}
		if i%2 == 0 {
			l = model.SyncLine{What: "title", Feed: fmt.Sprint("f", i), Value: "T", Counter: int64(i)}
		}
		lines = append(lines, l)
	}
	if done := exchange(t, s, lines...); done.Left != 500 {
		t.Errorf("%d are left out", done.Left)
	}
	last := lines[len(lines)-1]
	last.Value, last.Counter = nil, 1<<30
	exchange(t, s, last)
	var n int
	fine(t)(nil, s.db.QueryRow(`SELECT COUNT(*) FROM machine_line WHERE what = 'star' AND value IS NULL`).Scan(&n))
	if n != 1 {
		t.Error("the later line is left out")
	}
}

// That a feed was removed is known after many later marks of feeds that are not here.
func TestRemovedGoesLast(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	beginSync(t, s)
	lines := []model.SyncLine{{What: "subscribe", Feed: movingURL, Counter: 1}}
	for i := range maxWaiting {
		lines = append(lines, model.SyncLine{What: "star", Feed: "f", Ref: fmt.Sprint(i), Value: int64(1), Counter: 100})
	}
	exchange(t, s, lines...)
	var n int
	fine(t)(nil, s.db.QueryRow(`SELECT COUNT(*) FROM machine_line WHERE what = 'subscribe'`).Scan(&n))
	if n != 1 {
		t.Error("the removal is forgotten")
	}
}

// All links of a page with an identity become posts once it is read as links: that is for a
// person to choose.
func TestChangedElsewhere(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	exchange(t, s, model.SyncLine{What: "subscribe", Feed: movingURL, Value: int64(1), Counter: 100})
	fine(t)(s.AddIdentity(t.Context(), Identity{Name: "me", Certificate: []byte("x"), Key: []byte("x")}))
	fine(t)(s.UseIdentity(t.Context(), IdentityUse{Authority: "eleven.example:1965", Path: "/", Name: "me"}))
	done := exchange(t, s, model.SyncLine{What: "format", Feed: movingURL, Value: "links", Counter: 200})
	if sub := subscriptions(t, s, SubscriptionFilter{})[0]; sub.State != StatePaused || len(done.Paused.Feeds) != 1 {
		t.Errorf("state %s, %v", sub.State, done.Paused)
	}
}

// A feed whose robots.txt a person ignores here too goes on: a new machine says of its own feeds
// what it knows of others.
func TestIgnoredHereToo(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	exchange(t, s, model.SyncLine{What: "subscribe", Feed: movingURL, Value: int64(1), Counter: 100})
	id, yes := subscriptions(t, s, SubscriptionFilter{})[0].ID, true
	fine(t)(nil, s.Set(t.Context(), map[int64]time.Time{id: {}}, Settings{IgnoreRobots: &yes}))
	done := exchange(t, s, model.SyncLine{What: "ignore-robots", Feed: movingURL, Value: int64(1), Counter: 200})
	if sub := subscriptions(t, s, SubscriptionFilter{})[0]; sub.State == StatePaused || !sub.IgnoreRobots || len(done.Paused.Feeds) != 0 {
		t.Errorf("got %+v, %v", sub, done.Paused)
	}
}

// A file that bears this machine's name brings no more mutes than any other.
func TestTooManyMutes(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	beginSync(t, s)
	var lines []model.SyncLine
	for i := range maxMutes + 500 {
		lines = append(lines, model.SyncLine{What: "mute", Ref: fmt.Sprint(" m", i), Value: int64(1), Counter: 100, Machine: "one"})
	}
	if done := exchange(t, s, lines...); done.Left != 500 {
		t.Errorf("%d are left out", done.Left)
	}
}

// Where the machine's own file is not as it left it, and cannot be written, all lines are
// written the next time.
func TestOwnFileUnwritten(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	beginSync(t, s)
	subscribe(t, s, page(post("a", 0, "A")))
	own := model.SyncFile{Name: "one.jsonl", Machine: "one", Since: 5, Offset: 99, Counter: 1, SeenAt: start}
	done, err := s.Sync(t.Context(), model.SyncFolder{Files: []model.SyncFile{own}}, "one", nil)
	if fine(t)(done, err); len(done.Lines) != 1 {
		t.Errorf("lines %+v", done.Lines)
	}
	if files, _, err := s.SyncFiles(t.Context()); err != nil || files[0].Since == own.Since {
		t.Errorf("the file counts as known: %+v, %v", files, err)
	}
}

// Marks of entries that are not here go after a year, also if the page moves what is there.
func TestForgottenMarks(t *testing.T) {
	t.Parallel()
	s, now := newStore(t), start
	s.now = func() time.Time { return now }
	beginSync(t, s)
	id := commit(t, s, Check{New: &NewSubscription{URL: movingURL, Unread: -1}, CheckedAt: now, State: StateOK, Feed: at(movingURL, "1", "2", "3")})[0].SubscriptionID
	markAllRead(t, s)
	exchange(t, s, model.SyncLine{What: "read", Feed: movingURL, Ref: movingURL + "gone", Value: noon.Unix(), Counter: 100})
	for _, folder := range []string{"a/", "b/", "c/"} {
		now = now.Add(200 * day)
		commit(t, s, Check{Subscription: byID(id), CheckedAt: now, State: StateOK, Feed: at(movingURL+folder, "1", "2", "3")})
		done, err := s.Sync(t.Context(), model.SyncFolder{}, "", nil)
		fine(t)(done, err)
	}
	var n int
	fine(t)(nil, s.db.QueryRow(`SELECT COUNT(*) FROM machine_line WHERE ref GLOB '*gone'`).Scan(&n))
	if n != 0 {
		t.Error("the mark is still there")
	}
}

// A machine that joins has none of its own feeds read again.
func TestJoinReadsNothing(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	due := start.Add(7 * day)
	commit(t, s, Check{New: &NewSubscription{URL: pageURL, Unread: -1, Format: "links", FormatChosen: true, IgnoreRobots: true}, CheckedAt: start, NextCheckAt: due, State: StateOK, Digest: "d", Feed: page(post("a", 0, "A"))})
	exchange(t, s, model.SyncLine{What: "title", Feed: "gemini://unknown.example/", Value: "X", Counter: 100})
	if sub := subscriptions(t, s, SubscriptionFilter{})[0]; sub.Digest != "d" || !sub.NextCheckAt.Equal(due) || sub.State != StateOK {
		t.Errorf("got %+v", sub)
	}
}

// Marks that an earlier version wrote reach entries by their canonical refs, Atom ids as they
// stand.
func TestFormerSpellings(t *testing.T) {
	t.Parallel()
	const page, atom, later = "gemini://a.example/~ann/", "gemini://b.example/atom.xml", "gemini://c.example/atom.xml"
	s := newStore(t)
	feeds := map[string]*feed.Feed{page: at(page, "one"), atom: at("gemini://b.example/%7E", "two"), later: at("gemini://c.example/%7E", "three")}
	feeds[atom].Format, feeds[later].Format = feed.Atom, feed.Atom
	subscribe := func(url string) {
		commit(t, s, Check{New: &NewSubscription{URL: url, Format: string(feeds[url].Format), Unread: -1}, State: StateOK, CheckedAt: start, Feed: feeds[url]})
	}
	subscribe(page)
	subscribe(atom)
	read := func(feed, ref string) model.SyncLine {
		return model.SyncLine{What: "read", Feed: feed, Ref: ref, Value: noon.Add(99 * day).Unix(), Counter: 100}
	}
	exchange(t, s, read(page, "gemini://a.example/%7Eann/one"), read(atom, "gemini://b.example/%7Etwo"), read(later, "gemini://c.example/%7Ethree"))
	subscribe(later)
	for _, e := range entries(t, s, EntryFilter{}) {
		if e.Unread {
			t.Errorf("%s is unread", e.AtomID)
		}
	}
}
