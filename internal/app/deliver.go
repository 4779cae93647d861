package app

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"

	"gemsub/internal/address"
	"gemsub/internal/mail"
	"gemsub/internal/model"
	"gemsub/store"
)

// A MailWriter delivers messages to one destination.
type MailWriter interface {
	// Write delivers a message, whole or not at all. If a message is refused for what it
	// is, the error is a [*RefusedError], and others may be delivered.
	Write(ctx context.Context, m mail.Message) error
	// Flush has what was written on the disk.
	Flush() error
	// Batch is how many messages may be written before they are flushed and noted.
	Batch() int
}

// A RefusedError reports a message that a program refused.
type RefusedError struct{ Err error }

func (e *RefusedError) Error() string { return e.Err.Error() }
func (e *RefusedError) Unwrap() error { return e.Err }

// maxRefused is how many messages in a row may be refused: then the program refuses all.
const maxRefused = 5

// ErrDeliveryRunning is in the error of a delivery when another one runs.
var ErrDeliveryRunning = store.ErrDeliveryRunning

// DeliverOptions say what is delivered by mail.
type DeliverOptions struct {
	EntryQuery         // its feeds and its tag; of these, unread entries
	Destination string // the name under which is kept what was delivered
	// Backlog is how many of the newest entries a new destination gets, -1 for all.
	Backlog  int
	MarkRead bool
	HTML     bool   // as an alternative to text
	To       string // an address in the header, "" for none
	// Open opens the destination. It is called if there is anything to deliver.
	Open func() (MailWriter, error)
}

// maxDestination is how long the name of a destination may be, in bytes.
const maxDestination = 200

// CheckDestination reports whether a destination can have a name.
func CheckDestination(name string) error {
	if name == "" || len(name) > maxDestination || address.Printable(name) != name {
		return fmt.Errorf("a name of a destination has 1 to %d characters that can be printed", maxDestination)
	}
	return nil
}

// Deliver delivers each unread entry once, the oldest first, and yields what came of
// each when it is stored. What an earlier delivery owed comes with the others. An error
// ends the sequence; what was not delivered stays owed.
func (a *App) Deliver(ctx context.Context, o DeliverOptions) iter.Seq2[model.Delivered, error] {
	return func(yield func(model.Delivered, error) bool) {
		err := a.deliver(ctx, o, func(d model.Delivered) bool { return yield(d, nil) })
		if err != nil && !errors.Is(err, errStopped) {
			yield(model.Delivered{}, err)
		}
	}
}

// A delivery is one run to one destination.
type delivery struct {
	DeliverOptions
	*App
	id      int64 // of the destination
	writer  MailWriter
	yield   func(model.Delivered) bool
	refused int // messages, one after the other
}

func (a *App) deliver(ctx context.Context, o DeliverOptions, yield func(model.Delivered) bool) error {
	f, err := o.filter(ctx, a)
	if err != nil {
		return err
	}
	to, err := a.db.Destination(ctx, o.Destination)
	if err != nil {
		return err
	}
	any, err := a.db.AnyMail(ctx, to.ID, f)
	if err != nil || !any && to.Begun { // which most runs find, and soon
		return err
	}
	release, err := a.db.LockMail(ctx)
	if err != nil {
		return err
	}
	defer release()
	if to, err = a.db.Destination(ctx, o.Destination); err != nil { // another run may just have begun it
		return err
	}
	d := &delivery{DeliverOptions: o, App: a, id: to.ID, yield: yield}
	return d.run(ctx, f, to.Begun)
}

// run delivers what the destination is owed, and notes before what that is.
func (d *delivery) run(ctx context.Context, f store.EntryFilter, begun bool) error {
	if err := d.mark(ctx); err != nil { // what a run that was killed has left
		return err
	}
	if err := d.owe(ctx, f, begun); err != nil {
		return err
	}
	owed, err := d.db.OwedMail(ctx, d.id, f)
	if err != nil || len(owed) == 0 {
		return err
	}
	if d.writer, err = d.Open(); err != nil {
		return err
	}
	err = d.deliverAll(ctx, owed)
	return errors.Join(err, d.mark(context.WithoutCancel(ctx)))
}

// owe notes which entries the destination is owed: unread ones of which nothing is
// noted. Of those that a new destination does not get, it notes that first, lest a run
// that is killed leaves them to the next.
func (d *delivery) owe(ctx context.Context, f store.EntryFilter, begun bool) error {
	f.UnreadOnly, f.Distinct, f.NotMailedTo = true, true, d.id
	var list []store.Mailing // newest first
	for e, err := range d.db.Entries(ctx, f) {
		if err != nil {
			return err
		}
		list = append(list, store.Mailing{Entry: e.ID, MessageID: mail.NewID(e.FeedURL, e.AtomID)})
	}
	if !begun {
		var passed []store.Mailing
		if d.Backlog >= 0 {
			passed = slices.Clone(list[min(len(list), d.Backlog):])
			list = list[:len(list)-len(passed)]
		}
		for i := range passed {
			passed[i].MessageID = ""
		}
		if err := d.db.OweMail(ctx, d.id, passed); err != nil {
			return err
		}
		if err := d.db.BeginMail(ctx, d.id); err != nil {
			return err
		}
	}
	return d.db.OweMail(ctx, d.id, list)
}

// mark marks as read what was delivered for that.
func (d *delivery) mark(ctx context.Context) error {
	ids, err := d.db.MailToMark(ctx, d.id)
	if err != nil || len(ids) == 0 {
		return err
	}
	var q EntryQuery
	for _, id := range ids {
		q.IDs = append(q.IDs, store.Range{First: id, Last: id})
	}
	if _, err := d.MarkUnread(ctx, q, false); err != nil {
		return err
	}
	return d.db.MailMarked(ctx, d.id)
}
