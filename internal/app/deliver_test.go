package app_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"gemsub/internal/app"
	"gemsub/internal/mail"
	"gemsub/internal/model"
	"gemsub/store"
)

// A box is a destination that keeps what it gets.
type box struct {
	got    []mail.Message
	failAt int // the number of the message from which it fails, counted from 1; 0 for none
	err    error
	killed bool   // once it wrote a message
	refuse string // titles with this
}

func (b *box) Write(_ context.Context, m mail.Message) error {
	if b.refuse != "" && strings.Contains(m.Entry.Title, b.refuse) {
		return &app.RefusedMessageError{Err: errors.New("refused")}
	}
	if len(b.got)+1 == b.failAt {
		return b.err
	}
	b.got = append(b.got, m)
	if b.killed {
		panic("killed")
	}
	return nil
}

// titles returns the titles of the messages that the box got since the last call.
func (b *box) titles() string {
	var all []string
	for _, m := range b.got {
		all = append(all, m.Entry.Title)
	}
	b.got = nil
	return strings.Join(all, ", ")
}

// deliver delivers to a box, and returns the result for each entry.
func (h *home) deliver(b *box, o app.DeliverOptions) ([]model.EntryResult, error) {
	if o.Destination == "" {
		o.Destination = "box"
	}
	o.Open = func() (app.MailWriter, error) { return b, nil }
	return gather(h.Deliver(h.t.Context(), o))
}

// all delivers to a box without an error.
func (h *home) delivered(b *box, o app.DeliverOptions) string {
	h.t.Helper()
	if _, err := h.deliver(b, o); err != nil {
		h.t.Fatal(err)
	}
	return b.titles()
}

// Each unread entry is delivered once to each destination, the oldest first.
func TestDeliver(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	h.subscribe(page, "Garden", "Worms", "Soil", "Seeds")
	b := &box{}
	everything := app.DeliverOptions{Backlog: -1}
	if got := h.delivered(b, everything); got != "Seeds, Soil, Worms" {
		t.Errorf("delivered %s", got)
	}
	h.sleep(2 * day)
	h.serve(page, log("Garden", "Rain", "Worms", "Soil", "Seeds"))
	h.updated(app.UpdateOptions{})
	if got := h.delivered(b, everything); got != "Rain" {
		t.Errorf("the second time delivered %s", got)
	}
	if got := h.delivered(b, app.DeliverOptions{Backlog: 2, Destination: "other"}); got != "Worms, Rain" && got != "Rain, Worms" {
		t.Errorf("another destination got %s", got)
	}
	if got := h.delivered(b, app.DeliverOptions{Backlog: -1, Destination: "other"}); got != "" {
		t.Errorf("the second time it got %s", got)
	}
	if got := h.delivered(b, app.DeliverOptions{Destination: "none"}); got != "" {
		t.Errorf("a destination without backlog got %s", got)
	}
	if h.unread() != "Rain, Worms, Soil, Seeds" {
		t.Errorf("unread are %s", h.unread())
	}
}

// A backlog holds back only older entries that the filter of the first delivery selects, read or not,
// and those for good.
func TestDeliverBacklogOfFilter(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	h.subscribe("gemini://kitchen.example/", "Kitchen", "Soup", "Bread")
	h.subscribe(page, "Garden", "Worms", "Soil", "Seeds")
	ofGarden := app.EntryQuery{Feeds: []string{"Garden"}}
	b := &box{}
	if got := h.delivered(b, app.DeliverOptions{Backlog: 1, EntryQuery: ofGarden}); got != "Worms" {
		t.Errorf("delivered %s", got)
	}
	if got := h.delivered(b, app.DeliverOptions{}); got != "Bread, Soup" {
		t.Errorf("of all feeds delivered %s", got)
	}

	if _, err := h.MarkUnread(t.Context(), ofGarden, false); err != nil {
		t.Fatal(err)
	}
	b = &box{}
	if got := h.delivered(b, app.DeliverOptions{Destination: "none", EntryQuery: ofGarden}); got != "" {
		t.Errorf("without a backlog delivered %s", got)
	}
	if _, err := h.MarkUnread(t.Context(), ofGarden, true); err != nil {
		t.Fatal(err)
	}
	if got := h.delivered(b, app.DeliverOptions{Destination: "none"}); got != "Bread, Soup" {
		t.Errorf("delivered %s", got)
	}
}

// Delivered entries are marked as read only if the options ask for it. This can be undone; the
// entries are not delivered again.
func TestDeliverMarksRead(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	h.subscribe(page, "Garden", "Worms", "Soil")
	b := &box{failAt: 2, err: errors.New("no space left on device")}
	o := app.DeliverOptions{Backlog: -1, MarkRead: true}
	if done, err := h.deliver(b, o); err == nil || len(done) != 1 || h.unread() != "Worms" {
		t.Errorf("%v, %v, unread are %s", done, err, h.unread())
	}
	b.failAt = 0
	b.titles()
	if got := h.delivered(b, o); got != "Worms" || h.unread() != "" {
		t.Errorf("delivered %s, unread are %s", got, h.unread())
	}
	if _, err := h.Undo(t.Context(), 0); err != nil || h.unread() != "Worms" {
		t.Errorf("%v, unread are %s", err, h.unread())
	}
	if got := h.delivered(b, o); got != "" {
		t.Errorf("delivered again %s", got)
	}
}

// A delivery that is killed before it notes a message writes it again, with the same Message-ID.
// One that is killed later leaves the entry unread, and does not deliver it again.
func TestDeliverKilled(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	h.subscribe(page, "Garden", "Worms")
	b := &box{killed: true}
	o := app.DeliverOptions{Backlog: -1, MarkRead: true, Destination: "box", Open: func() (app.MailWriter, error) { return b, nil }}
	for range 2 {
		func() {
			defer func() { _ = recover() }()
			for range h.Deliver(t.Context(), o) {
				panic("killed")
			}
		}()
		b.killed = false
	}
	if len(b.got) != 2 || b.got[0].ID != b.got[1].ID || h.unread() != "Worms" {
		t.Fatalf("delivered %v, unread are %s", b.got, h.unread())
	}
	b.titles()
	if got := h.delivered(b, o); got != "" || h.unread() != "Worms" {
		t.Errorf("delivered again %s, unread are %s", got, h.unread())
	}
}

// A message that could not be written is delivered by the next run, with the same Message-ID,
// unless its entry was read meanwhile.
func TestDeliverOwes(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	h.subscribe(page, "Garden", "Worms", "Soil", "Seeds")
	first := &box{}
	if _, err := h.deliver(first, app.DeliverOptions{Backlog: -1, Destination: "first"}); err != nil {
		t.Fatal(err)
	}
	b := &box{failAt: 1, err: errors.New("no space left on device")}
	if _, err := h.deliver(b, app.DeliverOptions{Backlog: -1}); err == nil || err.Error() != "no space left on device" {
		t.Errorf("%v", err)
	}
	if _, err := h.MarkUnread(t.Context(), app.EntryQuery{EntryFilter: app.EntryFilter{IDs: []store.Range{{First: 1, Last: 1}}}}, false); err != nil {
		t.Fatal(err)
	}
	b.failAt = 0
	if _, err := h.deliver(b, app.DeliverOptions{}); err != nil || len(b.got) != 2 {
		t.Fatalf("%v, %d messages", err, len(b.got))
	}
	ids := map[string]string{}
	for _, m := range first.got {
		ids[m.Entry.Title] = m.ID
	}
	for _, m := range b.got {
		if m.ID != ids[m.Entry.Title] || !strings.Contains(string(m.Data), "\nMessage-Id: <"+m.ID+">\n") {
			t.Errorf("%s has Message-ID %s, and had %s", m.Entry.Title, m.ID, ids[m.Entry.Title])
		}
	}
}

// A refused message does not hold up others, and is tried again after them. If all are refused,
// only a few are tried.
func TestDeliverRefused(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	h.subscribe(page, "Garden", "Worms", "Soil", "Bad seeds")
	b := &box{refuse: "Bad"}
	done, err := h.deliver(b, app.DeliverOptions{Backlog: -1})
	if got := b.titles(); err != nil || got != "Soil, Worms" || len(done) != 3 || done[0].Err == nil {
		t.Errorf("%v, delivered %s: %v", err, got, done)
	}
	b.refuse = ""
	if got := h.delivered(b, app.DeliverOptions{}); got != "Bad seeds" {
		t.Errorf("delivered %s", got)
	}
	var titles []string
	for i := range 9 {
		titles = append(titles, fmt.Sprintf("Bad %d", i))
	}
	h.subscribe("gemini://b.example/", "All bad", titles...)
	b.refuse = "Bad"
	done, err = h.deliver(b, app.DeliverOptions{Backlog: -1})
	if err == nil || err.Error() != "5 messages in a row were refused" || len(done) != 5 {
		t.Errorf("%v: %v", err, done)
	}
	done, _ = h.deliver(b, app.DeliverOptions{})
	if len(done) != 5 || done[0].Entry.Title != "Bad 3" {
		t.Errorf("the next run began with %v", done)
	}
}

// Only messages refused in a row end a delivery.
func TestDeliverRefusedBetween(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	h.subscribe(page, "Garden", "Bad 1", "Bad 2", "Bad 3", "Worms", "Bad 4", "Bad 5", "Bad 6")
	b := &box{refuse: "Bad"}
	if done, err := h.deliver(b, app.DeliverOptions{Backlog: -1}); err != nil || len(done) != 7 || b.titles() != "Worms" {
		t.Errorf("%v: %v", err, done)
	}
}

// Filters choose feeds, even if the destination is owed entries of others.
func TestDeliverFilters(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	h.subscribe(page, "Garden", "Worms")
	h.subscribe("gemini://b.example/", "Sea", "Waves")
	if _, err := h.Tag(t.Context(), "wet", []string{"Sea"}); err != nil {
		t.Fatal(err)
	}
	b := &box{failAt: 1, err: errors.New("full")}
	if _, err := h.deliver(b, app.DeliverOptions{Backlog: -1}); err == nil {
		t.Error("no error")
	}
	b.failAt = 0
	for _, o := range []app.DeliverOptions{{EntryQuery: app.EntryQuery{EntryFilter: app.EntryFilter{Tag: "wet"}}}, {EntryQuery: app.EntryQuery{Feeds: []string{"Garden"}}}} {
		want := "Waves"
		if o.Tag == "" {
			want = "Worms"
		}
		if got := h.delivered(b, o); got != want {
			t.Errorf("%+v: %s", o.EntryQuery, got)
		}
	}
	if _, err := h.deliver(b, app.DeliverOptions{EntryQuery: app.EntryQuery{Feeds: []string{"none"}}}); err == nil {
		t.Error("no error for a feed that is not there")
	}
}

// A post that answers another is a reply to its message, if the destination has that message.
func TestDeliverThreads(t *testing.T) {
	t.Parallel()
	h := conversing(t)
	b := &box{}
	if _, err := h.deliver(b, app.DeliverOptions{Backlog: -1}); err != nil {
		t.Fatal(err)
	}
	ids := map[string]string{}
	for _, m := range b.got {
		ids[m.Entry.Title] = m.ID
	}
	for _, m := range b.got {
		want := map[string]string{"Bob": ids["First"], "Cid": ids["First"]}[m.Entry.Title]
		if got := inReplyTo(m); got != want {
			t.Errorf("%s is a reply to %q, want %q", m.Entry.Title, got, want)
		}
	}
	other := &box{}
	others := app.EntryQuery{Feeds: []string{"Bob", "Cid"}}
	if _, err := h.deliver(other, app.DeliverOptions{Backlog: -1, Destination: "other", EntryQuery: others}); err != nil {
		t.Fatal(err)
	}
	for _, m := range other.got {
		want := map[string]string{"Cid": ids["Bob"]}[m.Entry.Title]
		if got := inReplyTo(m); got != want {
			t.Errorf("without Ann's posts %s is a reply to %q, want %q", m.Entry.Title, got, want)
		}
	}
}

// inReplyTo returns the Message-ID that a message names as its parent.
func inReplyTo(m mail.Message) string {
	_, after, _ := strings.Cut(string(m.Data), "\nIn-Reply-To: <")
	id, _, _ := strings.Cut(after, ">\nReferences: <")
	return id
}

// A post that several feeds list is delivered once, though one lists it later.
func TestDeliverOnce(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	h.subscribe(page, "Garden", "Worms")
	b := &box{}
	o := app.DeliverOptions{Backlog: -1, MarkRead: true}
	if got := h.delivered(b, o); got != "Worms" {
		t.Errorf("delivered %s", got)
	}
	h.serve("gemini://list.example/", "# List\n=> "+page+"worms.gmi 2026-03-09 Worms, says the garden\n")
	h.add("gemini://list.example/")
	if got := h.delivered(b, o); got != "" {
		t.Errorf("delivered %s", got)
	}
}

func TestCheckDestination(t *testing.T) {
	t.Parallel()
	for name, good := range map[string]bool{"phone": true, "": false, "a\nb": false, strings.Repeat("x", 201): false, " ": false} {
		if err := app.CheckDestination(name); (err == nil) != good {
			t.Errorf("%q: %v", name, err)
		}
	}
}
