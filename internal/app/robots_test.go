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
		agents       []string
		allowed      bool
		group, rule  string
	}{
		{"none", "", nil, true, "", ""},
		{"all", "User-agent: *\nDisallow: /log\n", nil, false, "User-agent: *", "Disallow: /log"},
		{"elsewhere", "User-agent: *\nDisallow: /private\n", nil, true, "", ""},
		{"feed", "Virtual-agent: feed\nDisallow: /\n", nil, false, "Virtual-agent: feed", "Disallow: /"},
		{"webproxy", "User-agent: webproxy\nDisallow: /\n", nil, true, "", ""},
		{"as a webproxy", "User-agent: webproxy\nDisallow: /\n", []string{"webproxy"}, false, "User-agent: webproxy", "Disallow: /"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			h := newHome(t)
			h.policy(page, test.policy)
			how := app.Asking{Agents: test.agents}
			answer, err := h.Robots(t.Context(), h.url(page), how)
			if err != nil {
				t.Fatal(err)
			}
			of := app.RobotsOf(h.url(page), []byte(test.policy), "a file", how)
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

// The answer is kept for a day, and says when the capsule is asked next.
func TestRobotsKept(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	h.subscribe(page, "Garden", "Worms")
	h.policy(page, "User-agent: *\nCrawl-delay: 30\n")
	ask := func() model.RobotsAnswer {
		t.Helper()
		answer, err := h.Robots(t.Context(), h.url(page), app.Asking{})
		if err != nil {
			t.Fatal(err)
		}
		return answer
	}
	h.sleep(23 * hour)
	if a := ask(); a.Status != "51 Not found" || a.NextURL != "gemini://a.example/robots.txt" && a.NextURL != page || a.Ignored {
		t.Errorf("within the day: %+v", a)
	}
	h.sleep(2 * hour)
	if a := ask(); a.Decision.CrawlDelay != 30*time.Second || a.NextURL != page || !a.NextAt.Equal(h.now().Add(30*time.Second)) {
		t.Errorf("after a day: %+v", a)
	}
	if n := h.host("a.example").Count("/robots.txt"); n != 2 {
		t.Errorf("asked %d times", n)
	}
}

// Of a capsule that does not answer, or wants to be asked later, that is said.
func TestRobotsFails(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	h.reply("gemini://a.example/robots.txt", 42, "CGI error")
	if _, err := h.Robots(t.Context(), h.url(page), app.Asking{}); err == nil || !strings.Contains(err.Error(), "robots.txt") {
		t.Errorf("got %v", err)
	}
	h.reply("gemini://b.example/robots.txt", 44, "600")
	if _, err := h.Robots(t.Context(), h.url("gemini://b.example/"), app.Asking{}); err == nil || !strings.Contains(err.Error(), "slow down") {
		t.Errorf("got %v", err)
	}
}

// A policy that once was there holds when the capsule fails, which is told.
func TestRobotsFailingSince(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	h.policy(page, "User-agent: *\nDisallow: /log\n")
	if _, err := h.Robots(t.Context(), h.url(page), app.Asking{}); err != nil {
		t.Fatal(err)
	}
	h.sleep(2 * day)
	h.reply("gemini://a.example/robots.txt", 40, "")
	answer, err := h.Robots(t.Context(), h.url(page), app.Asking{})
	if err != nil || answer.Decision.Allowed || !answer.FailingSince.Equal(h.now()) {
		t.Errorf("%+v, %v", answer, err)
	}
}

func TestRobotsIgnored(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	h.serve(page, log("Garden", "Worms"))
	h.policy(page, "User-agent: *\nDisallow: /\n")
	collect(t, h.Add(t.Context(), app.AddOptions{URLs: []string{page}, Wanted: app.NewSubscription{IgnoreRobots: true}}))
	if answer, err := h.Robots(t.Context(), h.url(page), app.Asking{}); err != nil || !answer.Ignored || answer.NextURL != page {
		t.Errorf("%+v, %v", answer, err)
	}
	if answer, err := h.Robots(t.Context(), h.url("gemini://a.example/other"), app.Asking{}); err != nil || answer.Ignored {
		t.Errorf("%+v, %v", answer, err)
	}
}
