package app

import (
	"context"
	"errors"
	"slices"
	"strings"

	"gemsub/internal/model"
)

// Tag tags the subscriptions that selectors fit and returns how many it did.
func (a *App) Tag(ctx context.Context, tag string, selectors []string) (int, error) {
	return a.tag(ctx, tag, selectors, a.db.Tag)
}

// Untag takes a tag off subscriptions, as Tag does.
func (a *App) Untag(ctx context.Context, tag string, selectors []string) (int, error) {
	return a.tag(ctx, tag, selectors, a.db.Untag)
}

func (a *App) tag(ctx context.Context, tag string, selectors []string, change func(context.Context, []int64, string) (int, error)) (int, error) {
	chosen, err := a.Select(ctx, selectors)
	if _, unknown := errors.AsType[*NoFeedError](err); unknown {
		if _, wrong := a.Select(ctx, []string{tag}); wrong == nil {
			return 0, WithHint(err, "the tag comes first, then the feeds")
		}
	}
	if err != nil {
		return 0, err
	}
	return change(ctx, idsOf(chosen), tag)
}

// Tags returns the tags that subscriptions have, in the order of the alphabet.
func (a *App) Tags(ctx context.Context) (all []model.TagInfo, err error) {
	subs, err := a.Feeds(ctx, FeedQuery{})
	if err != nil {
		return nil, err
	}
	place := map[string]int{}
	for _, s := range subs {
		for _, tag := range s.Tags {
			i, known := place[tag]
			if !known {
				i, place[tag] = len(all), len(all)
				all = append(all, model.TagInfo{Tag: tag})
			}
			all[i].Feeds++
			all[i].Unread += s.Unread
		}
	}
	slices.SortFunc(all, func(a, b model.TagInfo) int { return strings.Compare(a.Tag, b.Tag) })
	return all, nil
}
