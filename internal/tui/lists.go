package tui

import (
	"bytes"
	"context"
	"fmt"
	"strings"

	"gemsub/internal/app"
	"gemsub/internal/model"
	"gemsub/internal/show"
	"gemsub/internal/term"
)

// mostFound is how many entries a search lists, mostHealth of how many feeds is shown how
// they are: those that fail come first.
const (
	mostFound  = 500
	mostHealth = 1000
)

// promptSearch asks what to search for: in the text that is shown, or in all posts.
func (r *reader) promptSearch() {
	if t := r.scrolled(); t != nil {
		r.typing = &prompt{label: "find here: ", do: func(words string) { r.find(t, words) }}
		return
	}
	r.typing = &prompt{label: "/", do: r.search}
}

// search lists the entries with words in their title or post, the best first.
func (r *reader) search(words string) {
	switch {
	case words == "":
		return
	case !app.HasWords(words):
		r.say("nothing to search for in " + words)
		return
	}
	q := queryOf(app.EntryFilter{Limit: mostFound, WithKept: true, WithAnswers: true})
	r.ask("the search", func(ctx context.Context) (func(), error) {
		var rows []model.Entry
		for e, err := range r.App.Search(ctx, words, q) {
			if err != nil {
				return nil, err
			}
			rows = append(rows, e)
		}
		return func() {
			if len(rows) == 0 {
				r.say("no entry has " + words)
				return
			}
			l := wholeList("/"+words, rows)
			l.sought = words
			r.openList(l)
		}, nil
	})
}

func (r *reader) promptFilter() {
	label := "list (unread, all, starred, conversations, #tag, FEED): "
	if r.whole().width < twoPanes {
		label = "list: "
	}
	r.typing = &prompt{label: label, do: r.filter}
}

// filter lists what a person names.
func (r *reader) filter(name string) {
	tag, isTag := strings.CutPrefix(name, "#")
	switch {
	case name == "", name == "#":
		return
	case isTag:
		r.onlyList(name, queryOf(app.EntryFilter{Tag: tag}))
		if missing, err := r.App.Untagged(r.ctx, tag); err == nil && missing {
			r.say("no feed has the tag " + tag)
		}
		return
	}
	if p, ok := r.placeOf(name); ok {
		r.onlyList(p.title, p.query())
		return
	}
	r.ask("the list", func(ctx context.Context) (func(), error) {
		feeds, err := r.App.Select(ctx, []string{name})
		if err != nil {
			return nil, err
		}
		title, q := feeds[0].Name(), queryOf(app.EntryFilter{Subscriptions: []int64{feeds[0].ID}})
		return func() { r.onlyList(title, q) }, nil
	})
}

// placeOf returns the place that is no feed whose title a person named, or began to.
func (r *reader) placeOf(name string) (place, bool) {
	const enough = 3 // letters
	for _, p := range r.feeds.places {
		same := strings.EqualFold(p.title, name)
		begun := len(name) >= enough && len(name) <= len(p.title) && strings.EqualFold(p.title[:len(name)], name)
		if p.feed == 0 && (same || begun) {
			return p, true
		}
	}
	return place{}, false
}

// thread lists the conversation of an entry.
func (r *reader) thread() {
	e, ok := r.subject()
	if !ok {
		return
	}
	r.ask("the conversation", func(ctx context.Context) (func(), error) {
		posts, more, err := r.App.Thread(ctx, e)
		return func() {
			if len(posts) < 2 {
				r.say("no kept post answers this one, or is answered by it")
				return
			}
			r.openList(threadList(posts, e))
			for _, m := range more {
				r.say(show.MoreOf(m, nil))
			}
		}, err
	})
}

// threadList lists a conversation, with the cursor on one of its entries.
func threadList(posts []model.ThreadPost, on model.Entry) *entryList {
	l := wholeList("Conversation", nil)
	l.drawn = show.TreeLines(posts)
	for i, p := range posts {
		l.rows = append(l.rows, p.Entry)
		if p.ID == on.ID {
			l.at = i
		}
	}
	return l
}

// health shows how the feeds are: the table of gemsub list.
func (r *reader) health() {
	if r.feeds.none() {
		r.say(noFeeds)
		return
	}
	width := r.whole().width
	r.ask("the list of feeds", func(ctx context.Context) (func(), error) {
		subs, err := r.App.Feeds(ctx, app.FeedQuery{Order: "failures"})
		if err != nil {
			return nil, err
		}
		names, err := r.App.DistinctNames(ctx)
		if err != nil {
			return nil, err
		}
		table, err := r.healthTable(subs, names, width)
		return func() { r.showText("Feeds", textLines(table, preReach)) }, err
	})
}

// healthTable says how feeds are.
func (r *reader) healthTable(subs []model.Subscription, names map[int64]string, width int) (string, error) {
	var table bytes.Buffer
	more := len(subs) - mostHealth
	subs = subs[:min(len(subs), mostHealth)]
	printer := &show.Printer{Out: &term.Output{Writer: &table, Width: width}, Err: &term.Output{Writer: &table}, Now: r.App.Now}
	err := printer.Feeds(subs, show.FeedView{Failing: true, Names: names, Interval: r.App.Interval, Wait: r.App.Wait})
	if more > 0 {
		fmt.Fprintf(&table, "(%d more are not shown)\n", more)
	}
	return table.String(), err
}
