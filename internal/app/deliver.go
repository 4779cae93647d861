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
		release, err := a.db.LockMail(ctx)
		if err == nil {
			defer release()
			err = a.deliver(ctx, o, func(d model.Delivered) bool { return yield(d, nil) })
		}
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
	d := &delivery{DeliverOptions: o, App: a, id: to.ID, yield: yield}
	if err := d.mark(ctx); err != nil { // what a run that was killed has left
		return err
	}
	news, err := a.db.AnyUnnoted(ctx, d.id, f)
	if err != nil {
		return err
	}
	if news || !to.Begun {
		if err := d.owe(ctx, f, to.Begun); err != nil {
			return err
		}
	}
	if err := a.db.LinkPosts(ctx); err != nil {
		return err
	}
	owed, err := a.db.OwedMail(ctx, d.id, f)
	if err != nil || len(owed) == 0 {
		return err
	}
	if d.writer, err = o.Open(); err != nil {
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

// deliverAll delivers what is owed, batch by batch.
func (d *delivery) deliverAll(ctx context.Context, owed []store.Mailing) error {
	for some := range slices.Chunk(owed, d.writer.Batch()) {
		if err := d.deliverSome(ctx, some); err != nil {
			return err
		}
	}
	return nil
}

// deliverSome delivers a batch and notes what was written of it, whatever stopped it.
func (d *delivery) deliverSome(ctx context.Context, some []store.Mailing) error {
	var written []model.Entry
	err := d.writeSome(ctx, some, func(e model.Entry) { written = append(written, e) })
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
		if !d.yield(model.Delivered{Entry: e}) {
			return errStopped
		}
	}
	return err
}

// writeSome writes a batch, and calls wrote after each entry.
func (d *delivery) writeSome(ctx context.Context, some []store.Mailing, wrote func(model.Entry)) error {
	entries, err := d.entries(ctx, some)
	if err != nil {
		return err
	}
	for _, m := range some {
		e, there := entries[m.Entry]
		if !there { // it was removed meanwhile
			continue
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		message, err := d.message(ctx, e, m.MessageID)
		if err != nil {
			return err
		}
		if err := d.writer.Write(ctx, message); err != nil {
			if err := d.failed(ctx, e, err); err != nil {
				return err
			}
			continue
		}
		d.refused = 0
		wrote(e)
	}
	return nil
}

// entries reads the entries of a batch.
func (d *delivery) entries(ctx context.Context, some []store.Mailing) (map[int64]model.Entry, error) {
	f := store.EntryFilter{WithTags: true, WithAnswers: true}
	for _, m := range some {
		f.IDs = append(f.IDs, store.Range{First: m.Entry, Last: m.Entry})
	}
	entries := map[int64]model.Entry{}
	for e, err := range d.db.Entries(ctx, f) {
		if err != nil {
			return nil, err
		}
		entries[e.ID] = e
	}
	return entries, nil
}

// message writes the message of an entry.
func (d *delivery) message(ctx context.Context, e model.Entry, id string) (mail.Message, error) {
	l := mail.Letter{ID: id, To: d.To, Entry: e, HTML: d.HTML}
	post, kept, err := d.db.Post(ctx, e.ID)
	if err != nil {
		return mail.Message{}, err
	}
	if kept {
		l.Post = &post
	}
	if l.InReplyTo, err = d.answered(ctx, e); err != nil {
		return mail.Message{}, err
	}
	return l.Message()
}

// answered returns the Message-ID of the oldest post that an entry answers and that the
// destination has got or gets before long, "" if there is none.
func (d *delivery) answered(ctx context.Context, e model.Entry) (string, error) {
	if !e.Conversing {
		return "", nil
	}
	replies, err := d.Replies(ctx, e)
	if err != nil {
		return "", err
	}
	for _, to := range replies.Answers {
		if id, err := d.db.MailID(ctx, d.id, to.URL); id != "" || err != nil {
			return id, err
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
	if err := d.db.MailFailed(ctx, d.id, e.ID); err != nil {
		return err
	}
	if _, refused := errors.AsType[*RefusedError](failure); !refused {
		return failure
	}
	if !d.yield(model.Delivered{Entry: e, Err: failure}) {
		return errStopped
	}
	if d.refused++; d.refused == maxRefused {
		return fmt.Errorf("%d messages in a row were refused", maxRefused)
	}
	return nil
}
