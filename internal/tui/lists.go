package tui

import (
	"context"
	"slices"
	"strings"

	"gemsub/internal/app"
	"gemsub/internal/view"
)

// promptSearch asks for the words to search, in the shown text or in all posts.
func (r *reader) promptSearch() {
	if t := r.text(); t != nil {
		r.typing = &prompt{label: "find here: ", do: func(words string) { r.find(t, words) }}
		return
	}
	r.typing = &prompt{label: "/", do: r.search}
}

// search lists the entries with words in their title or post, titles first.
func (r *reader) search(words string) {
	if words == "" {
		return
	}
	l := &entryList{of: place{title: "/" + words + ", titles first"}, query: queryOf(app.EntryFilter{Words: words}), whole: true, read: r.readEntries}
	r.askFor(l, "the search", func() {
		if len(l.rows) == 0 {
			r.say("no entry has " + words)
			return
		}
		r.openList(l)
	})
}

// askFor loads a list while the user waits; whom names the list on the screen.
func (r *reader) askFor(l *entryList, whom string, then func()) {
	r.ask(whom, func(ctx context.Context) (func(), error) {
		rows, err := l.read(ctx, l.query)
		return func() {
			l.replace(rows)
			then()
		}, err
	})
}

// openList shows a list over the one before.
func (r *reader) openList(l *entryList) {
	if r.focus == onPost {
		l.over = slices.Clone(r.posts)
	}
	r.lists = append(r.lists, l)
	r.focus, r.view = onEntries, nil
}

// onlyList replaces all lists by that of a place, once it is loaded.
func (r *reader) onlyList(p place) {
	l := r.newList(p)
	r.askFor(l, "the list", func() {
		r.lists = nil
		if i := slices.IndexFunc(r.feeds.rows, p.same); i >= 0 {
			r.feeds.at, l.of = i, r.feeds.rows[i]
		}
		r.openList(l)
	})
}

// placesNamed returns the places whose titles begin with begun, in any case; tags also without
// their #.
func placesNamed(places []place, begun string) (named []place) {
	begun = strings.ToLower(begun)
	for _, p := range places {
		title := strings.ToLower(p.title)
		if strings.HasPrefix(title, begun) || strings.HasPrefix(title, "#"+begun) {
			named = append(named, p)
		}
	}
	return named
}

func (r *reader) promptFilter() {
	r.typing = &prompt{label: "list (unread, all, starred, conversations, VIEW, #tag, FEED): ", do: r.filter}
	places := r.feeds.every
	r.typing.complete = func(_ context.Context, typed string) (titles []string) {
		for _, p := range placesNamed(places, typed) {
			titles = append(titles, p.title)
		}
		return titles
	}
}

// filter lists the first place whose title begins with name. For a feed, name must be the whole
// title, or a name that commands take.
func (r *reader) filter(name string) {
	for _, p := range placesNamed(r.feeds.every, name) {
		if p.feed == 0 || len(p.title) == len(name) {
			r.onlyList(p)
			return
		}
	}
	r.ask("the list", func(ctx context.Context) (func(), error) {
		feeds, err := r.App.Select(ctx, []string{name})
		return func() {
			if len(feeds) > 1 { // the user named a range
				r.say(r.key + " lists one feed or tag")
				return
			}
			r.onlyList(place{feed: feeds[0].ID, title: feeds[0].Name()})
		}, err
	})
}

// thread lists the conversation of an entry, with the cursor on the entry.
func (r *reader) thread() {
	e, ok := r.subject()
	if !ok {
		return
	}
	l := &entryList{of: place{title: "Conversation"}, whole: true}
	l.read = func(ctx context.Context, _ app.EntryQuery) (rows []entryLine, err error) {
		posts, _, err := r.App.Thread(ctx, e) // the nearest ones
		for _, line := range view.ThreadLines(posts) {
			rows = append(rows, entryLine{Entry: line.Entry, tree: line.Tree})
		}
		return rows, err
	}
	r.askFor(l, "the conversation", func() {
		if len(l.rows) < 2 {
			r.say("no kept post answers this one, or is answered by it")
			return
		}
		l.at = slices.IndexFunc(l.rows, is(e))
		r.openList(l)
	})
}
