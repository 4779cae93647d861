package tui

import (
	"context"
	"maps"
	"slices"

	"gemsub/internal/model"
)

// A reading is what is being read of a list.
type reading struct {
	cancel  context.CancelFunc
	awaited bool // by a person
}

// read changes a copy of a list beside the screen, and shows that in its place. It
// replaces what was being read of the list before. A list whose marks change meanwhile
// is read again.
func (r *reader) read(l *entryList, awaited bool, change func(context.Context, *entryList) error, then func()) {
	if l.reading != nil {
		l.reading.cancel()
		l.stale = true
	}
	ctx, cancel := context.WithCancel(r.ctx)
	now := &reading{cancel, awaited}
	l.reading = now
	version, fresh := l.version, l.clone()
	r.do(ctx, func(ctx context.Context) func() {
		err := change(ctx, fresh)
		return func() {
			cancel()
			if l.reading != now {
				return // by now something else is wanted of it
			}
			l.reading = nil
			switch {
			case err != nil:
				r.fail(err)
			case l.version != version:
				r.read(l, awaited, change, then)
			default:
				l.become(fresh, !awaited)
				then()
			}
			if l.stale && l.reading == nil {
				r.renewList(l)
			}
		}
	})
}

// clone returns a copy that shares nothing that changes.
func (l *entryList) clone() *entryList {
	c := *l
	c.rows, c.touched = slices.Clone(l.rows), maps.Clone(l.touched)
	return &c
}

// become puts a list in the place of l. The cursor stays on its entry where follow says
// so: it may have been moved since the list was read.
func (l *entryList) become(fresh *entryList, follow bool) {
	if here, ok := l.current(); ok && follow {
		if i := fresh.indexOf(here.ID); i >= 0 && i != fresh.at {
			fresh.at, fresh.top = i, max(0, i-(l.at-l.top))
		}
	}
	fresh.version, fresh.reading, fresh.stale = l.version+1, l.reading, l.stale
	*l = *fresh
}

// renewList reads a list again, once it is not being read.
func (r *reader) renewList(l *entryList) {
	l.stale = l.reading != nil
	if !l.stale {
		r.read(l, false, func(ctx context.Context, l *entryList) error { return l.renew(ctx, r.App) }, func() {})
	}
}

// renewPosts reads the marks of the posts again, unless such are being stored: then that
// will be noticed.
func (r *reader) renewPosts() {
	var entries []model.Entry
	for _, p := range r.posts {
		if p.wanted.Entry.ID != 0 {
			entries = append(entries, p.wanted.Entry)
		}
	}
	if len(entries) == 0 || r.changing > 0 {
		return
	}
	stored := r.stored
	r.do(r.ctx, func(ctx context.Context) func() {
		fresh, err := readAgain(ctx, r.App, entries)
		return func() {
			if err != nil {
				r.fail(err)
			}
			for _, p := range r.posts {
				e, ok := fresh[p.wanted.Entry.ID]
				if ok && r.stored == stored {
					p.wanted.Entry.Unread, p.wanted.Entry.Starred = e.Unread, e.Starred
				}
			}
		}
	})
}

// reach reads more of a list where only a few pages are left beside the cursor.
func (r *reader) reach(l *entryList) {
	some := min(4*r.height(), mostRows/4)
	if l.reading != nil || !l.lacksAfter(some) && !l.lacksBefore(some) {
		return
	}
	r.read(l, false, func(ctx context.Context, l *entryList) error { return l.reach(ctx, r.App, some) }, func() { r.reach(l) })
}
