package show

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"text/template"
	"time"

	"gemsub/internal/model"
	"gemsub/internal/term"
	"gemsub/internal/view"
)

var now = time.Date(2026, 3, 10, 6, 30, 0, 0, time.UTC)

// newPrinter returns a printer to terminals of a width, or to pipes if that is 0, and
// what it writes.
func newPrinter(width int) (p *Printer, out, told *strings.Builder) {
	out, told = new(strings.Builder), new(strings.Builder)
	p = NewPrinter(new(term.Output), new(term.Output), func() time.Time { return now })
	p.Out = &term.Output{Writer: out, Width: width, Palette: term.DefaultPalette()}
	p.Err = &term.Output{Writer: told, Width: width}
	return p, out, told
}

var entry = model.Entry{
	ID: 7, SubscriptionID: 3, FeedTitle: "Garden", FeedURL: "gemini://a.example/",
	URL: "gemini://a.example/w.gmi", Title: "Worms\x1b[31m <& peas>", Unread: true, Updated: now, FirstSeen: now.Add(time.Hour),
}

func TestEntryStyles(t *testing.T) {
	t.Parallel()
	parsed, err := ParseTemplate(`{{.ID}} {{.Title}} {{date "2 Jan" .Updated}}{{if .Starred}} *{{end}}`)
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		name  string
		width int
		by    *template.Template
		json  bool
		want  string
	}{
		{"table", 0, nil, false, "7\t2026-03-10\tGarden\tWorms <& peas>\tgemini://a.example/w.gmi\n"},
		{"template", 0, parsed, false, "7 Worms <& peas> 10 Mar\n"},
		{"template on a terminal", 80, parsed, false, "7 Worms <& peas> 10 Mar\n"},
		{"JSON", 0, nil, true, `{"id":7,"feed":"Garden","feed_id":3,"feed_url":"gemini://a.example/","url":"gemini://a.example/w.gmi",` +
			`"title":"Worms\u001b[31m <& peas>","updated":"2026-03-10T06:30:00Z","published":null,"first_seen":"2026-03-10T07:30:00Z","unread":true,"starred":false,"tags":[],"kept":false}` + "\n"},
	} {
		p, out, _ := newPrinter(test.width)
		p.JSON, p.Template = test.json, test.by
		if err := Print(p, view.Entries, []model.Entry{entry}); err != nil || out.String() != test.want {
			t.Errorf("%s: %v\n got %q\nwant %q", test.name, err, out, test.want)
		}
	}
	p, out, _ := newPrinter(0)
	if err := Print(p, view.Entries, nil); err != nil || out.String() != "" {
		t.Errorf("no entries: %v, %q", err, out)
	}
}

func TestTemplateEscapes(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		`{{.ID}}\t{{.Title}}`: "7\tPeas\n",
		`{{.ID}}\n`:           "7\n\n",
		`a\\tb\xc`:            `a\tb\xc` + "\n",
		`{{printf "%d\t" .ID}}{{"\n"}}\{{"\\t"}}`: "7\t\n\\\\t\n",
	} {
		parsed, err := ParseTemplate(text)
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		var out strings.Builder
		row := view.Entries.Row(model.Entry{ID: 7, Title: "Peas"})
		if err := execute(parsed, &out, row); err != nil || out.String() != want {
			t.Errorf("%s: %q, %v, want %q", text, &out, err, want)
		}
	}
}

func TestParseTemplateFails(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"{{.Foo}}": "no field Foo; there are ID, Feed, FeedID, FeedURL, URL, Title,", "{{.Title": "unclosed action", "{{if .Unread}}{{.No}}{{end}}": "field No", "{{nothing}}": `"nothing" not defined`,
	} {
		if _, err := ParseTemplate(text); err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "map has") {
			t.Errorf("%s: %v", text, err)
		}
	}
}

func checks(n int, c model.CheckResult) []model.CheckResult {
	c.Subscription = new(model.Subscription)
	return slices.Repeat([]model.CheckResult{c}, n)
}

func TestUpdateSummary(t *testing.T) {
	t.Parallel()
	found := model.CheckResult{Changes: model.CheckChanges{New: []model.Entry{entry}}}
	failed := model.CheckResult{Err: errors.New("51"), Failed: true}
	waits := model.CheckResult{Err: errors.New("44"), WaitUntil: time.Now()}
	for _, test := range []struct {
		checks []model.CheckResult
		want   string
	}{
		{checks(1, model.CheckResult{}), "nothing new, 1 feed checked"},
		{append(checks(1, found), checks(1, model.CheckResult{})...), "1 new entry in 1 feed, 2 feeds checked"},
		{append(checks(2, found), failed), "2 new entries in 2 feeds, 3 feeds checked, 1 failed"},
		{append(checks(2, waits), failed), "nothing new, 1 feed checked, 1 failed, 2 postponed"},
	} {
		for _, width := range []int{0, 80} {
			p, _, told := newPrinter(width)
			u := p.NewUpdate(view.UpdateReport{}, true) // no bar
			for _, c := range test.checks {
				u.Step(model.UpdateStep{Check: &c})
			}
			u.Done()
			p.Tell(u.Summary())
			want := ""
			if width > 0 {
				want = "gemsub: " + test.want + "\n"
			}
			if told.String() != want {
				t.Errorf("width %d: %q, want %q", width, told, want)
			}
		}
	}
}

// A count shows how many posts were fetched, unless the user wants to see nothing.
func TestPostsProgress(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		width int
		quiet bool
		shows bool
	}{{80, false, true}, {80, true, false}, {0, false, false}} {
		synctest.Test(t, func(t *testing.T) {
			p, _, told := newPrinter(test.width)
			p.Progress = term.NewProgress(p.Err, p.Now)
			u := p.NewUpdate(view.UpdateReport{}, test.quiet)
			u.Step(model.UpdateStep{Wanted: 3})
			u.Step(model.UpdateStep{Post: &model.PostResult{Post: &model.Post{}}})
			time.Sleep(time.Second) // of the bubble
			u.Done()
			p.Progress.End()
			time.Sleep(time.Second) // or what draws would not have ended
			if got := told.String(); strings.Contains(got, "fetching posts 1/3") != test.shows {
				t.Errorf("%+v: %q", test, got)
			}
		})
	}
}

func TestInterrupted(t *testing.T) {
	t.Parallel()
	for done, want := range map[int]string{0: "0 feeds checked, 3 remain", 1: "1 feed checked, 2 remain"} {
		p, _, _ := newPrinter(0)
		u := p.NewUpdate(view.UpdateReport{Feeds: 3}, false)
		for _, c := range checks(done, model.CheckResult{}) {
			u.Step(model.UpdateStep{Check: &c})
		}
		if got := u.Interrupted(); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
}

// A hinted error says what to try.
type hinted struct{ error }

func (hinted) Hint() string { return "gemsub remove 3" }

// The result of a check is reported if it is new, and always if the user named the feed.
func TestUpdateTells(t *testing.T) {
	t.Parallel()
	feed := model.Subscription{ID: 3, URL: "gemini://a.example/", Title: "Garden", Failures: 2}
	failed := feed
	failed.LastErrorKind = "broken"
	failure := fmt.Errorf("Garden: %w", hinted{errors.New("52 gone")})
	const told = "gemsub: Garden: 52 gone\nhint: gemsub remove 3\n"
	for _, test := range []struct {
		name   string
		check  model.CheckResult
		report view.UpdateReport
		quiet  bool
		out    string
		told   string
	}{
		{"nothing", model.CheckResult{}, view.UpdateReport{}, false, "", ""},
		{"a new failure", model.CheckResult{Err: failure, IsNews: true}, view.UpdateReport{}, false, "", told},
		{"an old failure", model.CheckResult{Err: failure}, view.UpdateReport{}, false, "", ""},
		{"an old failure of a named feed", model.CheckResult{Err: failure}, view.UpdateReport{Named: true}, false, "", told},
		{"recovered", model.CheckResult{Subscription: &failed}, view.UpdateReport{}, false, "", "gemsub: Garden: works again after 2 failed checks\n"},
		{
			"moved",
			model.CheckResult{MovedTo: "gemini://b.example/", Changes: model.CheckChanges{Moved: true}},
			view.UpdateReport{},
			false,
			"",
			"gemsub: gemini://a.example/ moved to gemini://b.example/\nhint: gemsub set 3 --url gemini://a.example/ undoes it\n",
		},
		{"a notice with a password", model.CheckResult{Notices: []string{"see gemini://me:secret@a.example/"}}, view.UpdateReport{}, false, "", "gemsub: see gemini://…@a.example/\n"},
		{"quiet", model.CheckResult{Changes: model.CheckChanges{New: []model.Entry{entry}}}, view.UpdateReport{}, true, "", ""},
		{"new entries", model.CheckResult{Changes: model.CheckChanges{New: []model.Entry{entry}}}, view.UpdateReport{}, false, "Garden\n     7  2026-03-10  Worms <& peas>\n", ""},
	} {
		p, out, err := newPrinter(0)
		test.check.Subscription = cmp.Or(test.check.Subscription, &feed)
		u := p.NewUpdate(test.report, test.quiet)
		u.Step(model.UpdateStep{Check: &test.check})
		u.Done()
		if out.String() != test.out || err.String() != test.told {
			t.Errorf("%s: %q, %q", test.name, out, err)
		}
	}
}

// New entries stand under the name of their feed, on a terminal and in a mail of cron.
func TestNewEntriesByFeed(t *testing.T) {
	t.Parallel()
	for _, width := range []int{0, 80} {
		p, out, _ := newPrinter(width)
		u := p.NewUpdate(view.UpdateReport{}, false)
		u.Step(model.UpdateStep{Check: &checks(1, model.CheckResult{Changes: model.CheckChanges{New: []model.Entry{entry, entry}}})[0]})
		u.Done()
		const line = "     7  2026-03-10  Worms <& peas>\n"
		if got := out.String(); got != "Garden\n"+line+line {
			t.Errorf("width %d: got %q", width, got)
		}
	}
}

// Failures come last, so that they do not stand between entries.
func TestFailuresLast(t *testing.T) {
	t.Parallel()
	p, out, _ := newPrinter(0)
	p.Err.Writer = out
	u := p.NewUpdate(view.UpdateReport{}, false)
	found := model.CheckResult{Changes: model.CheckChanges{New: []model.Entry{entry}}}
	failed := model.CheckResult{Err: errors.New("Log: gemini://b.example/: 51 Not found"), IsNews: true}
	for _, c := range append(checks(1, failed), checks(1, found)...) {
		u.Step(model.UpdateStep{Check: &c})
	}
	u.Done()
	const want = "Garden\n     7  2026-03-10  Worms <& peas>\ngemsub: Log: gemini://b.example/: 51 Not found\n"
	if got := out.String(); got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// After an error of standard output no more is written to it.
func TestUpdateStopsWriting(t *testing.T) {
	t.Parallel()
	full := new(fullDisk)
	p, _, _ := newPrinter(0)
	p.Out.Writer = full
	p.JSON = true
	u := p.NewUpdate(view.UpdateReport{}, false)
	for _, c := range checks(2, model.CheckResult{Changes: model.CheckChanges{New: []model.Entry{entry}}}) {
		u.Step(model.UpdateStep{Check: &c})
	}
	if !errors.Is(u.WriteErr, errFull) || full.writes != 1 {
		t.Errorf("%d writes, %v", full.writes, u.WriteErr)
	}
}

var errFull = errors.New("disk full")

type fullDisk struct{ writes int }

func (d *fullDisk) Write([]byte) (int, error) {
	d.writes++
	return 0, errFull
}
