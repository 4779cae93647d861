package app

import (
	"cmp"
	"errors"
	"net/url"
	"strings"

	"gemsub/internal/fetch"
	"gemsub/internal/words"
)

// A Question is what a capsule asks before it shows a page (status 1x).
type Question struct {
	Text     string // safe, with the capsule's host
	IsSecret bool   // nobody else should see the answer
	page     *url.URL
}

// QuestionOf returns the question in the error of a request; ok is false if there is none.
func QuestionOf(err error) (q Question, ok bool) {
	status, ok := errors.AsType[*fetch.StatusError](err)
	if !ok || status.Means() != fetch.WantsInput {
		return q, false
	}
	return Question{words.Safe(status.URL.Host + " asks: " + cmp.Or(status.Meta, "input")), status.Sensitive(), status.URL}, true
}

// Answer returns the page with an answer to the question, for which the user asks so.
func (q Question) Answer(answer string) PostToShow {
	u := *q.page
	u.RawQuery = strings.ReplaceAll(url.QueryEscape(answer), "+", "%20")
	return PostToShow{URL: &u, IsSecret: q.IsSecret}
}
