package app

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"math"
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
// each when it is stored. What could not be delivered is by the next run, if it is unread
// then. An error ends the sequence.
func (a *App) Deliver(ctx context.Context, o DeliverOptions) iter.Seq2[model.Delivered, error] {
	return func(yield func(model.Delivered, error) bool) {
		tell := func(d model.Delivered) error {
			if !yield(d, nil) {
				return errStopped
			}
			return nil
		}
		d := &delivery{DeliverOptions: o, App: a, tell: tell}
		if err := d.run(ctx); err != nil && !errors.Is(err, errStopped) {
			yield(model.Delivered{}, err)
		}
	}
}

// A delivery is one run to one destination.
type delivery struct {
	DeliverOptions
	*App
	id       int64  // of the destination
	database string // names it in Message-IDs
	owed     []model.Entry
	writer   MailWriter
	tell     func(model.Delivered) error
	refused  int // messages, one after the other
}

// run delivers what the destination has not got, batch by batch.
func (d *delivery) run(ctx context.Context) error {
	f, err := d.filter(ctx, d.App)
	if err != nil {
		return err
	}
	release, err := d.db.LockMail(ctx)
	if err != nil {
		return err
	}
	defer release()
	if d.database, err = d.db.FeedID(ctx); err != nil {
		return err
	}
	if err := d.begin(ctx, f); err != nil || len(d.owed) == 0 {
		return err
	}
	if d.writer, err = d.Open(); err != nil {
		return err
	}
	for some := range slices.Chunk(d.owed, d.writer.Batch()) {
		if err = d.deliverSome(ctx, some); err != nil {
			break
		}
	}
	return errors.Join(err, d.mark(context.WithoutCancel(ctx)))
}

// begin finds out what the destination is owed: the unread entries that it has not got,
// of those after which it began. What was refused most often comes last.
func (d *delivery) begin(ctx context.Context, f store.EntryFilter) error {
	to, err := d.db.Destination(ctx, d.Destination)
	if err != nil {
		return err
	}
	d.id = to.ID
	if err := d.mark(ctx); err != nil { // what a run that was killed has left
		return err
	}
	f.UnreadOnly, f.Distinct, f.OldestFirst, f.WithAnswers, f.NotMailedTo = true, true, true, true, d.id
	after := to.After.V
	if !to.After.Valid {
		if after, err = d.db.BeginMail(ctx, d.id, f, d.Backlog); err != nil {
			return err
		}
	}
	f.IDs = []store.Range{{First: after + 1, Last: math.MaxInt64}}
	for e, err := range d.db.Entries(ctx, f) {
		if err != nil {
			return err
		}
		d.owed = append(d.owed, e)
	}
	refusals, err := d.db.RefusedMail(ctx, d.id)
	slices.SortStableFunc(d.owed, func(a, b model.Entry) int { return refusals[a.ID] - refusals[b.ID] })
	return err
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
