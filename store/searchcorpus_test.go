package store

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode"

	"golang.org/x/text/runes"
	"golang.org/x/text/transform"
	"golang.org/x/text/unicode/norm"

	"gemsub/feed"
	"gemsub/internal/model"
)

// realPosts returns the texts of the posts that lie beside the checkout.
func realPosts(t *testing.T) (texts []string) {
	t.Helper()
	for _, folder := range []string{"corpus", "gopher"} {
		files, err := filepath.Glob("../../shared/" + folder + "/posts/*")
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range files {
			body, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			text, _ := feed.CutSafeText(string(body), model.MaxPostText)
			texts = append(texts, text)
		}
	}
	if len(texts) == 0 {
		t.Skip("no posts beside the checkout")
	}
	return texts
}

var queries = flag.Int("queries", 300, "how many queries TestSearchRealPosts asks")

// Among real posts the index finds the same as a reading of each text and title from end to end:
// words, beginnings of words, phrases, and parts of texts without spaces. The title of a post is a
// line of another one.
func TestSearchRealPosts(t *testing.T) {
	t.Parallel()
	all := realPosts(t)
	s := newStore(t)
	f := &feed.Feed{ID: pageURL, Title: "Log", Updated: noon}
	for i := range all {
		f.Entries = append(f.Entries, post(fmt.Sprintf("%d.gmi", i), -i, ""))
		f.Entries[i].Title = fmt.Sprintf("qqq%d %s", i, longestLine(all[(i+1)%len(all)]))
	}
	var scanned [][]string // of texts, then of titles
	for _, text := range all {
		scanned = append(scanned, plainWords(t, text))
	}
	for _, e := range f.Entries {
		scanned = append(scanned, plainWords(t, e.Title))
	}
	slices.Reverse(f.Entries) // the first is the oldest and gets the first number
	for i := range f.Entries {
		f.Entries[i].Updated = noon
	}
	subscribe(t, s, f)
	keepPosts(t, s, all...)
	random := rand.New(rand.NewPCG(7, 7))
	for range *queries {
		query, want := randomQuery(random, scanned, len(all))
		var got []string
		for e, err := range s.Entries(t.Context(), EntryFilter{Words: query}) {
			if err != nil {
				t.Fatal(err)
			}
			name, _, _ := strings.Cut(e.Title, " ")
			got = append(got, name)
		}
		slices.Sort(got)
		if !slices.Equal(got, want) {
			t.Errorf("search %s finds %v, a scan %v", query, got, want)
		}
	}
}

// longestLine returns the longest line of a text, up to a hundred letters of it.
func longestLine(text string) string {
	longest := slices.MaxFunc(strings.Split(text, "\n"), func(a, b string) int { return len(a) - len(b) })
	letters := []rune(strings.TrimSpace(longest))
	return string(letters[:min(len(letters), 100)])
}

// randomQuery returns a query of words that follow one another in the text or title of
// one of so many posts, and the names of all posts in which they do, sorted.
func randomQuery(random *rand.Rand, all [][]string, posts int) (query string, names []string) {
	n := 1 + random.IntN(3)
	words := all[random.IntN(len(all))]
	for len(words) <= n {
		words = all[random.IntN(len(all))]
	}
	at := random.IntN(len(words) - n)
	wanted := words[at : at+n]
	last := []rune(wanted[n-1])
	isPrefix := len(last) > 3 && random.IntN(3) == 0
	if isPrefix {
		last = last[:3]
	}
	query = strings.Join(append(slices.Clone(wanted[:n-1]), string(last)), " ")
	if isPrefix {
		query += "*"
	}
	for i, words := range all {
		for at := range words[:max(0, len(words)-n+1)] {
			end := words[at+n-1]
			if slices.Equal(words[at:at+n-1], wanted[:n-1]) && (end == string(last) || isPrefix && strings.HasPrefix(end, string(last))) {
				names = append(names, fmt.Sprintf("qqq%d", i%posts))
				break
			}
		}
	}
	slices.Sort(names)
	return `"` + query + `"`, slices.Compact(names)
}

// plainWords splits a text in the plainest way: letters and digits are words, in lower
// case, without accents; each letter of East Asian scripts is one.
func plainWords(t *testing.T, text string) []string {
	t.Helper()
	plain, _, err := transform.String(transform.Chain(norm.NFD, runes.Remove(runes.In(unicode.Mn)), norm.NFC), strings.ToLower(text))
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	for _, r := range plain {
		switch {
		case r >= 0x2E80 && r < 0xA000 && (unicode.IsLetter(r) || unicode.IsNumber(r)):
			b.WriteString(" " + string(r) + " ")
		case unicode.IsLetter(r) || unicode.IsNumber(r):
			b.WriteRune(r)
		default:
			b.WriteByte(' ')
		}
	}
	return strings.Fields(b.String())
}
