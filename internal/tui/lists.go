package tui

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"gemsub/internal/app"
	"gemsub/internal/model"
	"gemsub/internal/term"
	"gemsub/internal/view"
)

// promptSearch asks for the words to find in the shown text, or to search in all posts; then it lists
// the entries with these words in their title or post, titles first.
func (r *reader) promptSearch() {
	if t := r.text(); t != nil {
		r.typing = &prompt{label: "find here: ", empty: true, do: func(words string) { r.find(t, words) }}
		return
	}
	r.typing = &prompt{label: "/", do: func(words string) {
		l := &entryList{of: place{title: "/" + words + ", titles first"}, query: queryOf(app.EntryFilter{Words: words}), whole: true, read: r.readEntries}
		r.load(l, 1, fmt.Sprintf("no entry has %[1]s; %[1]s* finds longer words too", words))
	}}
}

// listAs lists the entries that a command prints, in its order. If there are none, it shows what else
// the command prints.
func (r *reader) listAs(line string) {
	r.ask("gemsub "+line, func(ctx context.Context) (func(), error) {
		out := &term.BoundedWriter{Room: maxOutput}
		r.Command(ctx, line+" --json", 0, out)
		var found []model.Entry
		for row := range strings.Lines(out.String()) {
			var e struct{ ID int64 }
			if json.Unmarshal([]byte(row), &e) == nil && e.ID != 0 && len(found) < maxListed {
				found = append(found, model.Entry{ID: e.ID})
			}
		}
		l := &entryList{of: place{title: line}, query: app.These(found...), whole: true}
		l.read = func(ctx context.Context, q app.EntryQuery) ([]entryLine, error) {
			rows, err := r.readEntries(ctx, q)
			place := func(row entryLine) int {
				return slices.IndexFunc(found, func(e model.Entry) bool { return e.ID == row.ID })
			}
			slices.SortFunc(rows, func(a, b entryLine) int { return place(a) - place(b) })
			return rows, err
		}
		return func() {
			if len(found) == 0 {
				r.run(line)
			} else {
				r.load(l, 1, "")
			}
		}, nil
	})
}

// load opens a list once it is read. If it has fewer entries than least, load says why instead.
func (r *reader) load(l *entryList, least int, why string) {
	r.reloadPlaces()
	r.ask("the list", func(ctx context.Context) (func(), error) {
		rows, err := l.read(ctx, l.query)
		return func() {
			if len(rows) < least {
				r.say(why)
				return
			}
			l.replace(rows)
			r.openList(l)
		}, err
	})
}

// openList shows a search or a conversation over the list before, and the list of a place instead
// of all others.
func (r *reader) openList(l *entryList) {
	switch {
	case !l.whole:
		r.lists = nil
		if i := slices.IndexFunc(r.feeds.rows, l.of.same); i >= 0 {
			r.feeds.at, l.of = i, r.feeds.rows[i]
		}
	case r.focus == onPost:
		l.over = slices.Clone(r.posts)
	}
	r.lists = append(r.lists, l)
	r.focus, r.view = onEntries, nil
	r.previewed = -1 // a list without entries has no preview either
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
			r.load(r.newList(p), 0, "")
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
			r.load(r.newList(place{feed: feeds[0].ID, title: feeds[0].Name()}), 0, "")
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
	l.rows = []entryLine{{ThreadPost: model.ThreadPost{Entry: e}}} // so that the cursor is on it
	l.read = func(ctx context.Context, _ app.EntryQuery) ([]entryLine, error) {
		posts, _, err := r.App.Thread(ctx, e) // the nearest ones
		return view.ThreadLines(posts), err
	}
	r.load(l, 2, "no kept post answers this one, or is answered by it")
}
