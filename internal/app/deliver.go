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
	Destination string // the name under which deliveries are remembered
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
		return fmt.Errorf("the name of a destination has 1 to %d printable characters", maxDestination)
	}
	return nil
}

// Deliver delivers each unread entry once, the oldest first, and yields the outcome of
// each when it is stored. If an entry cannot be delivered, the next run tries again while
// it is unread. An error ends the sequence.
func (a *App) Deliver(ctx context.Context, o DeliverOptions) iter.Seq2[model.EntryResult, error] {
	return telling(func(tell func(model.EntryResult) error) error {
		d := &delivery{DeliverOptions: o, App: a, tell: tell}
		return d.run(ctx)
	})
}

// A delivery is one run to one destination.
type delivery struct {
	DeliverOptions
	*App
	id       int64  // of the destination
	database string // names it in Message-IDs
	owed     []model.Entry
	writer   MailWriter
	tell     func(model.EntryResult) error
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

// begin lists the unread entries that the destination has not got, since it began. What
// was refused most often comes last.
func (d *delivery) begin(ctx context.Context, f store.EntryFilter) error {
	to, err := d.db.Destination(ctx, d.Destination)
	if err != nil {
		return err
	}
	d.id = to.ID
	if err := d.mark(ctx); err != nil { // left by a run that was killed
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

// mark marks delivered entries as read.
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

// deliverSome delivers a batch and notes what was written of it, whatever stopped it.
func (d *delivery) deliverSome(ctx context.Context, some []model.Entry) error {
	written, err := d.writeSome(ctx, some)
	if flushErr := d.writer.Flush(); flushErr != nil {
		return flushErr // nobody knows what is on the disk
	}
	if len(written) == 0 {
		return err
	}
	var ids []int64
	for _, e := range written {
		ids = append(ids, e.ID)
	}
	if noteErr := d.db.MailWritten(context.WithoutCancel(ctx), d.id, ids, d.MarkRead); noteErr != nil {
		return noteErr
	}
	for _, e := range written {
		if stop := d.tell(model.EntryResult{Entry: e}); stop != nil {
			return stop
		}
	}
	return err
}

// writeSome writes a batch, and returns what it wrote.
func (d *delivery) writeSome(ctx context.Context, some []model.Entry) (written []model.Entry, err error) {
	for _, e := range some {
		if err := ctx.Err(); err != nil {
			return written, err
		}
		message, err := d.message(ctx, e)
		if err != nil {
			return written, err
		}
		err = d.writer.Write(ctx, message)
		if err == nil {
			written, d.refused = append(written, e), 0
		} else if err = d.failed(ctx, e, err); err != nil {
			return written, err
		}
	}
	return written, nil
}

// message writes the message of an entry.
func (d *delivery) message(ctx context.Context, e model.Entry) (mail.Message, error) {
	l := mail.Letter{ID: mail.NewID(d.database, e.ID), To: d.To, Entry: e, HTML: d.HTML}
	post, kept, err := d.db.Post(ctx, e.ID)
	if err != nil {
		return mail.Message{}, err
	}
	if kept && !post.OtherAuthor {
		l.Post = &post
	}
	if l.InReplyTo, err = d.answered(ctx, e); err != nil {
		return mail.Message{}, err
	}
	return l.Message()
}

// answered returns the Message-ID of the oldest post that an entry answers and that the
// destination has got or gets in this run, "" if there is none.
func (d *delivery) answered(ctx context.Context, e model.Entry) (string, error) {
	if !e.Conversing {
		return "", nil
	}
	replies, err := d.Replies(ctx, e)
	if err != nil {
		return "", err
	}
	for _, to := range replies.Answers {
		if i := slices.IndexFunc(d.owed, func(o model.Entry) bool { return o.URL == to.URL }); i >= 0 {
			return mail.NewID(d.database, d.owed[i].ID), nil
		}
		if id, err := d.db.MailedEntry(ctx, d.id, to.URL); id != 0 || err != nil {
			return mail.NewID(d.database, id), err
		}
	}
	return "", nil
}

// failed notes that an entry was not delivered. It returns the error if further ones
// have no better prospects.
func (d *delivery) failed(ctx context.Context, e model.Entry, failure error) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if _, refused := errors.AsType[*RefusedError](failure); !refused {
		return failure
	}
	if err := d.db.MailRefused(ctx, d.id, e.ID); err != nil {
		return err
	}
	if err := d.tell(model.EntryResult{Entry: e, Err: failure}); err != nil {
		return err
	}
	if d.refused++; d.refused == maxRefused {
		return fmt.Errorf("%d messages in a row were refused", maxRefused)
	}
	return nil
}
