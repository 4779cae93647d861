package tui

import (
	"cmp"
	"context"
	"errors"
	"maps"
	"slices"
	"strings"

	"gemsub/internal/app"
	"gemsub/internal/model"
	"gemsub/internal/view"
	"gemsub/internal/words"
)

// isOwn reports whether the user's key runs a ":command" of gemsub or a "!program".
func isOwn(does string) bool { return len(does) > 1 && strings.ContainsAny(does[:1], ":!") }

// IsOwnKey reports whether a setting of the table of keys says what a key does; otherwise it
// says which keys an action has. Four actions have the names of keys, such as up.
func IsOwnKey(name, value string) bool {
	return isOwn(value) || isKey(name) && !slices.Contains(actionNames(), name)
}

// CheckOwnKey returns an error for an invalid key, or if it can't do what it is to do.
func CheckOwnKey(key, does string) error {
	switch {
	case !isKey(key):
		return unknownKey(key)
	case slices.Contains([]string{"", ":", "!"}, strings.TrimSpace(does)):
		return errors.New(`must be an action, ":" with a command of gemsub, or "!" with one of the shell`)
	case !isOwn(does) && !slices.Contains(actionNames(), does):
		return words.UnknownValue("action", does, actionNames())
	}
	return nil
}

// withOwn adds the user's keys to the table, above it those that run commands.
func withOwn(all []action, own map[string]string) []action {
	for _, key := range slices.Backward(slices.Sorted(maps.Keys(own))) {
		does := own[key]
		if i := slices.IndexFunc(all, func(a action) bool { return a.name == does }); i >= 0 {
			if !slices.Contains(all[i].keys, key) {
				all[i].keys = append(slices.Clone(all[i].keys), key)
			}
			continue
		}
		a := action{does, []string{key}, words.Safe(does), anywhere, func(r *reader) { r.command(does) }}
		if program, isProgram := strings.CutPrefix(does, "!"); isProgram {
			a.where, a.do = onPanes, func(r *reader) { r.start(program) }
		}
		all = append([]action{a}, all...)
	}
	return all
}

// start runs a command of the shell on the shown post, or on that of the entry under the
// cursor, as far as it is kept.
func (r *reader) start(command string) {
	run := func(e model.Entry, text string) {
		r.report(r.handOver(func() error { return r.Start(command, e, text) }), "done: !"+command)
	}
	if p := r.shown(); r.focus == onPost && p != nil {
		run(p.entry(), p.view.SafeText())
		return
	}
	e, ok := r.subject()
	switch {
	case !ok:
	case !e.Kept:
		run(e, "")
	default:
		r.ask("the post", func(ctx context.Context) (func(), error) {
			opened, _ := r.App.OpenPost(ctx, app.PostToShow{Entry: e}, false) // without a text there is none
			return func() { run(e, view.Post(opened).SafeText()) }, nil
		})
	}
}

// entry is the entry of the post, or for a page what it has of one.
func (p *post) entry() model.Entry {
	e := p.wanted.Entry
	e.URL = cmp.Or(e.URL, p.view.Post.URL)
	if headings := p.headings(); e.ID == 0 && len(headings) > 0 {
		e.Title = strings.TrimLeft(p.rows[headings[0]].String(), "# ")
	}
	return e
}
