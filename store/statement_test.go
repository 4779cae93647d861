package store

import (
	"fmt"
	"path/filepath"
	"testing"
	"time"

	"gemsub/feed"
	"gemsub/internal/model"
)

// sendAll makes s send every statement of the package, and those of filters with all combinations
// of conditions that the commands of the program make.
func sendAll(t *testing.T, s *Store) {
	t.Helper()
	fill(t, s)
	beginSync(t, s)
	sendList(t, s)
	search(t, s, "1a", EntryFilter{Distinct: true, Limit: 9})
	search(t, s, "1a", EntryFilter{Distinct: true, UnreadOnly: true, Limit: 9})
	sendChecks(t, s)
	sendEdits(t, s)
	sendKeys(t, s)
	sendPosts(t, s)
	kept := keepLater(t, s, "gemini://kept.example/", entries(t, s, EntryFilter{Limit: 1})[0].URL)
	savePosts(t, s, model.PostResult{EntryID: kept[0], Post: aPost("# Kept\n")})
	for _, f := range listFilters() {
		entries(t, s, f)
	}
	for _, f := range oldestFirst() {
		entries(t, s, f)
		fine(t)(s.CountEntries(t.Context(), f))
	}
	for _, f := range searchFilters() {
		search(t, s, "compost", f)
	}
	search(t, s, "of worms", EntryFilter{Limit: 9})
	for _, f := range subscriptionFilters() {
		subscriptions(t, s, f)
	}
	fine(t)(s.InCommon(t.Context(), 1))
	sendSync(t, s)
	sendWhole(t, s)
}

// with returns filters, and each filter with every combination of the conditions.
func with[F any](filters []F, conditions ...func(*F)) []F {
	for _, add := range conditions {
		for _, f := range filters {
			add(&f)
			filters = append(filters, f)
		}
	}
	return filters
}

func ofFeed(f *EntryFilter)  { f.Subscriptions = []int64{1} }
func ofTag(f *EntryFilter)   { f.Tag = "a" }
func since(f *EntryFilter)   { f.Since = noon }
func limited(f *EntryFilter) { f.Limit = 9 }

func listFilters() []EntryFilter {
	shown := []EntryFilter{{}, {UnreadOnly: true}, {StarredOnly: true}, {WithoutLater: true, Distinct: true}, {Distinct: true}, {Distinct: true, UnreadOnly: true}, {Distinct: true, StarredOnly: true}}
	all := with(shown, ofFeed, ofTag, since, limited)
	two := []int64{1, 2}
	exported := []EntryFilter{
		{Subscriptions: two},
		{Subscriptions: two, UnreadOnly: true},
		{Subscriptions: two, Distinct: true, Merged: true},
		{Subscriptions: two, Distinct: true, Merged: true, UnreadOnly: true},
	}
	all = append(all, with(exported, since, limited)...)
	all = append(all, with(namedFilters(), limited)...)
	return append(all, pruneFilters()...)
}

func oldestFirst() []EntryFilter {
	return with([]EntryFilter{{UnreadOnly: true, OldestFirst: true, WithKept: true}}, limited)
}

func namedFilters() []EntryFilter {
	return []EntryFilter{{IDs: []Range{{1, 2}}, URLs: []string{pageURL}}, {IDs: []Range{{1, 1}}}}
}

func pruneFilters() []EntryFilter {
	return with([]EntryFilter{{Prunable: true, Before: noon}}, ofFeed, ofTag)
}

func searchFilters() []EntryFilter {
	return with([]EntryFilter{{Distinct: true}, {Distinct: true, UnreadOnly: true}}, ofFeed, ofTag, since, limited)
}

func subscriptionFilters() []SubscriptionFilter {
	tagged := func(f *SubscriptionFilter) { f.Tag = "a" }
	failing := func(f *SubscriptionFilter) { f.Failing = true }
	unread := func(f *SubscriptionFilter) { f.UnreadOnly = true }
	stale := func(f *SubscriptionFilter) { f.StaleBefore = noon }
	return append(with([]SubscriptionFilter{{}}, tagged, unread, failing, stale), SubscriptionFilter{IDs: []int64{1, 2}}, SubscriptionFilter{URLs: []string{pageURL}})
}

// sendChecks stores checks of pages that are edited, that move, also to the URL of another feed,
// and that list pruned entries again.
func sendChecks(t *testing.T, s *Store) {
	t.Helper()
	const from, to, taken = "gemini://four.example/", "gemini://five.example/", "gemini://six.example/"
	f := at(from, "4c", "4b", "4a")
	f.Entries[0].ID, f.Entries[0].Link = to+"4c", to+"4c"
	id := commit(t, s, Check{Subscription: &Subscription{URL: from}, Feed: f})[0].SubscriptionID
	prune(t, s, EntryFilter{Subscriptions: []int64{id}, Before: noon})
	moved := at(to, "4c", "4b", "4a")
	commit(t, s, Check{Subscription: byID(id), MovedTo: to, Feed: moved})
	moved.Entries[0].Title = "edited"
	moved.Entries[2].Updated = noon.Add(day)
	check(t, s, id, moved)
	commit(t, s, Check{Subscription: byID(id), CheckedAt: start, NextCheckAt: start, State: StateOK, Digest: "d"})
	commit(t, s, Check{Subscription: &Subscription{URL: taken}, Feed: at(taken, "4c")})
	sendMove(t, s)
	commit(t, s, Check{Subscription: byID(id), MovedTo: taken, Feed: at(taken, "4c")})
	commit(t, s, Check{Subscription: byID(id), WaitUntil: start})
	sendHooks(t, s)
	const menu = "gopher://seven.example/"
	f = at(menu, "7a")
	f.Entries[0].ID = feed.IDOfSelector("7a")
	id = commit(t, s, Check{Subscription: &Subscription{URL: menu}, Feed: f})[0].SubscriptionID
	other := at("gopher://eight.example/", "7a")
	other.Entries[0].ID, other.Entries[0].Title, other.Entries[0].Updated = feed.IDOfSelector("7a"), "other", noon.Add(day)
	other.Entries = append(other.Entries, at(menu, "7b").Entries...)
	check(t, s, id, other)
}

// sendHooks notes hooks that are owed, that ran and that did not start.
func sendHooks(t *testing.T, s *Store) {
	t.Helper()
	ctx := t.Context()
	const url = "gemini://hooks.example/"
	owing := Check{Subscription: &Subscription{URL: url, Backlog: new(-1)}, Feed: at(url, "6b", "6a")}
	fine(t)(nil, s.Commit(ctx, Batch{Checks: complete(t, s, owing), OweHooks: true}))
	fine(t)(s.OwedHooks(ctx))
	fine(t)(nil, s.HookDone(ctx, 1))
	fine(t)(s.HookNotStarted(ctx, 2, 1))
}

// sendMove moves a page to another author's folder, where two of its entries become one and
// another one was pruned.
func sendMove(t *testing.T, s *Store) {
	t.Helper()
	const url, to = "gemini://moves.example/log/", "gemini://moved.example/log/"
	f := at(url, "5d", "5c", "5b", "5a")
	f.Entries = append(f.Entries, linked(to, to+"5d", to+"5d").Entries...)
	id := commit(t, s, Check{Subscription: &Subscription{URL: url}, Feed: f})[0].SubscriptionID
	prune(t, s, EntryFilter{URLs: []string{url + "5a", url + "5b"}})
	commit(t, s, Check{Subscription: byID(id), MovedTo: to, Feed: at(to, "5d", "5a")})
}

// fine returns a function that fails the test at an error.
func fine(t testing.TB) func(_ any, err error) {
	return func(_ any, err error) {
		t.Helper()
		if err != nil {
			t.Error(err)
		}
	}
}

// sendEdits changes the user's marks, tags and other settings.
func sendEdits(t *testing.T, s *Store) {
	t.Helper()
	ctx := t.Context()
	for _, f := range append(with([]EntryFilter{{}}, ofFeed, ofTag), namedFilters()...) {
		fine(t)(s.SetUnread(ctx, f, true))
		fine(t)(s.SetStarred(ctx, f, true))
	}
	for _, m := range with([]Mute{{Pattern: "a"}}, func(m *Mute) { m.SubscriptionID = 1 }, func(m *Mute) { m.Tag = "a" }) {
		mute(t, s, m)
	}
	fine(t)(s.Mutes(ctx))
	for _, f := range pruneFilters() {
		prune(t, s, f)
	}
	fine(t)(s.Tag(ctx, []int64{1, 2}, "z"))
	fine(t)(s.Untag(ctx, []int64{1, 2}, "z"))
	fine(t)(nil, s.Set(ctx, map[int64]time.Time{1: start}, Settings{Title: new("z"), Interval: new(day), URL: parseURL(t, "gemini://seven.example/"), Tag: []string{"y"}}))
	fine(t)(nil, s.Remove(ctx, []int64{2}))
	fine(t)(s.Changes(ctx))
	sendUndo(t, s)
}

// sendUndo undoes changes of all kinds, some after the page was read.
func sendUndo(t *testing.T, s *Store) {
	t.Helper()
	const url = "gemini://undone.example/"
	owing := Check{Subscription: &Subscription{URL: url, Backlog: new(-1)}, Feed: at(url, "8")}
	b := Batch{Checks: complete(t, s, owing), OweHooks: true}
	fine(t)(nil, s.Commit(t.Context(), b))
	changes := b.Checks[0].Changes
	fine(t)(nil, s.Set(t.Context(), map[int64]time.Time{changes.SubscriptionID: {}}, Settings{URL: parseURL(t, url+"log/")}))
	fine(t)(s.Undo(t.Context(), 0))
	mailTo(t, s, "box", changes.New[0].ID)
	savePosts(t, s, model.PostResult{EntryID: changes.New[0].ID, Post: aPost("=> gemini://b.example/b.gmi\n")})
	fine(t)(nil, s.Remove(t.Context(), []int64{changes.SubscriptionID}))
	fine(t)(s.Undo(t.Context(), 0))
	fine(t)(s.Undo(t.Context(), 0))
	fine(t)(nil, s.Remove(t.Context(), []int64{changes.SubscriptionID}))
	again := commit(t, s, owing)[0].SubscriptionID
	if _, err := s.Undo(t.Context(), 0); err == nil {
		t.Error("a removed feed is joined with another")
	}
	fine(t)(nil, s.RecordAdd(t.Context(), []int64{again}))
	fine(t)(s.Undo(t.Context(), 0))
	fine(t)(s.Undo(t.Context(), 0))
	fine(t)(s.db.ExecContext(t.Context(), `UPDATE subscription SET checked_at = 99 WHERE id = 1`))
	for range 7 {
		fine(t)(s.Undo(t.Context(), 0))
	}
	fine(t)(nil, s.RecordFinal(t.Context(), "prune"))
	if _, err := s.Undo(t.Context(), 0); err == nil {
		t.Error("the change before a prune is undone")
	}
	fine(t)(s.SetUnread(t.Context(), EntryFilter{}, true))
	fine(t)(nil, s.MarkOpened(t.Context(), []int64{1, 2}, ""))
	fine(t)(s.UndoOpened(t.Context()))
	fine(t)(s.Changes(t.Context()))
	for range maxChanges + 1 {
		fine(t)(s.SetUnread(t.Context(), EntryFilter{IDs: []Range{{1, 1}}}, true))
		fine(t)(s.SetUnread(t.Context(), EntryFilter{IDs: []Range{{1, 1}}}, false))
	}
}

// sendKeys reads, stores and forgets keys, identities and what is known of capsules.
func sendKeys(t *testing.T, s *Store) {
	t.Helper()
	ctx := t.Context()
	const capsule = "one.example:1965"
	_, _, err := s.Authority(ctx, capsule)
	fine(t)(nil, err)
	fine(t)(s.PinnedKeys(ctx))
	const other = "a.example:1965"
	fine(t)(nil, s.Commit(ctx, Batch{Authorities: []Authority{{Authority: other, Key: key(other, "aa")}}}))
	fine(t)(nil, s.PinKey(ctx, key(other, "bb")))
	_, _, err = s.RefusedKey(ctx, capsule)
	fine(t)(nil, err)
	storeAuthority(t, s, Authority{Authority: capsule, Robots: make([]byte, largeRobots+1)})
	fine(t)(nil, s.ForgetAuthorities(ctx))
	did(t, "forget keys", true)(s.ForgetKeys(ctx, capsule))
	_, _, err = s.Identity(ctx, "me")
	fine(t)(nil, err)
	fine(t)(s.Identities(ctx))
	fine(t)(s.IdentityUses(ctx))
	did(t, "end use of identity", true)(s.UnuseIdentity(ctx, capsule, "/"))
	did(t, "remove identity", true)(s.RemoveIdentity(ctx, "me"))
}

// sendWhole examines the file as a whole.
func sendWhole(t *testing.T, s *Store) {
	t.Helper()
	ctx := t.Context()
	fine(t)(nil, s.Integrity(ctx))
	fine(t)(nil, s.Backup(ctx, filepath.Join(t.TempDir(), "copy.db")))
	fine(t)(s.DuplicateFeeds(ctx))
	fine(t)(s.SharedNames(ctx))
	fine(t)(s.FeedID(ctx))
	fine(t)(s.ReaderPlace(ctx))
	fine(t)(0, s.SetReaderPlace(ctx, model.ReaderPlace{}))
	fine(t)(s.Free(ctx))
	fine(t)(schemaOf(ctx, s.db))
}

// sendPosts stores, finds and removes posts, and reads which are wanted.
func sendPosts(t *testing.T, s *Store) {
	t.Helper()
	carrying := at("gemini://carrying.example/", "7a")
	carrying.Entries[0].ID, carrying.Entries[0].Content = "7a", &feed.Content{Text: "7a"}
	id := commit(t, s, Check{Subscription: &Subscription{URL: "gemini://carrying.example/"}, Feed: carrying})[0].SubscriptionID
	commit(t, s, Check{Subscription: byID(id), Feed: carrying})
	copied := at("gemini://copied.example/", "8a")
	copied.Entries[0].Link = carrying.Entries[0].Link
	copy := commit(t, s, Check{Subscription: &Subscription{URL: "gemini://copied.example/", Backlog: new(-1)}, Feed: copied})[0].New[0]
	savePosts(t, s, model.PostResult{EntryID: copy.ID, Post: aPost("copied\n")})
	search(t, s, "copied", EntryFilter{Distinct: true})
	carrying.Entries[0].Link += "?"
	commit(t, s, Check{Subscription: byID(id), Feed: carrying})
	sections := at("gemini://sections.example/", "9a")
	sections.Format = feed.Headings
	id = commit(t, s, Check{Subscription: &Subscription{URL: "gemini://sections.example/"}, Feed: sections})[0].SubscriptionID
	sections.Entries[0].Content = &feed.Content{Text: "9a"}
	commit(t, s, Check{Subscription: byID(id), Feed: sections})
	ctx := t.Context()
	fine(t)(s.WantedPosts(ctx, PostFilter{Now: start, Default: model.PostsAll, Subscriptions: []int64{1}}))
	fine(t)(s.SetUnread(ctx, EntryFilter{IDs: []Range{{1, 1}}}, false))
	fine(t)(s.SetStarred(ctx, EntryFilter{IDs: []Range{{1, 1}}}, false))
	fine(t)(s.db.ExecContext(ctx, `INSERT OR REPLACE INTO wanted_post SELECT id, 0, 0, '' FROM entry WHERE id = 1`))
	fine(t)(s.FeedsWithoutPosts(ctx))
	savePosts(t, s, model.PostResult{EntryID: 1, Post: aPost("a\n")})
	search(t, s, "a", EntryFilter{TitlesOnly: true})
	search(t, s, "a", EntryFilter{})
	search(t, s, "a carrying", EntryFilter{})
	fine(t)(nil, s.Reindex(ctx))
	_, _, err := s.PostFailure(ctx, 1)
	fine(t)(nil, err)
	fine(t)(s.SetUnread(ctx, EntryFilter{IDs: []Range{{1, 1}}}, false))
	fine(t)(s.SetStarred(ctx, EntryFilter{IDs: []Range{{1, 1}}}, false))
	fine(t)(s.LimitPosts(ctx, PostRoom{}))
	fine(t)(nil, s.commit(ctx, "limit", func(tx *transaction) { tx.limitIndex(-1 << 40) }))
	fine(t)(s.Prune(ctx, EntryFilter{WithPost: true, Subscriptions: []int64{1}, Before: noon}))
	_, _, err = s.Post(ctx, 1)
	fine(t)(nil, err)
	sendLinks(t, s)
	sendMail(t, s)
}

// sendMail sends the statements that deliveries need.
func sendMail(t *testing.T, s *Store) {
	t.Helper()
	ctx := t.Context()
	to := mailTo(t, s, "box", 1)
	for i, f := range with([]EntryFilter{{UnreadOnly: true}}, ofFeed, ofTag) {
		fine(t)(s.Destination(ctx, fmt.Sprint("new ", i), f, 9))
	}
	entries(t, s, EntryFilter{UnreadOnly: true, Distinct: true, NotMailedTo: to})
	fine(t)(nil, s.NoteMail(ctx, to, 1, false))
	fine(t)(s.RefusedMail(ctx, to))
	fine(t)(nil, s.NoteMail(ctx, to, 1, true))
	fine(t)(s.MailedEntry(ctx, to, "gemini://b.example/"))
}

// sendLinks reads the links between posts.
func sendLinks(t *testing.T, s *Store) {
	t.Helper()
	ctx := t.Context()
	savePosts(t, s, model.PostResult{EntryID: 1, Post: aPost("=> gemini://b.example/b.gmi\n")})
	fine(t)(s.PostLinks(ctx, []int64{1}))
	fine(t)(s.EntryAt(ctx, "gemini://b.example/#a"))
	fine(t)(s.PostEntry(ctx, 1))
	_, _, err := s.Mentions(ctx, []string{"gemini://b.example/"}, 1)
	fine(t)(nil, err)
	fine(t)(s.CountEntries(ctx, EntryFilter{Conversing: true}))
	fine(t)(s.CountEntries(ctx, EntryFilter{UnreadOnly: true, Distinct: true}))
	entries(t, s, EntryFilter{WithAnswers: true, Limit: 10})
}

// sendList subscribes to a feed of a list, as an import does.
func sendList(t *testing.T, s *Store) {
	t.Helper()
	_, _, err := s.Subscribe(t.Context(), []Subscription{{URL: "gemini://listed.example/?query"}}, isPrivate)
	fine(t)(nil, err)
}
