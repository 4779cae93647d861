package main

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/urfave/cli/v2"

	"gemsub/feed"
	"gemsub/internal/model"
	"gemsub/store"
)

// A filtered entry is one in the database of TestFilters, with what filters ask of it. Its
// number is its place, from 1.
type filteredEntry struct {
	feed, day       string
	unread, starred bool
}

// filteredEntries are as they arrive: the last is new in its feed, with an old date.
func filteredEntries() []filteredEntry {
	return []filteredEntry{
		{"Log", "2026-01-01", false, true},
		{"Log", "2026-01-02", true, true},
		{"Log", "2026-01-03", true, false},
		{"Other", "2026-01-02", false, false},
		{"Other", "2025-01-01", true, false},
	}
}

// A filterCase is words of a command line, and what they select.
type filterCase struct {
	words     string
	selects   func(filteredEntry) bool
	limit     int
	byArrival bool
}

// Each filter selects the same in each command that lists, marks, exports or mails.
func TestFilters(t *testing.T) {
	t.Parallel()
	m := newMistakeRunner(t)
	m.fillFiltered()
	all := func(filteredEntry) bool { return true }
	ofLog := func(e filteredEntry) bool { return e.feed == "Log" }
	filters := []filterCase{
		{"--feed Log", ofLog, 0, false},
		{"--tag friends", ofLog, 0, false},
		{"--unread", func(e filteredEntry) bool { return e.unread }, 0, false},
		{"--starred", func(e filteredEntry) bool { return e.starred }, 0, false},
		{"--since 2026-01-02", func(e filteredEntry) bool { return e.day >= "2026-01-02" }, 0, false},
		{"--before 2026-01-02", func(e filteredEntry) bool { return e.day < "2026-01-02" }, 0, false},
		{"--limit 2", all, 2, false},
		{"--limit 2 --sort arrival", all, 2, true},
		{"--view new-friends", func(e filteredEntry) bool { return ofLog(e) && e.day >= "2026-01-02" }, 0, false},
		{"--view lately --feed Log", ofLog, 1, true},
	}
	unread := func(e filteredEntry) bool { return e.unread }
	title := regexp.MustCompile(`post (\d)`)
	mailed := 0
	commands := map[string]func(f filterCase) (got, want []string){
		"entries": func(f filterCase) (got, want []string) {
			return m.found(title, "entries", f.unlessUnread("--all"), f.words), f.expected(all, all)
		},
		"next": func(f filterCase) (got, want []string) {
			got = m.found(title, "next --keep-unread", f.unlessUnread("--all"), f.words)
			f.limit = 1
			return got, f.expected(all, all)
		},
		"search": func(f filterCase) (got, want []string) {
			return m.found(title, "search post --template {{.Title}}", f.words), f.expected(all, all)
		},
		"export": func(f filterCase) (got, want []string) {
			return m.found(title, "export gemtext", f.words), f.expected(all, all)
		},
		"deliver maildir": func(f filterCase) (got, want []string) {
			mailed++
			dir := filepath.Join(t.TempDir(), fmt.Sprint(mailed))
			m.found(title, "deliver maildir", dir, f.words)
			return found(title, m.mails(dir)), f.expected(unread, all)
		},
	}
	for name, changes := range map[string]func(filteredEntry) bool{
		"read": unread, "unread": func(e filteredEntry) bool { return !e.unread },
		"star": func(e filteredEntry) bool { return !e.starred }, "unstar": func(e filteredEntry) bool { return e.starred },
	} {
		commands[name] = func(f filterCase) (got, want []string) {
			return m.marked(name, f.words+map[bool]string{true: " --all"}[f.words == "--unread" || f.words == "--starred"]), f.expected(all, changes)
		}
	}
	for name, flags := range visibleCommands("", appForDocs().Commands) {
		has := slices.ContainsFunc(flags, func(f cli.Flag) bool { return f.Names()[0] == "view" })
		if has != (commands[name] != nil) && name != "deliver sendmail" { // which has the flags of maildir
			t.Errorf("%s takes filters: %v", name, has)
		}
	}
	for name, selected := range commands {
		for _, f := range filters {
			if got, want := selected(f); !slices.Equal(got, want) {
				t.Errorf("%s %s selects %v, want %v; stderr %s", name, f.words, got, want, &m.stderr)
			}
		}
	}
}

// fillFiltered stores the entries with their posts, and writes a configuration with views.
func (m *mistakeRunner) fillFiltered() {
	m.t.Helper()
	config, getenv := m.t.TempDir(), m.env.getenv
	m.env.getenv = func(name string) string {
		if name == "XDG_CONFIG_HOME" {
			return config
		}
		return getenv(name)
	}
	views := "[views]\nnew-friends = \"--tag friends --since 2026-01-02\"\nlately = \"--feed Other --sort arrival -n1\"\n"
	if err := os.MkdirAll(filepath.Join(config, "gemsub"), 0o700); err != nil {
		m.t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(config, "gemsub", "config.toml"), []byte(views), 0o600); err != nil {
		m.t.Fatal(err)
	}
	s, err := store.Open(m.t.Context(), getenv("GEMSUB_DB"), m.env.Now)
	if err != nil {
		m.t.Fatal(err)
	}
	defer s.Close()
	entries := filteredEntries()
	for _, upTo := range []int{3, 4, 5} {
		last := entries[upTo-1]
		page := &feed.Feed{ID: "gemini://a.example/" + last.feed, Title: last.feed}
		for i, e := range slices.Backward(entries[:upTo]) { // newest first
			if day, _ := time.Parse(time.DateOnly, e.day); e.feed == last.feed {
				link := fmt.Sprintf("gemini://a.example/%s/%d", e.feed, i+1)
				page.Entries = append(page.Entries, feed.Entry{ID: link, Link: link, Title: fmt.Sprintf("post %d", i+1), Updated: day.Add(12 * time.Hour)})
			}
		}
		sub := &model.Subscription{URL: page.ID, Backlog: new(-1)}
		if upTo == 5 {
			subs, err := s.Subscriptions(m.t.Context(), store.SubscriptionFilter{})
			if err != nil {
				m.t.Fatal(err)
			}
			sub = &subs[1]
		}
		check := &store.Check{Subscription: sub, CheckedAt: m.env.Now(), State: model.StateOK, Feed: page}
		if err := s.Commit(m.t.Context(), store.Batch{Checks: []*store.Check{check}}); err != nil {
			m.t.Fatal(err)
		}
	}
	for i := range entries {
		post := &model.Post{URL: "gemini://a.example/", MediaType: "text/gemini", FetchedAt: m.env.Now(), Text: fmt.Sprintf("This is post %d\n", i+1)}
		if err := s.Commit(m.t.Context(), store.Batch{Posts: []*model.PostResult{{EntryID: int64(i + 1), Post: post}}}); err != nil {
			m.t.Fatal(err)
		}
	}
	for _, line := range []string{"tag add friends Log", "read 1 4", "star 1 2"} {
		if code := m.run(strings.Fields(line)...); code != exitOK {
			m.t.Fatalf("%s: %s", line, &m.stderr)
		}
	}
}

// unlessUnread returns a flag that goes with all filters but --unread.
func (f filterCase) unlessUnread(flag string) string {
	if f.words == "--unread" {
		return ""
	}
	return flag
}

// expected returns the numbers, in order, of the entries that the filter selects among some, and
// that the command changes.
func (f filterCase) expected(among, changes func(filteredEntry) bool) (numbers []string) {
	all := filteredEntries()
	newest := []int{3, 2, 4, 1, 5} // of one day the feed that was added first
	if f.byArrival {
		newest = []int{5, 4, 3, 2, 1}
	}
	selected := slices.DeleteFunc(newest, func(n int) bool { return !f.selects(all[n-1]) || !among(all[n-1]) })
	if f.limit > 0 {
		selected = selected[:min(f.limit, len(selected))]
	}
	for _, n := range selected {
		if changes(all[n-1]) {
			numbers = append(numbers, fmt.Sprint(n))
		}
	}
	slices.Sort(numbers)
	return numbers
}

// found runs a command and returns the numbers that its output has.
func (m *mistakeRunner) found(number *regexp.Regexp, words ...string) []string {
	m.run(strings.Fields(strings.Join(words, " "))...)
	return found(number, m.stdout.String())
}

func found(number *regexp.Regexp, text string) (numbers []string) {
	for _, match := range number.FindAllStringSubmatch(text, -1) {
		numbers = append(numbers, match[1])
	}
	slices.Sort(numbers)
	return slices.Compact(numbers)
}

// mails returns the messages in a maildir.
func (m *mistakeRunner) mails(dir string) string {
	var all strings.Builder
	_ = filepath.WalkDir(dir, func(path string, _ fs.DirEntry, _ error) error { // nothing delivered, no maildir
		data, _ := os.ReadFile(path)
		all.Write(data)
		return nil
	})
	return all.String()
}

// marked runs a command that marks and returns the numbers of the entries that it changed.
func (m *mistakeRunner) marked(command, filter string) (numbers []string) {
	marks := func() []string {
		m.run("entries", "--all", "--template", "{{.ID}} {{.Unread}} {{.Starred}}")
		return strings.Fields(strings.ReplaceAll(m.stdout.String(), " ", "_"))
	}
	before := marks()
	m.run(strings.Fields(command + " " + filter)...)
	said := m.stderr.String()
	for _, line := range marks() {
		if !slices.Contains(before, line) {
			numbers = append(numbers, line[:1])
		}
	}
	if numbers != nil {
		m.run("undo")
	}
	m.stderr.Reset()
	m.stderr.WriteString(said)
	slices.Sort(numbers)
	return numbers
}
