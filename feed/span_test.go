package feed

import (
	"testing"
	"time"
)

// A span of dates dates no item; two dates that are no span do.
func TestSpans(t *testing.T) {
	for label, want := range map[string]bool{
		"playlists (2018-09-08 - 2018-12-01)": true,
		"playlists (2018-11-09 ongoing)":      true,
		"2018-09-08 – 2018-12-01 playlists":   true,
		"2018-09-08 to 2018-12-01":            true,
		"2018-09-08 until 1 December 2018":    true,
		"8 Sep 2018 → 1 Dec 2018":             true,
		"2018-09-08 - now":                    true,
		"Trip [2018-09-08 – present]":         true,
		"2018-09-08/2018-12-01":               true,
		"2018-09-08 - Present and past":       false,
		"2018-09-08 Now playing":              false,
		"2018-09-08 to the sea":               false,
		"2018-09-08 - Notes of 2018-12-01":    false,
		"2018-09-08 (updated 2018-12-01)":     false,
		"2018-09-08, 2018-12-01":              false,
	} {
		match, ok := findDate(label)
		if got := match.isSpan(label); !ok || got != want {
			t.Errorf("%q: span is %t, want %t", label, got, want)
		}
	}
}

// A month with a year counts in brackets, or at the end after a separator.
func TestMonths(t *testing.T) {
	for label, want := range map[string]string{
		"The servers are smiling again - aug 2026": "2026-08-01 The servers are smiling again",
		"An essay (November 2018)":                 "2018-11-01 An essay",
		"An essay [Nov. 2018] in parts":            "2018-11-01 An essay in parts",
		"An essay | June 2026":                     "2026-06-01 An essay",
		"An essay · Sept 2026 ":                    "2026-09-01 An essay",
		"An essay – May 2026":                      "2026-05-01 An essay",
		"Status update, May 2021":                  "",
		"Status update May 2021":                   "",
		"May 2021 - Status update":                 "",
		"A trip - Sep 2018 - Dec 2018":             "",
		"A trip 2017 - Dec 2018":                   "",
		"A trip (Sep 2018 - Dec 2018)":             "",
		"An essay - Ma 2026":                       "",
		"An essay - Mayor 2026":                    "",
		"An essay (version 2018)":                  "",
	} {
		match, ok := findMonth(label)
		got := ""
		if ok {
			got = match.time.Format(time.DateOnly) + " " + match.cutFrom(label)
		}
		if got != want || ok && match.time.Hour() != 12 {
			t.Errorf("%q: got %q, want %q", label, got, want)
		}
	}
}

func TestDateInFolders(t *testing.T) {
	for path, want := range map[string]string{
		"gemini://h/blog/2022/08/15/notes.gmi": "2022-08-15",
		"2022/8/5/notes.gmi":                   "2022-08-05",
		"/blog/2022/13/15/notes.gmi":           "",
		"/blog/2022/08/notes.gmi":              "",
		"/blog/2022/08/15":                     "",
		"/12022/08/15/notes":                   "",
	} {
		date, ok := dateInFolders(path)
		if got := date.Format(time.DateOnly); ok != (want != "") || ok && got != want {
			t.Errorf("%s: got %s, %t, want %q", path, got, ok, want)
		}
	}
}

// The dots that lead to a date are no part of the title.
func TestDotLeaders(t *testing.T) {
	for label, want := range map[string]string{
		"Client patches .................... 2025-03-07": "Client patches",
		"Client patches.....2025-03-07":                  "Client patches",
		"Client patches . . . . . . 2025-03-07":          "Client patches",
		"Client patches ······ 2025-03-07":               "Client patches",
		"Client patches ______ 2025-03-07":               "Client patches",
		"Wait... 2025-03-07":                             "Wait...",
		"Wait… 2025-03-07":                               "Wait…",
	} {
		match, _ := findDate(label)
		if got := match.cutFrom(label); got != want {
			t.Errorf("%q: got %q, want %q", label, got, want)
		}
	}
}
