package update

import (
	"context"
	"fmt"

	"gemsub/internal/model"
)

// postBatch bounds the texts that are committed at once, in bytes.
const postBatch = 4 << 20

// A postWriter is the one place where posts reach the store.
type postWriter struct {
	session *Session
	done    *queue[model.PostResult]
}

// run commits posts until there are no more. After a failed commit it calls stop and
// lets the rest go.
func (w *postWriter) run(ctx context.Context, results *batcher[postResult], stop context.CancelCauseFunc) error {
	var failed error
	for batch := range results.batches() {
		if failed == nil && w.session.reached.Load() { // else it only tells of the network
			if failed = w.commit(ctx, batch); failed != nil {
				stop(failed)
			}
		}
		for _, r := range batch {
			if r.large {
				w.session.unread.release()
			}
		}
	}
	return failed
}

// postRoom is room for posts.
func postRoom() func(postResult) bool {
	size := 0
	return func(r postResult) bool {
		if r.Post != nil {
			size += len(r.Post.Text)
		}
		return r.large || size >= postBatch
	}
}

// commit stores a batch, one by one if it cannot be stored as a whole.
func (w *postWriter) commit(ctx context.Context, batch []postResult) error {
	states := w.session.changed()
	b := Batch{Authorities: toStore(states)}
	for _, r := range batch {
		b.Posts = append(b.Posts, r.PostResult)
	}
	err := w.keep(ctx, b)
	if err != nil && len(batch) > 1 {
		err = w.commitSingly(ctx, b)
	}
	if err != nil {
		return fmt.Errorf("keep posts: %w", err)
	}
	w.session.stored(states)
	return nil
}

// commitSingly stores posts until one cannot be stored.
func (w *postWriter) commitSingly(ctx context.Context, b Batch) error {
	for i := range b.Posts {
		if err := w.keep(ctx, Batch{Posts: b.Posts[i : i+1], Authorities: b.Authorities}); err != nil {
			return err
		}
	}
	return nil
}

// keep stores a batch and passes its results on, without their texts.
func (w *postWriter) keep(ctx context.Context, b Batch) error {
	if _, err := w.session.engine.Store.Commit(ctx, b); err != nil {
		return err
	}
	for _, r := range b.Posts {
		if r.Post != nil {
			head := *r.Post
			head.Text = ""
			r.Post = &head
		}
		w.done.add(r)
	}
	return nil
}
