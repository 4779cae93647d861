package store

import (
	"context"
	"regexp"
	"strings"

	"gemsub/internal/model"
)

// What SQLite marks a snippet with. Texts have no control characters.
const (
	hitStart = "\x02"
	hitEnd   = "\x03"
)

// snippetWords is how many words a snippet has at most.
const snippetWords = "40"

// snippets returns the snippets of the posts of found entries in which a term occurs, by
// the number of the post's entry.
func (n finder) snippets(ctx context.Context, q querier, found []foundEntry) (map[int64]model.Snippet, error) {
	var posts []int64
	for _, f := range found {
		if f.Post != 0 {
			posts = append(posts, f.Post)
		}
	}
	all := map[int64]model.Snippet{}
	if len(posts) == 0 {
		return all, nil
	}
	rows, err := q.QueryContext(ctx, `
		SELECT docid, SNIPPET(entry_text, '`+hitStart+`', '`+hitEnd+`', '…', 0, `+snippetWords+`)
		FROM entry_text WHERE entry_text MATCH ? AND +docid IN (SELECT value FROM JSON_EACH(?))`, matchAny(n.terms), jsonList(posts))
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var post int64
		var text string
		if err := rows.Scan(&post, &text); err != nil {
			return nil, err
		}
		all[post] = newSnippet(text)
	}
	return all, rows.Err()
}

// split finds the characters that [spaced] puts spaces around, with these spaces.
var split = regexp.MustCompile(` ?([\x02\x03]*[\p{Han}\p{Hiragana}\p{Katakana}\p{Bopomofo}\p{Thai}\p{Lao}\p{Khmer}\p{Myanmar}\p{Yi}ーｰ][\x02\x03]*) ?`)

// newSnippet returns a marked piece of a text as one line; nothing where no word of it
// was found.
func newSnippet(marked string) (s model.Snippet) {
	if !strings.Contains(marked, hitStart) {
		return nil
	}
	line := strings.Join(strings.Fields(split.ReplaceAllString(marked, "$1")), " ")
	line = strings.ReplaceAll(line, hitEnd+hitStart, "") // characters of one word
	for part := range strings.SplitSeq(line, hitStart) {
		hit, after, found := strings.Cut(part, hitEnd)
		if found {
			s = append(s, model.SnippetPart{Text: hit, Hit: true})
		} else {
			after = part
		}
		if after != "" {
			s = append(s, model.SnippetPart{Text: after})
		}
	}
	return s
}
