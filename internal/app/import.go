package app

import (
	"cmp"
	"context"
	"slices"

	"gemsub/internal/address"
	"gemsub/internal/exchange"
	"gemsub/internal/model"
)

// importUnread is how many of a feed's newest entries arrive unread when it is
// read for the first time, as with add.
const importUnread = 10

// Import subscribes to all that a list asks for, and tags each feed with tags as well.
// It asks no capsule.
func (a *App) Import(ctx context.Context, list *exchange.List, tags []string) (model.Imported, error) {
	wanted, refused := sortOut(list)
	feeds := make([]NewSubscription, len(wanted))
	for i, s := range wanted {
		feeds[i] = importedFeed(s, tags)
	}
	known, paused, err := a.db.Subscribe(ctx, feeds)
	if err != nil {
		return model.Imported{}, err
	}
	im := model.Imported{Paused: paused}
	for i, s := range wanted {
		line := model.ImportedLine{Line: s.Line, Result: model.ImportAdded, URL: s.URL, Detail: cmp.Or(s.Title, s.FeedTitle)}
		if known[i] {
			line.Result = model.ImportKnown
		} else {
			im.Tags += len(feeds[i].Tags)
		}
		im.Lines = append(im.Lines, line)
	}
	im.Lines = append(im.Lines, refused...)
	slices.SortStableFunc(im.Lines, func(a, b model.ImportedLine) int { return a.Line - b.Line })
	for _, s := range list.Skipped {
		im.LeftOut = append(im.LeftOut, model.LeftOut(s))
	}
	return im, nil
}

// sortOut returns what a list asks for, with canonical URLs, and the lines that
// cannot be taken.
func sortOut(list *exchange.List) (wanted []exchange.Subscription, refused []model.ImportedLine) {
	for _, p := range list.Problems {
		refused = append(refused, refusedLine(p.Line, p.Text, p.Message))
	}
	for _, s := range list.Subscriptions {
		u, err := address.Parse(s.URL)
		if err != nil {
			refused = append(refused, refusedLine(s.Line, s.URL, err.Error()))
			continue
		}
		s.URL = u.String()
		wanted = append(wanted, s)
	}
	return wanted, refused
}

// importedFeed is what is kept of a line.
func importedFeed(s exchange.Subscription, tags []string) NewSubscription {
	return NewSubscription{
		URL:          s.URL,
		Title:        s.Title,
		FeedTitle:    s.FeedTitle,
		Format:       string(s.Format),
		FormatChosen: !s.Format.IsFound(), // others may have been found before they were exported
		Tags:         joinTags(s.Tags, tags),
		Unread:       importUnread,
	}
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
