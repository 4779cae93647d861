package app

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"gemsub/feed"
	"gemsub/internal/exchange"
	"gemsub/internal/model"
	"gemsub/internal/shell"
	"gemsub/internal/words"
)

// importUnread is how many of a feed's newest entries arrive unread when it is
// read for the first time, as with add.
const importUnread = 10

// An ImportResult is the result of importing a list of subscriptions.
type ImportResult struct {
	Lines   []model.ImportLine // in the file's order
	Count   map[string]int     // of lines, by their results
	LeftOut map[string]int     // by reason, how many entries
	Tags    int                // how many tags the added feeds got
	Paused  model.PausedFeeds
}

// Import subscribes to the unknown feeds of a list and gives them the tags. It asks no capsule.
func (a *App) Import(ctx context.Context, list *exchange.List, tags []string) (ImportResult, error) {
	feeds := make([]model.Subscription, len(list.Subscriptions))
	for i, s := range list.Subscriptions {
		feeds[i] = model.Subscription{
			URL:          s.URL,
			Title:        s.Title,
			FeedTitle:    s.FeedTitle,
			Format:       s.Format,
			FormatChosen: !feed.Format(s.Format).IsDetectable(), // another format may be one that gemsub detected before the export
			Tags:         joinTags(s.Tags, tags),
			Backlog:      new(importUnread),
		}
	}
	known, paused, err := a.db.Subscribe(ctx, feeds, a.isPrivate)
	if err != nil {
		return ImportResult{}, err
	}
	im := ImportResult{Paused: paused, LeftOut: list.Skipped, Count: map[string]int{model.ImportRefused: len(list.Problems)}}
	for i, s := range list.Subscriptions {
		line := model.ImportLine{Line: s.Line, Result: model.ImportAdded, URL: s.URL, Detail: cmp.Or(s.Title, s.FeedTitle)}
		if known[i] {
			line.Result = model.ImportKnown
		} else {
			im.Tags += len(feeds[i].Tags)
		}
		im.Count[line.Result]++
		im.Lines = append(im.Lines, line)
	}
	im.Lines = append(im.Lines, list.Problems...)
	slices.SortStableFunc(im.Lines, func(a, b model.ImportLine) int { return a.Line - b.Line })
	return im, nil
}

// joinTags returns the tags of all lists, each once. It makes one word of a tag with several:
// folders of other programs may have those.
func joinTags(lists ...[]string) []string {
	var all []string
	for _, tag := range slices.Concat(lists...) {
		if tag = model.TagOf(tag); tag != "" && !slices.Contains(all, tag) {
			all = append(all, tag)
		}
	}
	return all
}

// databaseStart begins every file of SQLite.
const databaseStart = "SQLite format 3\x00"

// List reads another program's list of feeds from a file.
func (in Input) List(name string, kind exchange.Kind) (*exchange.List, error) {
	data, err := in.read(name, exchange.MaxSize+1)
	if err != nil {
		return nil, err
	}
	return ReadList(name, data, kind)
}

// ReadList reads another program's list, the content of the file called name.
func ReadList(name string, data []byte, kind exchange.Kind) (*exchange.List, error) {
	if bytes.HasPrefix(data, []byte(databaseStart)) {
		return nil, words.WithHint(fmt.Errorf("read %s: this is a database, not a list of feeds", name),
			fmt.Sprintf("gemsub backup --restore %s puts a backup in place of your database", shell.Quote(name)))
	}
	list, err := exchange.Parse(name, data, kind)
	if err != nil {
		err = fmt.Errorf("read %s: %w", name, err)
	}
	if errors.Is(err, exchange.ErrUnknownKind) {
		err = words.WithHint(err, "--as names the kind of file: "+strings.Join(exchange.Kinds(), ", "))
	}
	return list, err
}
