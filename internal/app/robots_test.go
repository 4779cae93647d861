package app_test

import (
	"strings"
	"testing"
	"time"

	"gemsub/internal/app"
	"gemsub/internal/model"
)

func TestRobots(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, policy string
		allowed      bool
		group, rule  string
	}{
		{"none", "", true, "", ""},
		{"all", "User-agent: *\nDisallow: /log\n", false, "User-agent: *", "Disallow: /log"},
		{"elsewhere", "User-agent: *\nDisallow: /private\n", true, "", ""},
		{"feed", "Virtual-agent: feed\nDisallow: /\n", false, "Virtual-agent: feed", "Disallow: /"},
		{"webproxy", "User-agent: webproxy\nDisallow: /\n", true, "", ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			h := newHome(t)
			h.policy(page, test.policy)
			answer, err := h.Robots(t.Context(), h.url(page))
			if err != nil {
				t.Fatal(err)
			}
			of := app.RobotsOf(h.url(page), []byte(test.policy), "a file")
			if d := answer.Decision; d.Allowed != test.allowed || d.Group != test.group || d.Rule != test.rule || of.Decision != d {
				t.Errorf("got %+v; of the file %+v", d, of.Decision)
			}
			if answer.URL != page || answer.RobotsURL != "gemini://a.example/robots.txt" || answer.Status != "20 text/plain" || of.Status != "a file" {
				t.Errorf("got %+v", answer)
			}
			if !answer.PolicyAt.Equal(h.now()) || !answer.PolicyUntil.Equal(h.now().Add(day)) || !answer.FailingSince.IsZero() || answer.NextURL != "" {
				t.Errorf("got %+v", answer)
			}
		})
	}
}

// The answer is kept for a day.
func TestRobotsKept(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	h.subscribe(page, "Garden", "Worms")
	h.policy(page, "User-agent: *\nCrawl-delay: 30\n")
	h.sleep(23 * hour)
	if a := h.robots(page); a.Status != "51 Not found" || a.Decision.CrawlDelay != 0 {
		t.Errorf("within the day: %+v", a)
	}
	h.sleep(2 * hour)
	if a := h.robots(page); a.Status != "20 text/plain" || a.Decision.CrawlDelay != 30*time.Second {
		t.Errorf("after a day: %+v", a)
	}
	if n := h.host("a.example").Count("/robots.txt"); n != 2 {
		t.Errorf("asked %d times", n)
	}
}

// robots asks what robots.txt says of a URL.
func (h *home) robots(raw string) app.RobotsAnswer {
	h.t.Helper()
	answer, err := h.Robots(h.t.Context(), h.url(raw))
	if err != nil {
		h.t.Fatal(err)
	}
	return answer
}

// The next request is when the feed is due, but not before the capsule allows it.
func TestRobotsNext(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	h.policy(page, "User-agent: *\nCrawl-delay: 3600\n")
	h.subscribe(page, "Garden", "Worms")
	h.host("b.example")
	due := h.feed("1").NextCheckAt
	if a := h.robots(page); a.NextURL != page || !a.NextAt.Equal(due) || a.Ignored || !a.DeferredUntil.IsZero() {
		t.Errorf("due %v: %+v", due, a)
	}
	minute := time.Minute
	if _, err := h.Set(t.Context(), []string{"1"}, model.Settings{Interval: &minute}); err != nil {
		t.Fatal(err)
	}
	if a := h.robots("gemini://a.example/other"); a.NextURL != page || !a.NextAt.Equal(h.now().Add(hour)) {
		t.Errorf("with a Crawl-delay: %+v", a)
	}
	if a := h.robots("gemini://b.example/"); a.NextURL != "" {
		t.Errorf("of another capsule: %+v", a)
	}
}

// The answer says if a capsule does not answer, or wants to be asked later.
func TestRobotsFails(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	h.reply("gemini://a.example/robots.txt", 42, "CGI error")
	if _, err := h.Robots(t.Context(), h.url(page)); err == nil || !strings.Contains(err.Error(), "robots.txt") {
		t.Errorf("got %v", err)
	}
	h.reply("gemini://b.example/robots.txt", 44, "600")
	if _, err := h.Robots(t.Context(), h.url("gemini://b.example/")); err == nil || !strings.Contains(err.Error(), "slow down") {
		t.Errorf("got %v", err)
	}
}

// A known policy stays in force while the capsule fails, and the failure is reported.
func TestRobotsFailingSince(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	h.policy(page, "User-agent: *\nDisallow: /log\n")
	if _, err := h.Robots(t.Context(), h.url(page)); err != nil {
		t.Fatal(err)
	}
	h.sleep(2 * day)
	h.reply("gemini://a.example/robots.txt", 40, "")
	answer, err := h.Robots(t.Context(), h.url(page))
	if err != nil || answer.Decision.Allowed || !answer.FailingSince.Equal(h.now()) {
		t.Errorf("%+v, %v", answer, err)
	}
}

func TestRobotsIgnored(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	h.serve(page, log("Garden", "Worms"))
	h.policy(page, "User-agent: *\nDisallow: /\n")
	collect(t, h.Add(t.Context(), app.AddOptions{URLs: []string{page}, Wanted: model.Settings{IgnoreRobots: new(true)}}))
	if answer, err := h.Robots(t.Context(), h.url(page)); err != nil || !answer.Ignored || answer.NextURL != page {
		t.Errorf("%+v, %v", answer, err)
	}
	if answer, err := h.Robots(t.Context(), h.url("gemini://a.example/other")); err != nil || answer.Ignored {
		t.Errorf("%+v, %v", answer, err)
	}
}
