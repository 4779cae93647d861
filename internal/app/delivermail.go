package app

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"gemsub/internal/mail"
	"gemsub/internal/model"
)

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
		if stop := d.tell(model.Delivered{Entry: e}); stop != nil {
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
	if kept {
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
	if err := d.tell(model.Delivered{Entry: e, Err: failure}); err != nil {
		return err
	}
	if d.refused++; d.refused == maxRefused {
		return fmt.Errorf("%d messages in a row were refused", maxRefused)
	}
	return nil
}
