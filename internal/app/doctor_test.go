package app_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"gemsub/internal/app"
	"gemsub/internal/capsule"
	"gemsub/internal/scratch"
)

// diagnose returns the findings, a line each: level, what it is about, message and
// command.
func (h *home) diagnose() string {
	h.t.Helper()
	d, err := app.Diagnose(h.t.Context(), h.path, "", "", h.environment())
	if err != nil {
		h.t.Fatal(err)
	}
	var lines []string
	for _, f := range d.Found {
		about := strings.ReplaceAll(f.About, h.path, "DB")
		lines = append(lines, fmt.Sprintf("%s|%s|%s|%s", f.Level, about, f.Message, f.Command))
	}
	return strings.Join(lines, "\n")
}

func TestDiagnose(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name string
		do   func(h *home)
		want string // a part of every line
	}{
		{"well", func(*home) {}, ""},
		{
			"failing", func(h *home) {
				h.reply(page, 51, "Gone fishing")
				h.checked(app.UpdateOptions{Force: true})
				h.checked(app.UpdateOptions{Force: true})
			},
			"warning|1 Garden|51 Gone fishing (2 failures in a row); its page lives elsewhere, or is gone|gemsub set 1 --url URL",
		},
		{"failing otherwise", func(h *home) {
			h.reply(page, 59, "Bad request")
			h.checked(app.UpdateOptions{Force: true})
		}, "warning|1 Garden|59 Bad request (1 failure in a row)|gemsub update 1"},
		{"gone", func(h *home) {
			h.reply(page, 52, "")
			h.checked(app.UpdateOptions{Force: true})
		}, "warning|1 Garden|the capsule says that it is gone for good|gemsub remove 1"},
		{"paused", func(h *home) {
			h.reply(page, 10, "Name?")
			h.checked(app.UpdateOptions{Force: true})
		}, "warning|1 Garden|asks for input (10): Name?|gemsub update 1"},
		{"wants an identity", func(h *home) {
			h.reply(page, 60, "Members only")
			h.checked(app.UpdateOptions{Force: true})
		}, "warning|1 Garden|60 Members only|gemsub identity use NAME 1"},
		{"refused", func(h *home) {
			h.policy(page, "User-agent: *\nDisallow: /\n")
			h.sleep(2 * day)
			h.checked(app.UpdateOptions{Force: true})
		}, `warning|1 Garden|robots.txt refuses ` + page + `: line 2, "Disallow: /" for "User-agent: *"|gemsub remove 1`},
		{"stuck", func(h *home) {
			h.reply(page, 44, "86400")
			h.sleep(2 * day)
			h.checked(app.UpdateOptions{Force: true})
		}, "warning|1 Garden|due for over a day, but a.example:1965 asks to slow down (44) for 24 hours|gemsub update 1"},
		{"silent", func(h *home) {
			h.serve("gemini://b.example/", "# Old\n=> x 2025-03-09 X\n")
			h.add("gemini://b.example/")
		}, ""},
		{"certificate", func(h *home) {
			h.net["b.example"] = h.withCertificate(h.now().Add(10 * day))
			h.subscribe("gemini://b.example/", "Other", "X")
		}, ""},
		{"expired certificate", func(h *home) {
			h.net["b.example"] = h.withCertificate(h.now().Add(-10 * day))
			h.subscribe("gemini://b.example/", "Other", "X")
		}, ""},
		{"identity", func(h *home) {
			h.identity("me", h.now().Add(10*day))
			h.identity("long", h.now().Add(20*day))
		}, "warning|identity me|its certificate expires on 2026-03-20; capsules will need the new one|gemsub identity new NAME"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			h := newHome(t)
			h.subscribe(page, "Garden", "Worms")
			test.do(h)
			if got := h.diagnose(); got != test.want {
				t.Errorf("got:\n%s\nwant:\n%s", got, test.want)
			}
		})
	}
}

// withCertificate starts a capsule whose certificate ends at the given time.
func (h *home) withCertificate(end time.Time) *capsule.Server {
	h.t.Helper()
	s, err := capsule.New(capsule.Options{Now: h.now, Certificate: capsule.CertOptions{Names: []string{"b.example"}, NotAfter: end}})
	if err != nil {
		h.t.Fatal(err)
	}
	h.t.Cleanup(s.Close)
	return s
}

// The key that the last check refused is the one to accept.
func TestDiagnoseKey(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	h.subscribe(page, "Garden", "Worms")
	key := h.rekey("a.example")
	h.works()
	if got := h.diagnose(); !strings.HasSuffix(got, "|gemsub trust accept a.example:1965 "+key[:8]) {
		t.Errorf("got %s", got)
	}
}

func TestDiagnoseTwins(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	titles := []string{"A", "B", "C", "D", "E", "F"}
	h.subscribe(page, "Garden", titles...)
	h.serve("gemini://a.example/log/again.gmi", log("Again", titles...))
	h.add("gemini://a.example/log/again.gmi")
	if got := h.diagnose(); got != "note|common entries|feed 2 has those of 1|gemsub remove 2" {
		t.Errorf("got %s", got)
	}
}

// A clock before the last run that reached a capsule is reported, and one over 90 days after it.
func TestDiagnoseClock(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		back time.Duration
		want bool
	}{
		{0, false},
		{time.Minute, true},
		{30 * day, true},
		{-90 * day, false},
		{-91 * day, true},
	} {
		h := newHome(t)
		h.subscribe(page, "Garden", "Worms")
		was := h.now()
		h.sleep(-test.back)
		want := ""
		if test.want {
			want = fmt.Sprintf("error|clock|it says %s, but feeds were checked at %s|",
				h.now().Format("2006-01-02 15:04 UTC"), was.Format("2006-01-02 15:04 UTC"))
		}
		if got := h.diagnose(); got != want {
			t.Errorf("%v behind: %q, want %q", test.back, got, want)
		}
	}
}

func TestDiagnoseNothing(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	missing := filepath.Join(t.TempDir(), "none.db")
	d, err := app.Diagnose(t.Context(), missing, "", "", h.environment())
	if err != nil || !d.NoDatabase || len(d.Found) > 0 {
		t.Errorf("%+v, %v", d, err)
	}
	if _, err := os.Stat(missing); err == nil {
		t.Error("a database was made")
	}
}

// A file that is no database is a finding with the level error.
func TestDiagnoseDamage(t *testing.T) {
	t.Parallel()
	h := newHome(t)
	other := filepath.Join(t.TempDir(), "other.db")
	if err := os.WriteFile(other, []byte(strings.Repeat("no database ", 1000)), 0o600); err != nil {
		t.Fatal(err)
	}
	d, err := app.Diagnose(t.Context(), other, "", "", h.environment())
	if err != nil || len(d.Found) != 1 || d.Found[0].Level != app.LevelError || d.Found[0].About != other {
		t.Errorf("%+v, %v", d, err)
	}
}

// A database that cannot be written stays readable, but no update can be stored.
func TestDiagnoseReadOnly(t *testing.T) {
	t.Parallel()
	h := newReader(t)
	if err := h.Close(); err != nil {
		t.Fatal(err)
	}
	scratch.ReadOnly(t, h.path)
	if got, want := h.diagnose(), "error|DB|its file or its folder cannot be written|"; !strings.Contains(got, want) {
		t.Errorf("got %s, want %s", got, want)
	}
	h.App = h.open(h.environment())
}

func TestDiagnoseCounts(t *testing.T) {
	t.Parallel()
	h := newReader(t)
	d, err := app.Diagnose(t.Context(), h.path, "", "", h.environment())
	if err != nil || d.Feeds != 2 || d.Entries != 4 || d.NoDatabase {
		t.Errorf("%+v, %v", d, err)
	}
}
