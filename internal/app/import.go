package app

import (
	"cmp"
	"context"
	"slices"

	"gemsub/internal/address"
	"gemsub/internal/exchange"
	"gemsub/internal/model"
	"gemsub/store"
)

// importUnread is how many of a feed's newest entries arrive unread when it is
// read for the first time, as with add.
const importUnread = 10

// Import subscribes to all that a list asks for, in one transaction, and tags each
// feed with tags as well. It asks no capsule.
func (a *App) Import(ctx context.Context, list *exchange.List, tags []string) (model.Imported, error) {
	im := model.Imported{Lines: refusedLines(list)}
	for _, s := range list.Skipped {
		im.LeftOut = append(im.LeftOut, model.LeftOut(s))
	}
	var batch store.Batch
	var wanted []model.ImportedLine // one for each of the batch
	for _, s := range list.Subscriptions {
		u, err := address.Parse(s.URL)
		if err != nil {
			im.Lines = append(im.Lines, refusedLine(s.Line, s.URL, err.Error()))
			continue
		}
		s.URL, s.Tags = u.String(), joinTags(s.Tags, tags)
		batch.Checks = append(batch.Checks, store.Check{New: imported(s), State: model.StateNew})
		wanted = append(wanted, model.ImportedLine{Line: s.Line, Result: model.ImportAdded, URL: s.URL, Detail: cmp.Or(s.Title, s.FeedTitle)})
	}
	done, err := a.db.Commit(ctx, batch)
	for i, d := range done {
		if d.Known {
			wanted[i].Result = model.ImportKnown
			continue
		}
		im.Tags += len(batch.Checks[i].New.Tags)
	}
	im.Lines = append(wanted, im.Lines...)
	slices.SortStableFunc(im.Lines, func(a, b model.ImportedLine) int { return a.Line - b.Line })
	return im, err
}

// imported is what is kept of a line.
func imported(s exchange.Subscription) *NewSubscription {
	return &NewSubscription{
		URL:          s.URL,
		Title:        s.Title,
		FeedTitle:    s.FeedTitle,
		Format:       string(s.Format),
		FormatChosen: !s.Format.IsFound(), // others may have been found before they were exported
		Tags:         s.Tags,
		Unread:       importUnread,
	}
}

// refusedLines are those in which a file is damaged.
func refusedLines(list *exchange.List) (lines []model.ImportedLine) {
	for _, p := range list.Problems {
		lines = append(lines, refusedLine(p.Line, p.Text, p.Message))
	}
	return lines
}

func refusedLine(line int, url, why string) model.ImportedLine {
	return model.ImportedLine{Line: line, Result: model.ImportRefused, URL: address.WithoutUser(url), Detail: why}
}

// joinTags puts the tags of a file and of the user together. A tag is one word here;
// other programs have folders with names of several.
func joinTags(lists ...[]string) []string {
	var all []string
	for _, tag := range slices.Concat(lists...) {
		if tag = model.TagOf(tag); tag != "" && !slices.Contains(all, tag) {
			all = append(all, tag)
		}
	}
	return all
}
