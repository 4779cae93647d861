package view

import (
	"fmt"
	"net/url"
	"strings"

	"gemsub/internal/app"
	"gemsub/internal/model"
	"gemsub/internal/shell"
	"gemsub/internal/words"
)

// What commands did that store no [model.Change], and what they left out.

// AddCounts says how many pages were subscribed to, and how many were not.
func AddCounts(added, failed int) Messages {
	return Say("%s subscribed, %d failed", words.Count(added, "page is", "pages are"), failed).onTerminal()
}

// Tagged says how many feeds have a tag now or, for the command untag, no longer have it.
func Tagged(command, tag string, n int) Messages {
	return Say("%s", Change(model.Change{Command: command, Subject: model.FoldTag(tag), Feeds: n}))
}

// Unmuted says how many mutes were removed.
func Unmuted(n int) Messages { return Say("%s removed", words.Count(n, "mute", "mutes")) }

// IdentityUsed says where an identity is shown now. It warns if the identity is not valid, and says
// how to update the paused feeds that need one.
func IdentityUsed(id app.IdentityInfo, url string, paused []string) (m Messages) {
	m = append(Say("showing identity %s at %s and below", id.Name, url), InvalidIdentity(id)...)
	if len(paused) > 0 {
		m.hint("gemsub update %s tries again", strings.Join(paused, " "))
	}
	return m
}

// IdentityUnused says where no identity is shown any longer.
func IdentityUnused(url string) Messages { return Say("no longer showing an identity at %s", url) }

// IdentityRemoved says which identity was removed.
func IdentityRemoved(name string) Messages { return Say("removed identity %s", name) }

// KeyReadable warns of a file with a private key that others can read.
func KeyReadable(file string) Messages {
	return Say("%s is readable by others", file).withHint("chmod 600 %s", shell.Quote(file))
}

// KeyAccepted says which key of a capsule is trusted now.
func KeyAccepted(authority, fingerprint string) Messages {
	return Say("trusting %s with key %s", authority, fingerprint)
}

// KeyForgotten says of which capsule no key is known any longer.
func KeyForgotten(authority string) Messages { return Say("forgot the key of %s", authority) }

// NotDelivered says which entry could not be delivered, and why.
func NotDelivered(id int64, err error) Messages {
	return Say("entry %d was not delivered, the next run tries again: %v", id, err)
}

// Delivered says how many entries were delivered. If none was after a failure, it says nothing.
func Delivered(n int, failed bool) Messages {
	if n == 0 && failed {
		return nil
	}
	return Say("%s delivered", words.Count(n, "entry", "entries"))
}

// Reindexed says that the index of words is new.
func Reindexed() Messages { return Say("rebuilt the search index") }

// NoDatabase says that nothing is stored yet at a path.
func NoDatabase(path string) Messages { return Say("there is no database yet at %s", path) }

// Healthy says that no problem was found.
func Healthy(feeds, entries int) Messages {
	return Say("nothing is wrong with %s and %s", words.Count(feeds, "feed", "feeds"), words.Count(entries, "entry", "entries"))
}

// Remedies says where the remedies for failing feeds are.
func Remedies() Messages { return Messages{}.withHint("gemsub doctor names a remedy for each") }

// Hidden says how many of all entries are shown, if a limit hides some.
func Hidden(shown, all int) Messages {
	if shown >= all {
		return nil
	}
	return Say("%d of %d shown; --limit all shows all", shown, all)
}

// NothingFound says that no entry has the words, and how many posts are not kept and so could
// not be searched.
func NothingFound(sought string, notKept int) Messages {
	unsearched := when(notKept > 0, "; %s not kept: of those only titles were searched", words.Count(notKept, "post is", "posts are"))
	return Say("no entry matches %s%s", sought, unsearched)
}

// NoPager says why there is no pager.
func NoPager(err error) Messages {
	return Say("%v", err).withHint("set GEMSUB_PAGER, or pager in config.toml, to a pager that is installed, or to cat")
}

// NothingDiscovered is the error that neither page nor those to which it links have entries.
func NothingDiscovered(page *url.URL) error {
	return words.WithHint(fmt.Errorf("found nothing to subscribe to at %s", page),
		"gemsub add --as links follows every new link of a page, --as page every change")
}
