package store

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"gemsub/feed"
	"gemsub/internal/address"
	"gemsub/internal/model"
)

// beginSync synchronises the machine for the first time.
func beginSync(t *testing.T, s *Store) {
	t.Helper()
	exchange(t, s)
}

// exchange syncs with a folder in which another machine wrote lines, with their counters.
func exchange(t *testing.T, s *Store, lines ...model.SyncLine) model.SyncResult {
	t.Helper()
	folder := folderOfLines(lines...)
	folder.IsOwn = true
	done, err := s.Sync(t.Context(), folder, "host", "one", isPrivate)
	fine(t)(done, err)
	fine(t)(nil, s.SyncWritten(t.Context(), model.SyncFile{Name: "one.jsonl", Machine: "one", SeenAt: start}))
	return done
}

// folderOfLines is a folder in which another machine wrote these lines, and this one nothing.
func folderOfLines(lines ...model.SyncLine) *model.SyncFolder {
	for i := range lines {
		lines[i].Machine = cmp.Or(lines[i].Machine, "zz")
	}
	folder := &model.SyncFolder{Lines: lines}
	if len(lines) > 0 {
		folder.Files = []model.SyncFile{{Name: "zz.jsonl", Machine: "zz", Size: 9, SeenAt: start}}
	}
	return folder
}

// A folder cannot bypass robots.txt: a feed paused because it ignores robots.txt stays paused
// after a move.
func TestHostileMoves(t *testing.T) {
	t.Parallel()
	const old, now = "gemini://eleven.example/", "gemini://twelve.example/?q"
	s := newStore(t)
	beginSync(t, s)
	lines := []model.SyncLine{{What: "subscribe", Feed: old, Value: int64(1), Counter: 100}, {What: "ignore-robots", Feed: old, Value: int64(1), Counter: 100}}
	if done := exchange(t, s, lines...); len(done.Paused) != 1 {
		t.Errorf("learned %+v", done)
	}
	exchange(t, s, model.SyncLine{What: "subscribe", Feed: old, Value: now, Counter: 101}, model.SyncLine{What: "ignore-robots", Feed: now, Value: int64(1), Counter: 101})
	sub := subscriptions(t, s, SubscriptionFilter{})[0]
	if sub.URL != now || sub.OldURL != old || !sub.Paused || sub.Reach != ReachPublic {
		t.Errorf("got %+v", sub)
	}
}

// A feed follows a chain of moves, at most maxFollowed at once, and stops at a URL that it had
// before.
func TestChainsOfMoves(t *testing.T) {
	t.Parallel()
	at := func(i int) string { return fmt.Sprintf("gemini://h%d.example/", i) }
	for name, c := range map[string]struct{ lines, end int }{"chain": {5, 5}, "circle": {5, 4}, "long chain": {10 * maxFollowed, maxFollowed}} {
		s := newStore(t)
		exchange(t, s, model.SyncLine{What: "subscribe", Feed: at(0), Value: int64(1), Counter: 100})
		var lines []model.SyncLine
		for i := range c.lines {
			lines = append(lines, model.SyncLine{What: "subscribe", Feed: at(i), Value: at(i + 1), Counter: int64(101 + i)})
		}
		if name == "circle" {
			lines[c.end].Value = at(1)
		}
		exchange(t, s, lines...)
		if all := subscriptions(t, s, SubscriptionFilter{}); len(all) != 1 || all[0].URL != at(c.end) {
			t.Errorf("%s: got %+v", name, all)
		}
	}
}

// If a feed moved on another machine to the URL of another feed here, both feeds stay: the page
// alone may have moved it.
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
	done := exchange(t, s, model.SyncLine{What: "subscribe", Feed: movingURL, Value: other, Counter: 200})
	want := model.SyncLine{What: "subscribe", Feed: movingURL, Value: int64(1), Counter: 201}
	if done.Removed != 0 || done.Changes != 1 || !slices.Contains(done.Lines, want) {
		t.Errorf("done %+v", done)
	}
	if done := exchange(t, s); done.Changes > 0 || done.Stale {
		t.Errorf("told again: %+v", done.Lines)
	}
}

// If other machines removed many feeds, only one change is recorded: recording takes time, and one
// undo restores all.
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
	if done := exchange(t, s, ends...); done.Removed != 3 || done.Changes != 2 {
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

// If a page moves or is reorganised, marks follow their entries and keep their counters. If
// another machine named the new ref first, the later of both marks holds.
func TestMarksFollow(t *testing.T) {
	t.Parallel()
	const moved = "gemini://twelve.example/"
	s := newStore(t)
	exchange(t, s, model.SyncLine{What: "subscribe", Feed: movingURL, Value: int64(1), Counter: 100})
	id := subscriptions(t, s, SubscriptionFilter{})[0].ID
	check(t, s, id, at(movingURL+"a/", "1", "2", "3"))
	fine(t)(s.SetStarred(t.Context(), EntryFilter{URLs: []string{movingURL + "a/2", movingURL + "a/3"}}, true))
	exchange(t, s)
	later := model.SyncLine{What: "star", Feed: movingURL, Ref: movingURL + "b/3", Counter: 200}
	exchange(t, s, later)
	check(t, s, id, at(movingURL+"b/", "1", "2", "3"))
	want := model.SyncLine{What: "star", Feed: movingURL, Ref: movingURL + "b/2", Value: int64(1), Counter: 101}
	if done := exchange(t, s); !slices.Contains(done.Lines, want) || slices.ContainsFunc(done.Lines, func(l model.SyncLine) bool { return strings.HasPrefix(l.Ref, movingURL+"a/") }) {
		t.Errorf("lines %+v", done.Lines)
	}
	if starred := entries(t, s, EntryFilter{StarredOnly: true}); len(starred) != 1 || starred[0].AtomID != want.Ref {
		t.Errorf("starred are %+v", starred)
	}
	exchange(t, s, model.SyncLine{What: "subscribe", Feed: movingURL, Value: moved, Counter: 201})
	want.Feed = moved
	whole, err := s.Sync(t.Context(), folderOfLines(), "host", "", nil)
	if fine(t)(whole, err); !slices.Contains(whole.Lines, want) {
		t.Errorf("lines %+v", whole.Lines)
	}
}

// Lines about entries and feeds that are not here are limited, and do not keep out later lines.
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
	folder := folderOfLines(lines...)
	folder.Left = 3 // and those that were not even read
	if done, err := s.Sync(t.Context(), folder, "host", "one", isPrivate); err != nil || done.Left != 503 {
		t.Errorf("%v: %d are left out", err, done.Left)
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

// The lines of all feeds together are limited, even if no feed has too many: the oldest are
// deleted.
func TestTooManyLines(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	beginSync(t, s)
	threeSubscriptions(t, s)
	fine(t)(s.db.Exec(`
		WITH RECURSIVE number (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < 10)
		INSERT INTO machine_line (what, feed, ref, value, counter, machine, seen_at)
		SELECT 'star', url, n, 1, 1, 'two', n FROM subscription JOIN number`))
	left := 0
	fine(t)(nil, s.commit(t.Context(), "limit", func(tx *transaction) {
		sync := syncTx{transaction: tx}
		sync.limit(20, 26)
		left = sync.result.Left
	}))
	oldest := texts(t, s.db, `SELECT COUNT(*) || ' of ' || seen_at FROM machine_line GROUP BY seen_at ORDER BY seen_at LIMIT 2`)
	if left != 4 || !slices.Equal(oldest, []string{"2 of 2", "3 of 3"}) {
		t.Errorf("%d are left out, and %q are the oldest", left, oldest)
	}
}

// The line about a removed feed is kept, even if many later marks of unknown feeds arrive.
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

// If another machine sets the format links for a feed in the folder of an identity, the feed is
// paused: only a person may make posts of all links of such a page.
func TestChangedElsewhere(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	exchange(t, s, model.SyncLine{What: "subscribe", Feed: movingURL, Value: int64(1), Counter: 100})
	fine(t)(s.AddIdentity(t.Context(), Identity{Name: "me", Certificate: []byte("x"), Key: []byte("x")}))
	fine(t)(s.UseIdentity(t.Context(), IdentityUse{Scope: address.Scope{Authority: "eleven.example:1965", Path: "/"}, Name: "me"}))
	done := exchange(t, s, model.SyncLine{What: "format", Feed: movingURL, Value: "links", Counter: 200})
	if sub := subscriptions(t, s, SubscriptionFilter{})[0]; !sub.Paused || len(done.Paused) != 1 {
		t.Errorf("paused: %t, %v", sub.Paused, done.Paused)
	}
}

// A feed is not paused if a person ignores its robots.txt here, too, and not only on another
// machine.
func TestIgnoredHereToo(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	exchange(t, s, model.SyncLine{What: "subscribe", Feed: movingURL, Value: int64(1), Counter: 100})
	id, yes := subscriptions(t, s, SubscriptionFilter{})[0].ID, true
	fine(t)(nil, s.Set(t.Context(), map[int64]time.Time{id: {}}, Settings{IgnoreRobots: &yes}))
	done := exchange(t, s, model.SyncLine{What: "ignore-robots", Feed: movingURL, Value: int64(1), Counter: 200})
	if sub := subscriptions(t, s, SubscriptionFilter{})[0]; sub.State == StatePaused || !sub.IgnoreRobots || len(done.Paused) != 0 {
		t.Errorf("got %+v, %v", sub, done.Paused)
	}
}

// A file with this machine's name adds no more mutes than any other file.
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

// If the machine's own file is not as the machine left it, and cannot be written, all lines are
// written the next time.
func TestOwnFileUnwritten(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	beginSync(t, s)
	subscribe(t, s, page(post("a", 0, "A")))
	own := model.SyncFile{Name: "one.jsonl", Machine: "one", ModifiedAt: 5, Size: 99, SeenAt: start}
	folder := folderOfLines()
	folder.Files = []model.SyncFile{own}
	done, err := s.Sync(t.Context(), folder, "host", "one", nil)
	if fine(t)(done, err); len(done.Lines) != 1 {
		t.Errorf("lines %+v", done.Lines)
	}
	if files, _, err := s.SyncFiles(t.Context(), "host"); err != nil || len(files) > 0 {
		t.Errorf("the file counts as known: %+v, %v", files, err)
	}
}

// Marks without an entry are deleted after a year, even if the feed has moved since.
func TestForgottenMarks(t *testing.T) {
	t.Parallel()
	s, now := newStore(t), start
	s.now = func() time.Time { return now }
	beginSync(t, s)
	id := commit(t, s, Check{Subscription: &Subscription{URL: movingURL, Backlog: new(-1)}, CheckedAt: now, State: StateOK, Feed: at(movingURL, "1", "2", "3")})[0].SubscriptionID
	markAllRead(t, s)
	exchange(t, s, model.SyncLine{What: "read", Feed: movingURL, Ref: movingURL + "gone", Value: noon.Unix(), Counter: 100})
	for _, folder := range []string{"a/", "b/", "c/", "d/", "e/", "f/"} {
		now = now.Add(80 * day)
		fine(t)(nil, s.Commit(t.Context(), withLinks(Batch{Reached: true})))
		commit(t, s, Check{Subscription: byID(id), CheckedAt: now, State: StateOK, Feed: at(movingURL+folder, "1", "2", "3")})
		done, err := s.Sync(t.Context(), folderOfLines(), "host", "", nil)
		fine(t)(done, err)
	}
	var n int
	fine(t)(nil, s.db.QueryRow(`SELECT COUNT(*) FROM machine_line WHERE ref GLOB '*gone'`).Scan(&n))
	if n != 0 {
		t.Error("the mark is still there")
	}
}

// If a machine joins, this does not cause its own feeds to be read again.
func TestJoinReadsNothing(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	due := start.Add(7 * day)
	commit(t, s, Check{Subscription: &Subscription{URL: pageURL, Backlog: new(-1), Format: "links", FormatChosen: true, IgnoreRobots: true}, CheckedAt: start, NextCheckAt: due, State: StateOK, Digest: "d", Feed: page(post("a", 0, "A"))})
	exchange(t, s, model.SyncLine{What: "title", Feed: "gemini://unknown.example/", Value: "X", Counter: 100})
	if sub := subscriptions(t, s, SubscriptionFilter{})[0]; sub.Digest != "d" || !sub.NextCheckAt.Equal(due) || sub.State != StateOK {
		t.Errorf("got %+v", sub)
	}
}

// Marks that an earlier version wrote reach entries by their canonical refs; Atom ids stay as they
// are.
func TestFormerSpellings(t *testing.T) {
	t.Parallel()
	const page, atom, later = "gemini://a.example/~ann/", "gemini://b.example/atom.xml", "gemini://c.example/atom.xml"
	s := newStore(t)
	feeds := map[string]*feed.Feed{page: at(page, "one"), atom: at("gemini://b.example/%7E", "two"), later: at("gemini://c.example/%7E", "three")}
	feeds[atom].Format, feeds[later].Format = feed.Atom, feed.Atom
	subscribe := func(url string) {
		commit(t, s, Check{Subscription: &Subscription{URL: url, Format: string(feeds[url].Format), Backlog: new(-1)}, State: StateOK, CheckedAt: start, Feed: feeds[url]})
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

// A machine's name belongs to the machine and to the database's path. Under another name the
// database keeps its lines, with their counters, and reads all files.
func TestNames(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	subscribe(t, s, page(post("a", 0, "A")))
	sync := func(host, newName, want string) model.SyncResult {
		t.Helper()
		done, err := s.Sync(t.Context(), folderOfLines(), host, newName, nil)
		if fine(t)(done, err); done.Machine != want {
			t.Errorf("on %s the machine is %q, want %q", host, done.Machine, want)
		}
		return done
	}
	sync("host", "one", "one")
	fine(t)(nil, s.SyncWritten(t.Context(), model.SyncFile{Name: "one.jsonl", Machine: "one", SeenAt: start}))
	fine(t)(s.Tag(t.Context(), []int64{1}, "a"))
	before := sync("host", "other", "one")
	for _, host := range []string{"other", ""} {
		if files, name, err := s.SyncFiles(t.Context(), host); err != nil || name != "" || files != nil {
			t.Errorf("on %q: %q, %v, %v", host, name, files, err)
		}
	}
	if after := sync("other", "two", "two"); !slices.Equal(after.Lines, before.Lines) || after.Changes > 0 || len(after.Lines) != 2 {
		t.Errorf("two writes %+v, one wrote %+v", after, before)
	}
	for _, name := range texts(t, s.db, `SELECT name FROM setting WHERE name GLOB 'machine *'`) {
		if strings.Contains(name, "other") {
			t.Errorf("the database tells what machine it is on: %s", name)
		}
	}
	if _, name, err := s.SyncFiles(t.Context(), "host"); err != nil || name != "" {
		t.Errorf("the former name stays: %q, %v", name, err)
	}
}
