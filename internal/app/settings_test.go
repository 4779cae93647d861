package app_test

import (
	"testing"
	"time"

	"gemsub/feed"
	"gemsub/internal/app"
	"gemsub/internal/model"
)

// What is given is read, and all else left.
func TestSettingTexts(t *testing.T) {
	t.Parallel()
	if to, err := (app.SettingTexts{}).Parse(); err != nil || to.Format != nil || to.Interval != nil || to.Posts != nil || to.Backlog != nil {
		t.Errorf("nothing is given: %+v, %v", to, err)
	}
	to, err := app.SettingTexts{Format: new("links"), Interval: new("6h"), Posts: new("all"), Backlog: new("5")}.Parse()
	if err != nil || *to.Format != "links" || *to.Interval != 6*time.Hour || *to.Posts != model.PostsAll || *to.Backlog != 5 {
		t.Errorf("%+v, %v", to, err)
	}
	to, err = app.SettingTexts{Interval: new("auto"), Backlog: new("all")}.Parse()
	if err != nil || *to.Interval != 0 || *to.Backlog != -1 {
		t.Errorf("%+v, %v", to, err)
	}
	if to, err = (app.SettingTexts{Backlog: new("none")}).Parse(); err != nil || *to.Backlog != 0 {
		t.Errorf("%+v, %v", to, err)
	}
}

func TestBadSettingTexts(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		texts app.SettingTexts
		want  string
	}{
		{app.SettingTexts{Interval: new("soon")}, `--interval takes a time from 1h to 30d such as 6h or 2d, or auto, not "soon"`},
		{app.SettingTexts{Interval: new("9000d")}, "--interval must be from 1h to 30d, not 9000d"},
		{app.SettingTexts{Posts: new("")}, `posts are all, new or none, not ""`},
		{app.SettingTexts{Backlog: new("-1")}, `--backlog takes a number, all or none, not "-1"`},
	} {
		if _, err := c.texts.Parse(); err == nil || err.Error() != c.want {
			t.Errorf("%v, want %s", err, c.want)
		}
	}
	_, err := app.SettingTexts{Format: new("rs")}.Parse()
	if got := hint(err); got != "did you mean rss?" {
		t.Errorf("%v: %s", err, got)
	}
}

func TestParseFormat(t *testing.T) {
	t.Parallel()
	if f, err := app.ParseFormat("auto"); f != feed.Auto || err != nil {
		t.Errorf("%q, %v", f, err)
	}
	if _, err := app.ParseFormat(""); err == nil {
		t.Error("no format is one")
	}
}

// What is not said of posts stays open.
func TestParsePosts(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]model.PostsKept{"": "", "new": model.PostsNew} {
		if got, err := app.ParsePosts(text); got != want || err != nil {
			t.Errorf("%q: %q, %v", text, got, err)
		}
	}
	if _, err := app.ParsePosts("some"); err == nil {
		t.Error("any word is taken")
	}
}
