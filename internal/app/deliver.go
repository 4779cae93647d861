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
)

// A MailWriter delivers messages to one destination.
type MailWriter interface {
	// Write delivers a message, whole and on the disk, or not at all. If the destination refuses
	// this one message, the error is a [*RefusedMessageError]: others may be accepted.
	Write(ctx context.Context, m mail.Message) error
}

// A RefusedMessageError reports a message that a program refused.
type RefusedMessageError struct{ Err error }

func (e *RefusedMessageError) Error() string { return e.Err.Error() }
func (e *RefusedMessageError) Unwrap() error { return e.Err }

// maxRefused is how many messages in a row may be refused before the run ends: the program
// probably refuses all.
const maxRefused = 5

// DeliverOptions say what is delivered by mail.
type DeliverOptions struct {
	EntryQuery         // only its unread entries are delivered
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

// CheckDestination returns an error unless name has 1 to maxDestination bytes, all printable.
func CheckDestination(name string) error {
	if name == "" || len(name) > maxDestination || address.SafeExcerpt(name) != name {
		return fmt.Errorf("the name of a destination has 1 to %d bytes, all printable", maxDestination)
	}
	return nil
}

// Deliver delivers each unread entry once, the oldest first and those refused before last, and
// yields each outcome when it is stored. If an entry cannot be delivered, the next run tries
// again, as long as the entry is unread. An error ends the sequence.
//
// If a run is killed before it has noted a message, the next one writes the message again, with
// the same Message-ID. If it is killed later, delivered entries may stay unread.
func (a *App) Deliver(ctx context.Context, o DeliverOptions) iter.Seq2[model.EntryResult, error] {
	return iterate(func(report func(model.EntryResult) error) error {
		d := &delivery{DeliverOptions: o, App: a, report: report}
		return d.run(ctx)
	})
}

// A delivery is one run to one destination.
type delivery struct {
	DeliverOptions
	*App
	id        int64  // of the destination
	database  string // its name in Message-IDs
	nameApart func(*model.Entry)
	owed      []model.Entry
	delivered []model.Entry
	writer    MailWriter
	report    func(model.EntryResult) error
	refused   int // how many messages in a row were refused
}

// run stores the destination if it is new, and delivers the unread entries that it has not got and
// that its backlog does not hold back. Entries that were refused come last. If MarkRead is set, it
// then marks the delivered ones as read, also after an error.
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
	f.UnreadOnly, f.Distinct, f.OldestFirst, f.WithAnswers = true, true, true, true
	if d.id, err = d.db.Destination(ctx, d.Destination, f, d.Backlog); err != nil {
		return err
	}
	f.NotMailedTo = d.id
	refused, err := d.db.RefusedMail(ctx, d.id)
	if err != nil {
		return err
	}
	if d.owed, err = collect(d.db.Entries(ctx, f)); err != nil || len(d.owed) == 0 {
		return err
	}
	wasRefused := func(e model.Entry) bool { return slices.Contains(refused, e.ID) }
	again := slices.DeleteFunc(slices.Clone(d.owed), func(e model.Entry) bool { return !wasRefused(e) })
	d.owed = append(slices.DeleteFunc(d.owed, wasRefused), again...)
	if d.nameApart, err = d.NameApart(ctx); err != nil {
		return err
	}
	if d.writer, err = d.Open(); err != nil {
		return err
	}
	for _, e := range d.owed {
		if err = d.deliver(ctx, e); err != nil {
			break
		}
	}
	if d.MarkRead && len(d.delivered) > 0 {
		_, markErr := d.MarkUnread(context.WithoutCancel(ctx), These(d.delivered...), false)
		err = errors.Join(err, markErr)
	}
	return err
}

// deliver delivers an entry and notes the outcome. A refusal is an error only after maxRefused in a
// row. Any other failure is an error, and so is the end of ctx.
func (d *delivery) deliver(ctx context.Context, e model.Entry) error {
	message, err := d.message(ctx, e)
	if err != nil {
		return err
	}
	failure := d.writer.Write(ctx, message)
	if _, refused := errors.AsType[*RefusedMessageError](failure); failure != nil && !refused {
		return failure
	}
	if err := d.db.NoteMail(context.WithoutCancel(ctx), d.id, e.ID, failure == nil); err != nil {
		return err
	}
	if failure == nil {
		d.delivered, d.refused = append(d.delivered, e), 0
	} else {
		d.refused++
	}
	if err := d.report(model.EntryResult{Entry: e, Err: failure}); err != nil {
		return err
	}
	if d.refused == maxRefused {
		return fmt.Errorf("%d messages in a row were refused", maxRefused)
	}
	return ctx.Err()
}

// message composes the message for an entry, without the text of another author's post.
func (d *delivery) message(ctx context.Context, e model.Entry) (mail.Message, error) {
	l := mail.Letter{ID: mail.NewID(d.database, e.ID), To: d.To, Entry: e, HTML: d.HTML}
	d.nameApart(&l.Entry)
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
