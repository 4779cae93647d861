package show

import (
	"fmt"
	"slices"
	"strings"

	"gemsub/internal/model"
	"gemsub/internal/term"
)

// The words that completion offers, each with a description behind a tab if it has one.

// FeedWords are the words that select feeds: their names or, where a name is not its
// feed's own, or could mean an option, their URLs.
func FeedWords(subs []model.Subscription, own map[string]bool) []string {
	var all []string
	for _, s := range subs {
		if name := s.Name(); own[name] && isWord(name) {
			all = append(all, described(name, s.URL))
		} else {
			all = append(all, described(s.URL, name))
		}
	}
	return typable(all)
}

// TagWords are the tags that any feed has.
func TagWords(subs []model.Subscription) []string {
	var all []string
	for _, s := range subs {
		all = append(all, s.Tags...)
	}
	return typable(all)
}

// MuteWords are the numbers of mutes.
func MuteWords(mutes []model.Mute) []string {
	var all []string
	for _, m := range mutes {
		all = append(all, described(fmt.Sprint(m.ID), m.Pattern))
	}
	return typable(all)
}

// AuthorityWords are the authorities of pinned keys.
func AuthorityWords(keys []model.PinnedKey) []string {
	var all []string
	for _, k := range keys {
		all = append(all, k.Authority)
	}
	return typable(all)
}

// IdentityWords are the names of identities.
func IdentityWords(ids []model.IdentityInfo) []string {
	var all []string
	for _, id := range ids {
		all = append(all, id.Name)
	}
	return typable(all)
}

// UseWords are the URLs at which identities are shown.
func UseWords(ids []model.IdentityInfo) []string {
	var all []string
	for _, id := range ids {
		for _, url := range id.URLs {
			all = append(all, described(url, id.Name))
		}
	}
	return typable(all)
}

func described(word, description string) string { return word + "\t" + term.Safe(description) }

// typable sorts candidates, and leaves out what cannot be given as an argument.
func typable(candidates []string) []string {
	slices.Sort(candidates)
	return slices.DeleteFunc(slices.Compact(candidates), func(candidate string) bool {
		word, _, _ := strings.Cut(candidate, "\t")
		return !isWord(word)
	})
}

// isWord reports a text that can be given as an argument: it is no option, no home
// folder (fish does not quote a tilde), begins with no quote (which bash does not write
// behind another), and all of it can be seen.
func isWord(s string) bool {
	return s != "" && !strings.ContainsRune("-~'", rune(s[0])) && s == term.Safe(s)
}
