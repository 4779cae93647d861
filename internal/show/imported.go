package show

import (
	"cmp"
	"slices"
	"strings"

	"gemsub/internal/model"
	"gemsub/internal/words"
)

// Imported says what came of a list.
func (p *Printer) Imported(im model.Imported) {
	p.leftOut(im.LeftOut)
	p.paused(im.Paused)
	added := words.Count(im.Count(model.ImportAdded), "feed", "feeds") + " added"
	if im.Tags > 0 {
		added += " with " + words.Count(im.Tags, "tag", "tags")
	}
	p.Say("%s, %d known already, %d refused", added, im.Count(model.ImportKnown), im.Count(model.ImportRefused))
}

// Merged counts what another database added and marked.
func (p *Printer) Merged(done model.Merged) {
	p.leftOut(done.LeftOut)
	p.paused(done.Paused)
	const most = 20
	for _, pattern := range done.Mutes[:min(len(done.Mutes), most)] {
		p.Say("added a mute: %s", pattern)
	}
	if more := len(done.Mutes) - most; more > 0 {
		p.Say("and %s; gemsub mute list shows them", words.Count(more, "more mute", "more mutes"))
	}
	if done.Read+done.Starred > 0 {
		p.Say("marked entries that were here: %d read, %d starred", done.Read, done.Starred)
	}
	added := slices.DeleteFunc([]string{
		words.Count(done.Feeds, "feed", "feeds"), words.Count(done.Entries, "entry", "entries"),
		words.Count(done.Posts, "post", "posts"), words.Count(done.Tags, "tag", "tags"),
		words.Count(len(done.Mutes), "mute", "mutes"),
	}, func(count string) bool { return strings.HasPrefix(count, "0 ") })
	p.Say("%s added; identities, trusted keys and mail stay in the other database", cmp.Or(strings.Join(added, ", "), "nothing"))
}

// paused says how many feeds wait for a person, why, and how to go on.
func (p *Printer) paused(feeds model.PausedFeeds) {
	if n := len(slices.Compact(slices.Sorted(slices.Values(feeds.Feeds)))); n > 0 {
		p.Say("%s: %s", words.Count(n, "feed is paused", "feeds are paused"), strings.Join(feeds.Why, ", "))
		p.Hint("gemsub list --failing shows which; gemsub update FEED… starts those that you trust")
	}
}

func (p *Printer) leftOut(all []model.LeftOut) {
	for _, o := range all {
		p.Say("left out: %d × %s", o.Count, o.Reason)
	}
}
