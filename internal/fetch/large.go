package fetch

import (
	"context"
	"io"
)

// A large says who wants to know of large bodies.
type large struct {
	size int
	wait func(context.Context) error
}

type largeKey struct{}

// BeforeLarge returns a context for Get in which wait is called before more than
// size bytes of a body are read, or up to four times as many. It may wait: no
// time limit of the Get goes on meanwhile. Its error ends the Get.
func BeforeLarge(ctx context.Context, size int, wait func(context.Context) error) context.Context {
	return context.WithValue(ctx, largeKey{}, large{size, wait})
}

type beginningKey struct{}

// Beginning returns a context for Get in which a body is read to size bytes and
// no further: one that goes on is not too large.
func Beginning(ctx context.Context, size int64) context.Context {
	return context.WithValue(ctx, beginningKey{}, size)
}

// beginning is how many bytes of a body are wanted, 0 for all.
func beginning(ctx context.Context) int64 {
	size, _ := ctx.Value(beginningKey{}).(int64)
	return size
}

// readLimited reads to the end, or to one byte more than limit, at first into buffer,
// which it may return. It calls more before it makes room for more than it has.
func readLimited(r io.Reader, limit int64, buffer []byte, more func(have int) error) ([]byte, error) {
	body := buffer[:0]
	for int64(len(body)) <= limit {
		if len(body) == cap(body) {
			if err := more(len(body)); err != nil {
				return nil, err
			}
			body = append(make([]byte, 0, min(4*int64(cap(body)), limit+1)), body...)
		}
		n, err := r.Read(body[len(body):cap(body)])
		body = body[:len(body)+n]
		if err == io.EOF {
			return body, nil
		}
		if err != nil {
			return body, err
		}
	}
	return body, nil
}
