package main

import "gemsub/internal/view"

func removeCommand() *command {
	return &command{
		name:      "remove",
		alias:     "rm",
		usage:     "unsubscribe and remove the entries (undo brings them back)",
		arguments: "FEED…",
		description: `A FEED is a number from gemsub list, a URL, or a part of a title or URL that
fits exactly one feed; what you gave comes before what pages state. gemsub undo
brings feeds and entries back for 30 days.

Examples:
  gemsub remove 3
  gemsub remove gemini://example.org/gemlog/`,
		needs: keptDatabase,
		run:   withOptions((*call).arguments, (*call).remove),
	}
}

func (c *call) remove(feeds []string) error {
	removed, err := c.app.Remove(c.ctx, feeds)
	for _, s := range removed {
		c.Tell(view.Removed(s))
	}
	return err
}
