package show

import (
	"slices"
	"strings"

	"gemsub/internal/model"
	"gemsub/internal/term"
)

// The words that completion offers, each with a description behind a tab if it has one.

// FeedWords are the words that select feeds: their names or, where a name is not its
// feed's own, or could mean an option, their URLs.
func FeedWords(subs []model.Subscription, own map[string]bool) []string {
	return typable(subs, func(s model.Subscription) []string {
		if name := s.Name(); own[name] && isWord(name) {
			return []string{described(name, s.URL)}
		}
		return []string{described(s.URL, s.Name())}
	})
}

// TagWords are the tags that any feed has.
func TagWords(subs []model.Subscription) []string {
	return typable(subs, func(s model.Subscription) []string { return s.Tags })
}

func described(word, description string) string { return word + "\t" + term.Safe(description) }

// typable returns the candidates of all, sorted, without those that cannot be given as an
// argument.
func typable[T any](all []T, of func(T) []string) (candidates []string) {
	for _, v := range all {
		candidates = append(candidates, of(v)...)
	}
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
