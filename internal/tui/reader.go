package tui

import (
	"context"
	"slices"
	"sync"
	"time"

	"github.com/gdamore/tcell/v3"

	"gemsub/internal/model"
)

// A focus says on which pane keys act.
type focus int

const (
	onFeeds focus = iota
	onEntries
	onPost
)

// A reader is the state of the screen. Only the loop accesses it.
type reader struct {
	Options
	ctx     context.Context
	screen  tcell.Screen
	resized <-chan bool // receives a value when the terminal's size changed
	bound   []Action    // the table of keys
	results chan func() // of background work
	working sync.WaitGroup
	busy    int // how many jobs are running

	focus      focus
	feeds      feedList
	lists      []*entryList        // the last one is shown, the others lie below it
	posts      []*post             // the last one is shown, the others led to it
	view       *text               // over all panes; nil for none
	pasting    bool                // keyboard input is pasted text
	typing     *prompt             // the open prompt; nil for none
	typedLines map[string][]string // history, by the prompt's label

	placesJob    *latestJob            // reloads the left pane, nil for none
	reloadJob    *latestJob            // reloads the list
	previewJob   *latestJob            // shows a post beside the list
	previewed    int64                 // the entry of the post beside the list
	previewDelay time.Duration         // how long the cursor rests before that
	awaitedJob   *latestJob            // the work that the user waits for, nil for none
	stored       chan struct{}         // closed once the last change is stored; nil if none is being stored
	marking      map[int64]model.Entry // entries as they will be stored, by number
	earlier      int64                 // the number of the last change before the reader began
	updating     *updating
	noneDue      bool               // no feed was due at the last update; until another key is pressed
	offsets      map[string]float64 // the offsets of texts of posts, by URL
	key          string             // the last pressed key
	number       int                // the digits of a link's number typed so far
	messages     messages
	done         bool
}

func newReader(ctx context.Context, screen tcell.Screen, o Options) *reader {
	r := &reader{
		Options: o, ctx: ctx, screen: screen, bound: o.Keys.bindings(), results: make(chan func(), 16),
		focus: onEntries, offsets: map[string]float64{}, marking: map[int64]model.Entry{}, typedLines: map[string][]string{},
		feeds: feedList{order: "title"}, messages: messages{now: o.App.Now}, previewDelay: previewDelay,
	}
	if device, ok := screen.Tty(); ok {
		r.resized = device.(*tty).resized
	}
	return r
}

// handle handles an event.
func (r *reader) handle(event tcell.Event) {
	switch e := event.(type) {
	case *tcell.EventKey:
		r.press(e)
	case *tcell.EventPaste:
		if r.pasting = e.Start(); r.pasting && r.typing == nil {
			r.promptCommand() // pasted text is not a series of keys
		}
	case *tcell.EventMouse:
		r.mouse(e)
	case *tcell.EventResize:
		r.screen.Show() // now it has its new size
	case *tcell.EventError: // the terminal is gone
		r.done = true
	}
}

// press runs the action of a key.
func (r *reader) press(e *tcell.EventKey) {
	r.say("")
	switch {
	case r.pasting:
		if e.Key() != tcell.KeyRune { // for example, the end of a pasted line
			e = tcell.NewEventKey(tcell.KeyRune, " ", 0)
		}
		r.typing.insert(e)
		return
	case r.typing != nil:
		r.edit(e)
		return
	}
	r.key = keyName(e)
	var a Action
	if i := slices.IndexFunc(r.bound, func(a Action) bool { return slices.Contains(a.Keys, r.key) }); i >= 0 {
		a = r.bound[i]
	} else if r.key == "ctrl-l" { // redraws the screen everywhere
		r.screen.Sync()
	}
	if a.Name != "link" {
		r.number = 0
	}
	if a.Name != "update" && a.Name != "refresh" {
		r.noneDue = false
	}
	t := r.text()
	searches := t != nil && t.sought != nil
	switch {
	case searches && a.Name == "next":
		r.nextMatch(t, 1)
	case searches && (a.Name == "previous" || r.key == "N"):
		r.nextMatch(t, -1)
	case a.do == nil:
		r.say("no key " + r.key + "; ? shows all keys")
	case r.view != nil && a.where != anywhere:
		r.say("q closes this, then " + r.key + " works")
	case r.focus == onPost && a.where == onLists:
		r.say(r.key + " is for a list; q goes back to it")
	case r.focus != onPost && a.where == inPosts:
		r.say(r.key + " is for a post; enter opens one")
	default:
		a.do(r)
	}
}

// list returns the shown list.
func (r *reader) list() *entryList { return r.lists[len(r.lists)-1] }

// shown returns the shown post, nil for none.
func (r *reader) shown() *post {
	if len(r.posts) == 0 {
		return nil
	}
	return r.posts[len(r.posts)-1]
}

// reading returns the shown post if keys act on it, nil otherwise.
func (r *reader) reading() *post {
	if r.focus != onPost {
		return nil
	}
	return r.shown()
}

// subject returns the entry on which keys act: the entry of the shown post, or the one under the
// cursor. If the focus is on the subscriptions, there is none.
func (r *reader) subject() (e model.Entry, ok bool) {
	p := r.reading()
	switch line, ok := r.list().current(); {
	case p != nil && p.wanted.Entry.ID != 0:
		e = p.wanted.Entry
	case r.focus == onEntries && ok:
		e = line.Entry
	case p != nil && p.canAdd:
		r.say("this needs an entry of a feed; :add subscribes to this page")
	case p != nil:
		r.say("this needs an entry of a feed")
	default:
		r.say("this needs an entry; on the left, enter lists them, a marks all as read")
	}
	if later, marking := r.marking[e.ID]; marking {
		e = later
	}
	return e, e.ID != 0
}

// escape does the first of these that applies: it deselects a link, cancels the awaited work,
// ends a search, or goes back.
func (r *reader) escape() {
	switch t := r.text(); {
	case t != nil && t.link > 0:
		t.link, t.at = 0, t.top
	case r.awaitedJob != nil:
		r.awaitedJob.cancel()
		r.awaitedJob = nil
		r.say("given up")
	case t != nil && t.sought != nil:
		t.sought, t.words = nil, nil
		r.say("the search in this text has ended")
	default:
		r.closeTop()
	}
}

// back closes what was opened last; from the subscriptions it quits.
func (r *reader) back() { r.done = !r.closeTop() }

// closeTop closes what was opened last, and reports whether there was anything to close.
func (r *reader) closeTop() bool {
	switch {
	case r.view != nil:
		r.view = nil
	case r.focus == onPost && len(r.posts) > 1:
		r.leave()
		r.posts = r.posts[:len(r.posts)-1]
	case r.focus == onPost:
		r.leave()
		r.focus = onEntries
	case r.focus == onEntries && len(r.lists) > 1:
		if over := r.list().over; over != nil {
			r.focus, r.posts = onPost, over
		}
		r.lists = r.lists[:len(r.lists)-1]
		r.renew()
	case r.focus == onEntries:
		r.focus = onFeeds
	default:
		return false
	}
	return true
}
