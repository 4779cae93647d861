package app

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"gemsub/internal/mail"
	"gemsub/internal/model"
	"gemsub/store"
)

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
	f := store.EntryFilter{WithAnswers: true}
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
