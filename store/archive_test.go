package store

import (
	"bytes"
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"gemsub/internal/model"

	"github.com/google/go-cmp/cmp"
)

func writeOut(t *testing.T, s *Store) string {
	t.Helper()
	var out bytes.Buffer
	if err := s.WriteArchive(t.Context(), &out); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// readIn reads an archive; what is refused stands in the list as "LINE: WHY".
func readIn(t *testing.T, s *Store, archive string) (done Restored, refused []string) {
	t.Helper()
	done, err := s.ReadArchive(t.Context(), strings.NewReader(archive))
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range done.Reasons {
		refused = append(refused, fmt.Sprintf("%d: %v", r.Line, r.Err))
	}
	return done, refused
}

func fullStore(t *testing.T) *Store {
	t.Helper()
	s := newStore(t)
	fill(t, s)
	return s
}

// fill makes rows in every table, and numbers that were given and are free.
func fill(t *testing.T, s *Store) {
	t.Helper()
	ctx := t.Context()
	threeSubscriptions(t, s)
	check(t, s, 2, at("gemini://two.example/", "2c <&>", "2b", "2a"))
	_, err := s.Commit(ctx, Batch{
		Checks:      []Check{{SubscriptionID: 3, State: StateFailing, LastError: "a \"quoted\"\nerror", Failures: 2}},
		PinnedKeys:  []PinnedKey{{Authority: "one.example:1965", Fingerprint: "aa", NotAfter: noon, SeenAt: start}},
		RefusedKeys: []PinnedKey{{Authority: "one.example:1965", Fingerprint: "bb"}},
		Authorities: []Authority{{
			Authority: "one.example:1965", Robots: []byte("Disallow: \xff\x00"), RobotsKnown: true,
			RobotsAt: start, DeferUntil: start.Add(day), DeferFor: time.Hour,
		}},
	})
	if err != nil {
		t.Fatal(err)
	}
	savePosts(t, s, model.PostResult{EntryID: 1, Post: aPost("# A\n\n\tsafe\n")},
		model.PostResult{EntryID: 4, Failure: "51 Not found", NotBefore: start.Add(day), Tries: 1})
	mute(t, s, Mute{Pattern: "gone", SubscriptionID: 2})
	mute(t, s, Mute{Pattern: "/x+/", Tag: "a"})
	if _, err := s.RemoveMutes(ctx, []int64{1}); err != nil {
		t.Fatal(err)
	}
	if _, err := s.SetStarred(ctx, EntryFilter{IDs: []Range{{1, 1}}}, true); err != nil {
		t.Fatal(err)
	}
	if _, err := s.SetUnread(ctx, EntryFilter{Subscriptions: []int64{2}}, false); err != nil {
		t.Fatal(err)
	}
	if n := prune(t, s, EntryFilter{Subscriptions: []int64{2}, BeyondNewest: 1}); n != 2 {
		t.Fatalf("%d pruned", n)
	}
	if err := s.Set(ctx, map[int64]time.Time{1: start.Add(day)}, Settings{Interval: new(time.Hour)}); err != nil {
		t.Fatal(err)
	}
	did(t, "add identity", true)(s.AddIdentity(ctx, Identity{Name: "me", Certificate: []byte("C"), Key: []byte("K")}))
	did(t, "use identity", true)(s.UseIdentity(ctx, IdentityUse{Authority: "one.example:1965", Path: "/", Name: "me"}))
}

// An empty database becomes the one that was written.
func TestArchive(t *testing.T) {
	t.Parallel()
	s := fullStore(t)
	archive := writeOut(t, s)
	other := open(t, filepath.Join(t.TempDir(), "gemsub.db")) // with a feed id of its own
	done, refused := readIn(t, other, archive)
	if diff := cmp.Diff([]string(nil), refused); diff != "" {
		t.Errorf("refused (-want +got):\n%s", diff)
	}
	want := Restored{
		Added: map[string]int{
			"setting": 1, "subscription": 3, "tag": 3, "entry": 4, "pruned": 2, "post": 1, "mute": 1, "host": 1, "authority": 1,
			"identity": 1, "identity_use": 1,
		},
		Keys:       []string{"one.example:1965"},
		Identities: []string{"me"},
		Uses:       []IdentityUse{{Authority: "one.example:1965", Path: "/", Name: "me"}},
	}
	if diff := cmp.Diff(want, done); diff != "" {
		t.Errorf("done (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(archive, writeOut(t, other)); diff != "" {
		t.Errorf("archive of what was read from one (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(entries(t, s, EntryFilter{}), entries(t, other, EntryFilter{})); diff != "" {
		t.Errorf("entries (-want +got):\n%s", diff)
	}
	var found []string
	for e, err := range other.Search(t.Context(), "2c", EntryFilter{}) {
		if err != nil {
			t.Fatal(err)
		}
		found = append(found, e.Title)
	}
	if diff := cmp.Diff([]string{"2c <&>"}, found); diff != "" {
		t.Errorf("search finds (-want +got):\n%s", diff)
	}
	if err := other.Integrity(t.Context()); err != nil {
		t.Error(err)
	}
	checkCounts(t, other, "import")
	checkWords(t, other, "import")
	// Once more changes nothing.
	done, refused = readIn(t, other, archive)
	if len(done.Added) > 0 || len(refused) > 0 || writeOut(t, other) != archive {
		t.Errorf("read again: %+v, refused %q", done, refused)
	}
}

// A post that is kept stays, and one for an entry of another number here finds it.
func TestArchiveOfPostsIntoOther(t *testing.T) {
	t.Parallel()
	from := newStore(t)
	subscribe(t, from, page(post("b.gmi", 2, "B"), post("a.gmi", 1, "A")))
	savePosts(t, from, model.PostResult{EntryID: 1, Post: aPost("archived a\n")}, model.PostResult{EntryID: 2, Post: aPost("archived b\n")})
	s := newStore(t)
	commit(t, s, Check{New: &NewSubscription{URL: "gemini://own.example/", Unread: -1}, Feed: at("gemini://own.example/", "own")})
	subscribe(t, s, page(post("a.gmi", 1, "A")))
	savePosts(t, s, model.PostResult{EntryID: 2, Post: aPost("kept a\n")})
	if _, refused := readIn(t, s, writeOut(t, from)); len(refused) > 0 {
		t.Errorf("refused %q", refused)
	}
	want := map[string]string{"own": "", "A": "kept a\n", "B": "archived b\n"}
	for _, e := range entries(t, s, EntryFilter{}) {
		if p, _, err := s.Post(t.Context(), e.ID); p.Text != want[e.Title] || err != nil {
			t.Errorf("entry %q: %q, %v; want %q", e.Title, p.Text, err, want[e.Title])
		}
	}
}

// A post is for an entry of its own feed alone, and safe to show.
func TestArchiveOfForgedPosts(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	commit(t, s, Check{New: &NewSubscription{URL: "gemini://own.example/", Unread: -1}, Feed: at("gemini://own.example/", "own")})
	const line = `{"type":"post","entry_id":%d,"subscription_id":9,"url":"gemini://x.example/","media_type":"text/plain",` +
		`"fetched_at":"2021-01-01T00:00:00Z","from_feed":false,"size":5,"cut":false,"text":"a\u001b[31mb"}` + "\n"
	_, refused := readIn(t, s, head+`{"type":"subscription","id":9,"url":"gemini://x.example/","title":"","feed_title":"","format":"","state":"ok","ignore_robots":false,"added_at":"2021-01-01T00:00:00Z","failures":0}
{"type":"entry","id":2,"subscription_id":9,"ref":"gemini://x.example/1","title":"X","author":"","updated":"2021-01-01T00:00:00Z","rank":0,"first_seen":"2021-01-01T00:00:00Z","unread":true}
`+fmt.Sprintf(line, 1)+fmt.Sprintf(line, 2))
	if want := []string{"4: no entry of its feed has the number 1"}; !cmp.Equal(refused, want) {
		t.Errorf("refused %q, not %q", refused, want)
	}
	if p, _, err := s.Post(t.Context(), 2); p.Text != "a\ufffd[31mb\n" || err != nil {
		t.Errorf("text %q, %v", p.Text, err)
	}
}

// An archive has every table but those that follow from others and what one database
// owes, and a row of each from the store above.
func TestArchiveIsWhole(t *testing.T) {
	t.Parallel()
	s := fullStore(t)
	rows, err := s.db.QueryContext(t.Context(), `
		SELECT name FROM sqlite_schema
		WHERE type = 'table' AND name NOT LIKE 'sqlite%' AND name NOT LIKE '%\_text%' ESCAPE '\' AND name NOT IN ('tally', 'owed_hook', 'wanted_post', 'destination', 'mailing')
		AND name NOT LIKE 'change%' AND name NOT IN ('indexed', 'unindexed') AND name NOT LIKE '%link%'`)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	archive := writeOut(t, s)
	for rows.Next() {
		var name string
		if err := rows.Scan(&name); err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(archive, fmt.Sprintf("\n{\"type\":%q,", name)) {
			t.Errorf("the archive has no row of the table %s", name)
		}
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
}

// Another database loses nothing: the archive's feed 1 is its feed 2.
func TestArchiveIntoOther(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	commit(t, s,
		Check{New: &NewSubscription{URL: "gemini://own.example/", Unread: -1}, Feed: at("gemini://own.example/", "own")},
		Check{
			New:       &NewSubscription{URL: "gemini://one.example/", Title: "Mine", Tags: []string{"c"}, Unread: -1},
			CheckedAt: start.Add(-day), Feed: at("gemini://one.example/", "1d", "1c", "1b"),
		})
	if _, err := s.SetUnread(t.Context(), EntryFilter{URLs: []string{"gemini://one.example/1c"}}, false); err != nil {
		t.Fatal(err)
	}
	mine := PinnedKey{Authority: "one.example:1965", Fingerprint: "mine"}
	if err := s.PinKey(t.Context(), mine); err != nil {
		t.Fatal(err)
	}
	ownID, err := s.FeedID(t.Context())
	if err != nil {
		t.Fatal(err)
	}

	done, refused := readIn(t, s, writeOut(t, fullStore(t)))
	if done.Added["subscription"] != 2 || done.Added["entry"] != 2 || len(done.Keys) > 0 || len(refused) > 0 {
		t.Errorf("done %+v; refused %q", done, refused)
	}
	var feeds []string
	for _, sub := range subscriptions(t, s, SubscriptionFilter{}) {
		feeds = append(feeds, fmt.Sprintf("%d %s %s %d", sub.ID, sub.Name(), sub.Tags, sub.Entries))
	}
	if diff := cmp.Diff([]string{"1 A log [] 1", "2 Mine [a b c] 4", "4 A log [b] 1", "5 gemini://three.example/ [] 0"}, feeds); diff != "" {
		t.Errorf("feeds (-want +got):\n%s", diff)
	}
	marks := map[string]string{}
	for _, e := range entries(t, s, EntryFilter{}) {
		marks[e.Title] = fmt.Sprint(e.Unread, e.Starred, e.FirstSeen.Equal(start.Add(-day)))
	}
	want := map[string]string{
		"own": "true false false", "1d": "true false true", "1c": "false false true",
		"1b": "true false true", "1a": "true true false", "2c <&>": "false false false",
	}
	if diff := cmp.Diff(want, marks); diff != "" {
		t.Errorf("unread, starred and first seen here (-want +got):\n%s", diff)
	}
	if h, _, err := s.PinnedKey(t.Context(), mine.Authority); err != nil || h != mine {
		t.Errorf("trusted key %+v, error %v", h, err)
	}
	if id, err := s.FeedID(t.Context()); err != nil || id != ownID {
		t.Errorf("feed id %s, was %s, error %v", id, ownID, err)
	}
	// What was pruned there stays away here.
	if n := check(t, s, 4, at("gemini://two.example/", "2c <&>", "2b", "2a")).Added; n != 0 {
		t.Errorf("%d entries came back", n)
	}
}

// Who read or starred an entry here or there did so; a later date here is unread.
func TestArchiveMarks(t *testing.T) {
	t.Parallel()
	read, unread := `"unread":false,"starred":true`, `"unread":true,"starred":false`
	for _, tt := range []struct {
		name, marks   string
		days          int // after the date in the archive
		read          bool
		unread, gains bool
	}{
		{"read there", read, 0, false, false, true},
		{"read here", unread, 0, true, false, false},
		{"unread in both", unread, 0, false, true, false},
		{"read there, with a later date here", read, 1, false, true, true},
		{"read there, with an earlier date here", read, -1, false, false, true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			s := newStore(t)
			subscribe(t, s, page(post("a.gmi", tt.days, "A")))
			if tt.read {
				markAllRead(t, s)
			}
			readIn(t, s, head+feedLine+entryLine(tt.marks))
			got := entries(t, s, EntryFilter{})
			if len(got) != 1 || got[0].Unread != tt.unread || got[0].Starred != tt.gains {
				t.Errorf("entries %+v", got)
			}
		})
	}
}

// What was pruned here does not come back with an archive, unless it has a later
// date there.
func TestArchiveOfPruned(t *testing.T) {
	t.Parallel()
	for days, want := range map[int]int{-1: 1, 0: 0, 1: 0} {
		s := newStore(t)
		subscribe(t, s, page(post("a.gmi", days, "A")))
		markAllRead(t, s)
		prune(t, s, EntryFilter{})
		readIn(t, s, head+feedLine+entryLine(`"unread":true`))
		if n := len(entries(t, s, EntryFilter{})); n != want {
			t.Errorf("pruned %d days later: %d entries, want %d", days, n, want)
		}
		// A mark for an entry that is kept is in nobody's way.
		readIn(t, s, head+feedLine+`{"type":"pruned","subscription_id":7,"ref":"`+
			"AAAAAAAAAAAAAAAAAAAAAA=="+`","updated":"2026-01-01T12:00:00Z"}`)
		markAllRead(t, s)
		prune(t, s, EntryFilter{})
	}
}

// Lines of an archive whose feed is that of the helpers.
const (
	head     = `{"type":"gemsub","version":1}` + "\n"
	feedLine = `{"type":"subscription","id":7,"url":"` + pageURL + `","title":"","format":"","state":"ok","ignore_robots":false,"added_at":"2026-03-10T06:30:00Z"}` + "\n"
)

func entryLine(more string) string {
	return `{"type":"entry","id":9,"subscription_id":7,"ref":"` + pageURL + `a.gmi","title":"A","author":"","updated":"2026-03-01T12:00:00Z","rank":0,"first_seen":"2026-03-10T06:30:00Z",` + more + "}\n"
}

// A number so high that those after it could not be archived is not kept.
func TestArchiveOfHighNumbers(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	high := func(line, number string) string {
		return strings.Replace(line, `"id":`+number, `"id":9007199254740992`, 1)
	}
	feedLine := strings.Replace(feedLine, `"title"`, `"failures":9007199254740992,"title"`, 1)
	archive := head + high(feedLine, "7") + high(entryLine(`"unread":true`), "9")
	readIn(t, s, strings.ReplaceAll(archive, `"subscription_id":7`, `"subscription_id":9007199254740992`))
	commit(t, s, Check{New: &NewSubscription{URL: "gemini://b.example/"}, State: StateOK, Feed: at("gemini://b.example/", "b.gmi")})
	for _, e := range entries(t, s, EntryFilter{}) {
		if e.ID > 2 || e.SubscriptionID > 2 {
			t.Errorf("entry %d of feed %d", e.ID, e.SubscriptionID)
		}
	}
	commit(t, s, Check{SubscriptionID: 1, State: StateFailing, Failures: subscriptions(t, s, SubscriptionFilter{})[0].Failures + 1})
	if _, refused := readIn(t, newStore(t), writeOut(t, s)); len(refused) > 0 {
		t.Errorf("refused %q", refused)
	}
}

// One line that is wrong, and nothing is stored.
func TestWrongArchive(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ line, want string }{
		{`{"type":"entry"`, "not one JSON object"},
		{`[1]`, "not one JSON object"},
		{`{} {}`, "not one JSON object"},
		{``, "not one JSON object"},
		{`{"type":"sqlite_schema","name":"x"}`, `unknown type "sqlite_schema"`},
		{`{"type":"tally","subscription_id":7}`, `unknown type "tally"`},
		{`{"kind":"entry"}`, `unknown type ""`},
		{`{"type":"tag","subscription_id":7,"tag":"x","colour":"red"}`, "a key that no tag has"},
		{strings.Replace(strings.TrimSpace(feedLine), `"title"`, `"folder":"gemini://victim.example/","title"`, 1), "a key that no subscription has"},
		{`{"type":"tag","subscription_id":8,"tag":"x"}`, "no feed before this line has the number 8"},
		{`{"type":"tag","tag":"x"}`, "tag without subscription_id"},
		{`{"type":"tag","subscription_id":7,"tag":5}`, "tag is no string"},
		{`{"type":"tag","subscription_id":7,"tag":["x"]}`, "tag is no string"},
		{`{"type":"tag","subscription_id":"7","tag":"x"}`, "subscription_id is no number"},
		{`{"type":"tag","subscription_id":1.5,"tag":"x"}`, "subscription_id is no whole number from 0 to 9007199254740992"},
		{`{"type":"tag","subscription_id":-7,"tag":"x"}`, "subscription_id is no whole number from 0 to 9007199254740992"},
		{`{"type":"tag","subscription_id":9e99,"tag":"x"}`, "subscription_id is no whole number from 0 to 9007199254740992"},
		{strings.TrimSpace(entryLine(`"unread":1`)), "unread is neither true nor false"},
		{strings.TrimSpace(entryLine(`"unread":true,"published":"today"`)), "published is no time of RFC 3339"},
		{strings.TrimSpace(entryLine(`"unread":true,"published":false`)), "published is no number"},
		{`{"type":"pruned","subscription_id":7,"ref":"?","updated":null}`, "ref is no base64"},
		{`{"type":"mute","pattern":"/(/","tag":"","added_at":"2026-03-10T06:30:00Z"}`, "pattern /(/: error parsing regexp: missing closing ): `(?i)(`"},
		{`{"type":"setting","name":null,"value":"x"}`, "setting without name"},
		{strings.TrimSpace(feedLine), "a second feed with the number 7"},
		{strings.Replace(strings.TrimSpace(feedLine), pageURL, "https://a.example/", 1), `url: unsupported URL scheme "https" (supported: gemini, gopher, gophers)`},
		{strings.Replace(strings.TrimSpace(feedLine), pageURL, "gemini://a b/", 1), "url: "},
		{strings.Replace(strings.TrimSpace(feedLine), `"state":"ok"`, `"state":"odd"`, 1), "state is no state that is known here"},
		{strings.Replace(strings.TrimSpace(feedLine), `"format":""`, `"format":"exe"`, 1), "format is no format that is known here"},
		{`{"type":"host","authority":"a.example","refused":false,"fingerprint":"aa"}`, "authority is no host with a port"},
		{`{"type":"host","authority":"gemini://a.example:1965/x","refused":false,"fingerprint":"aa"}`, "authority is no host with a port"},
		{`{"type":"authority","authority":"a.example:1965","robots_known":true,"robots_status":"","defer_for":-1}`, "defer_for is no whole number from 0 to 9223372036"},
	} {
		s := newStore(t)
		archive := head + feedLine + entryLine(`"unread":true`) + tt.line + "\n"
		_, err := s.ReadArchive(t.Context(), strings.NewReader(archive))
		if err == nil || !strings.HasPrefix(err.Error(), "read archive: line 4: "+tt.want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: error %v, want %q", tt.line, err, tt.want)
		}
		if n := len(subscriptions(t, s, SubscriptionFilter{})); n != 0 {
			t.Errorf("%s: %d subscriptions are stored", tt.line, n)
		}
	}
}

// What an archive says is text: it arrives without what steers terminals, bounded,
// and at a time that there is.
func TestArchiveIsMadeSafe(t *testing.T) {
	t.Parallel()
	const nasty = `\u001b[31mred\u009b\u202e\nX`
	line := strings.NewReplacer(`"title":"A"`, `"title":"`+nasty+`"`, `"author":""`, `"author":"`+strings.Repeat("é", 1<<16)+`"`).Replace(
		entryLine(`"unread":true,"published":999999999999`))
	s := newStore(t)
	done, left := readIn(t, s, head+strings.Replace(feedLine, `"title":""`, `"title":"`+nasty+`"`, 1)+line+
		`{"type":"tag","subscription_id":7,"tag":"`+strings.Repeat("t", 1000)+`"}`+"\n"+
		`{"type":"mute","pattern":"`+nasty+`","tag":"","added_at":"2026-03-10T06:30:00Z"}`+"\n"+
		`{"type":"host","authority":"a.example:1965","refused":false,"fingerprint":"`+nasty+`"}`+"\n"+
		strings.Replace(entryLine(`"unread":true`), "a.gmi", strings.Repeat("a", maxText), 1))
	if want := []string{"7: ref is too long"}; !slices.Equal(left, want) || done.LeftOut != 1 {
		t.Errorf("left out %q, want %q", left, want)
	}
	sub, e := subscriptions(t, s, SubscriptionFilter{})[0], entries(t, s, EntryFilter{})[0]
	mutes, _ := s.Mutes(t.Context())
	hosts, _ := s.PinnedKeys(t.Context())
	for _, got := range []string{sub.Title, e.Title, e.FeedTitle, mutes[0].Pattern, hosts[0].Fingerprint} {
		if want := "[31mred X"; got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	if len(e.Author) > maxText || len(sub.Tags[0]) > maxTag || e.Published.Year() != 9999 {
		t.Errorf("author of %d bytes, tag of %d, published %v", len(e.Author), len(sub.Tags[0]), e.Published)
	}
}

func TestNoArchive(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ archive, want string }{
		{"", `line 1 is not {"type":"gemsub",…}: this is no archive`},
		{feedLine, `line 1 is not {"type":"gemsub",…}: this is no archive`},
		{`{"type":"gemsub","version":2}`, "line 1: version 2 was written by another gemsub (this one knows 1)"},
		{head + strings.Repeat("x", maxArchiveLine+1), "line 2 is longer than 4 MiB"},
	} {
		s := newStore(t)
		_, err := s.ReadArchive(t.Context(), strings.NewReader(tt.archive))
		if want := "read archive: " + tt.want; err == nil || err.Error() != want {
			t.Errorf("error %v, want %q", err, want)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	s := newStore(t)
	if _, err := s.ReadArchive(ctx, strings.NewReader(head)); err == nil || !strings.HasPrefix(err.Error(), "read archive: ") {
		t.Errorf("error %v", err)
	}
	if err := s.WriteArchive(ctx, new(bytes.Buffer)); err == nil || !strings.HasPrefix(err.Error(), "write archive: ") {
		t.Errorf("error %v", err)
	}
}

// A writer who changes the database meanwhile.
func TestArchiveOfMany(t *testing.T) {
	t.Parallel()
	const many = 2_000
	s := newStore(t)
	subscribe(t, s, bigPage(pageURL, many))
	out := &changing{change: func() { markAllRead(t, s) }}
	if err := s.WriteArchive(t.Context(), out); err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(out.String(), `"unread":false`); n > 0 {
		t.Errorf("%d entries are as they became while the archive was written", n)
	}
	other := newStore(t)
	done, refused := readIn(t, other, out.String())
	if done.Added["entry"] != many || len(refused) > 0 {
		t.Errorf("done %+v, refused %q", done, refused)
	}
	if lines := slices.Collect(strings.Lines(writeOut(t, other))); strings.Join(lines, "") != out.String() {
		t.Errorf("%d lines are not those that were read", len(lines))
	}
}

// A changing buffer makes a change after its second line.
type changing struct {
	bytes.Buffer
	lines  int
	change func()
}

func (c *changing) Write(line []byte) (int, error) {
	if c.lines++; c.lines == 2 {
		c.change()
	}
	return c.Buffer.Write(line)
}

// An identity is not shown in another's stead because it has its name.
func TestArchiveOfOtherIdentity(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	did(t, "add", true)(s.AddIdentity(t.Context(), Identity{Name: "me", Certificate: []byte("mine"), Key: []byte("K")}))
	_, refused := readIn(t, s, writeOut(t, fullStore(t)))
	want := []string{"there is another identity me here", "the identity me here is not from the archive"}
	for i, line := range refused {
		_, refused[i], _ = strings.Cut(line, ": ")
	}
	if diff := cmp.Diff(want, refused); diff != "" {
		t.Errorf("refused (-want +got):\n%s", diff)
	}
	if uses, err := s.IdentityUses(t.Context()); err != nil || len(uses) != 0 {
		t.Errorf("uses %v, %v", uses, err)
	}
}

// An archive does not say of a feed that it may lead to private addresses: where it
// is is found out when it is read next.
func TestArchiveGrantsNoReach(t *testing.T) {
	t.Parallel()
	for reach, want := range map[string]Reach{"local": "", "public": ReachPublic, "x": ""} {
		s := newStore(t)
		readIn(t, s, head+`{"type":"subscription","id":1,"url":"gemini://a.example/","title":"","format":"","state":"ok","ignore_robots":false,"added_at":"2021-01-01T00:00:00Z","reach":"`+reach+`"}`+"\n")
		if subs := subscriptions(t, s, SubscriptionFilter{}); len(subs) != 1 || subs[0].Reach != want {
			t.Errorf("%s: %+v", reach, subs)
		}
	}
}

// Where an identity is shown is decided by who has its key, not by an archive that
// knows its name, or its certificate, which every capsule has seen that it was
// shown to.
func TestArchiveUsesNoIdentityOfTheUser(t *testing.T) {
	t.Parallel()
	const use = `{"type":"identity_use","authority":"evil.example:1965","path":"/","name":"me"}` + "\n"
	for name, lines := range map[string]string{
		"name":        use,
		"certificate": `{"type":"identity","name":"me","certificate":"bWluZQ==","key":"AAAA","added_at":"2021-01-01T00:00:00Z"}` + "\n" + use,
	} {
		s := newStore(t)
		did(t, "add", true)(s.AddIdentity(t.Context(), Identity{Name: "me", Certificate: []byte("mine"), Key: []byte("K")}))
		if _, refused := readIn(t, s, head+lines); len(refused) != strings.Count(lines, "\n") {
			t.Errorf("%s: refused %q", name, refused)
		}
		if uses, err := s.IdentityUses(t.Context()); err != nil || len(uses) != 0 {
			t.Errorf("%s: uses %v, %v", name, uses, err)
		}
	}
}

// A line with nothing but its type is wrong, as one with its number alone.
func TestArchiveEmptyLine(t *testing.T) {
	t.Parallel()
	for _, table := range archivedTables() {
		archive := head + fmt.Sprintf(`{"type":%q}`, table.name) + "\n"
		if _, err := fullStore(t).ReadArchive(t.Context(), strings.NewReader(archive)); err == nil {
			t.Errorf("%s: no error", table.name)
		}
	}
	_, err := fullStore(t).ReadArchive(t.Context(), strings.NewReader(head+`{"type":"subscription","id":1}`+"\n"))
	if want := "read archive: line 2: subscription without url"; err == nil || err.Error() != want {
		t.Errorf("error %v, want %q", err, want)
	}
}

// Each column of each table has a kind, unless the table is one that archives leave
// out; and none is listed that does not exist.
func TestArchivedColumns(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	derived := []string{ // made again from the others
		"tally", "entry_text", "feed_text", "indexed", "unindexed", "post_link",
	}
	leftOut := []string{"owed_hook", "wanted_post", "destination", "mailing", "change", "changed_mark"} // of this database alone
	columns := map[string][]string{}                                                                    // listed, by table
	for _, table := range archivedTables() {
		columns[table.name] = columnNames(table.columns)
	}
	for _, name := range tableNames(t, s) {
		want, err := columnsOfTable(t.Context(), s.db, name)
		if err != nil {
			t.Fatal(err)
		}
		got, listed := columns[name]
		delete(columns, name)
		if !listed && (slices.Contains(append(derived, leftOut...), name) || strings.HasPrefix(name, "changed_")) {
			continue
		}
		slices.Sort(want)
		slices.Sort(got)
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("columns of %s with a kind (-want +got):\n%s", name, diff)
		}
	}
	if len(columns) > 0 {
		t.Errorf("there are no such tables: %v", columns)
	}
}

// tableNames returns all tables but those that SQLite makes for others.
func tableNames(t *testing.T, s *Store) []string {
	t.Helper()
	names, err := collect(t.Context(), s.db, func(name *string) []any { return []any{name} }, `
		SELECT name FROM pragma_table_list WHERE type IN ('table', 'virtual') AND name NOT LIKE 'sqlite\_%' ESCAPE '\'`)
	if err != nil {
		t.Fatal(err)
	}
	return names
}

// An archive offers no key to be accepted: which ones a person was told of is known only
// where they were refused.
func TestArchiveOffersNoKey(t *testing.T) {
	t.Parallel()
	const key = `{"type":"host","authority":"one.example:1965","refused":true,"fingerprint":"cc"}` + "\n"
	s := fullStore(t)
	_, left := readIn(t, s, head+key+writeOut(t, s)[len(head):])
	want := []string{"2: keys that were refused elsewhere cannot be accepted here"}
	if diff := cmp.Diff(want, left); diff != "" {
		t.Errorf("left out (-want +got):\n%s", diff)
	}
	keys, err := s.RefusedKeys(t.Context(), "one.example:1965")
	if err != nil || len(keys) != 1 || keys[0].Fingerprint != "bb" {
		t.Errorf("offered %v, %v; want the one that was refused here", keys, err)
	}
	other := newStore(t)
	if _, left := readIn(t, other, writeOut(t, s)); len(left) > 0 {
		t.Errorf("left out of an archive of ours: %q", left)
	}
	if keys, err := other.RefusedKeys(t.Context(), "one.example:1965"); err != nil || len(keys) > 0 {
		t.Errorf("offered %v, %v", keys, err)
	}
}
