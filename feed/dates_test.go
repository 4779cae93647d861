package feed

import (
	"strings"
	"testing"
	"time"
)

// Dates as people and programs write them, and their meaning.
func dateTexts() []struct{ text, want string } {
	return []struct{ text, want string }{
		{"2026-11-20", "2026-11-20"},
		{"2026/11/20", "2026-11-20"},
		{"2026.11.20", "2026-11-20"},
		{"2026_11_20", "2026-11-20"},
		{"2026-1-2", "2026-01-02"},
		{"20261120", "2026-11-20"},
		{"2026–11–20", "2026-11-20"},
		{"20.11.2026", "2026-11-20"},
		{"20/11/2026", "2026-11-20"},
		{"5/6/2026", "2026-06-05"},
		{"11/20/2026", "2026-11-20"},
		{"20 November 2026", "2026-11-20"},
		{"20. Nov. 2026", "2026-11-20"},
		{"20-Nov-2026", "2026-11-20"},
		{"3rd of Sept, 2026", "2026-09-03"},
		{"Nov 20th, 2026", "2026-11-20"},
		{"November 20 2026", "2026-11-20"},
		{"Friday, 20 November 2026", "2026-11-20"},
		{"Fri 2026-11-20", "2026-11-20"},
		{"2026-11-20 (Fri)", "2026-11-20"},
		{"[2026-11-20]", "2026-11-20"},
		{"(20 November 2026)", "2026-11-20"},
		{"<2026-11-20 Fri>", "2026-11-20"},
		{"[2026-11-20 Fri 15:04]", "2026-11-20T15:04:00Z"},
		{"2026-11-20 15:04", "2026-11-20T15:04:00Z"},
		{"2026-11-20 (15:04 UTC)", "2026-11-20T15:04:00Z"},
		{"2026-11-20, 03:04 p.m.", "2026-11-20T15:04:00Z"},
		{"2026-11-20 - 3pm EST", "2026-11-20T20:00:00Z"},
		{"2026-11-20 at 12:04 AM", "2026-11-20T00:04:00Z"},
		{"2026-11-20 24:00", "2026-11-21T00:00:00Z"},
		{"2026-11-20 15:04 UTC+2", "2026-11-20T13:04:00Z"},
		{"2026-11-20 15:04 GMT-02:30", "2026-11-20T17:34:00Z"},
		{"2026-11-20 15:04 +0200", "2026-11-20T13:04:00Z"},
		{"2026-11-20 15:04 (CEST)", "2026-11-20T13:04:00Z"},
		{"2026-11-20 15:04 [+02:00]", "2026-11-20T13:04:00Z"},
		{"Mon Nov 23 15:04:05 2026", "2026-11-23T15:04:05Z"},
		{"Mon Nov 23 15:04:05 CET 2026", "2026-11-23T14:04:05Z"},
		{"Mon Nov 23 03:04:05 PM CET 2026", "2026-11-23T14:04:05Z"},
		{"Mon Nov 23 15:04:05 +0100 2026", "2026-11-23T14:04:05Z"},
		{"Mon 23 Nov 15:04:05 CET 2026", "2026-11-23T14:04:05Z"},
		{"Mon 23 Nov 2026 03:04:05 PM CET", "2026-11-23T14:04:05Z"},
		{"Thu 26 Nov 2026 09:04 UTC", "2026-11-26T09:04:00Z"},
		{"23 Nov 26 15:04 CET", "2026-11-23T14:04:00Z"},
		{"Mon, 23 Nov 98 15:04:05 +0100", "1998-11-23T14:04:05Z"},
		{"Monday, 23-Nov-26 15:04:05 CET", "2026-11-23T14:04:05Z"},
		{"Mon, 23 Nov 2026 15:04:05 +0100", "2026-11-23T14:04:05Z"},
		{"2026-11-23T15:04:05+01:00", "2026-11-23T14:04:05Z"},
		{"2026-11-23T15:04:05.123456789Z", "2026-11-23T15:04:05Z"},
		{"2026-11-23T15:04:05,123456789+01:00", "2026-11-23T14:04:05Z"},
		{"2026-11-23 15:04:05+01:00", "2026-11-23T14:04:05Z"},
		{"2026-11-23 15:04:05.123 +0100 CET m=+0.000012", "2026-11-23T14:04:05Z"},
		{"2026-11-23 15:04:05 -0300 -03", "2026-11-23T18:04:05Z"},
		{"23/Nov/2026:15:04:05 +0100", "2026-11-23T14:04:05Z"},
		{"Mon Nov 23 2026 15:04:05 GMT+0100", "2026-11-23T14:04:05Z"},
		{"2026-11-20 (UTC)", "2026-11-20"},
		{"20 November 2026 (CEST)", "2026-11-20"},
		{"2026-11-20 21:04 am", "2026-11-20T21:04:00Z"},
	}
}

// A date is found at the beginning, in the middle and at the end of a text, with everything
// that belongs to it and nothing else. Eight digits after a word may be any number.
func TestFindDate(t *testing.T) {
	t.Parallel()
	for _, test := range dateTexts() {
		for _, around := range [][2]string{{"", ""}, {"", " A title"}, {"A title ", ""}, {"No. 7, ", ": a title"}} {
			if strings.Trim(test.text, "0123456789") == "" && around[0] != "" {
				around[0] = "A-title-"
			}
			text := around[0] + test.text + around[1]
			st, ok := findDate(text)
			got := st.time.Format(time.DateOnly)
			if st.hasClock {
				got = st.time.Format(time.RFC3339)
			} else if st.time.Hour() != 12 {
				t.Errorf("%q: a day at %s", text, st.time)
			}
			if !ok || got != test.want || text[st.from:st.to] != test.text {
				t.Errorf("%q: got %s in %q, want %s in %q", text, got, text[st.from:st.to], test.want, test.text)
			}
		}
	}
}

// These texts contain something like a date, but no date.
func TestNoDate(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		"", "2026", "November 2026", "2026-11", "2026-02-30", "2026-13-01", "2026-11-201", "12026-11-20", "2026-11/20", "99999999", "20262120",
		"2026112012", "31.2.2026", "32 May 2026", "1.2.26", "26-11-20", "14 Sausages 2021", "dismay 4 2026", "4 Mayor 2026", "May 20 people",
		"on 3 May 20 people came", "Top 10 March 03", "Phone 20241212", "Phone: 20241212!",
		"20  .   11   .   2026", "Mai 4 2026", "Märch 4 2026", "12:30", "Friday", "Issue 3, May 2020", "1Sep2026", "1Sep26",
	} {
		if st, ok := findDate(text); ok {
			t.Errorf("%q has the date %s", text, st.time)
		}
	}
}

// A date found in a text is read as the same date if it is the whole text.
func FuzzFindDate(f *testing.F) {
	for _, test := range dateTexts() {
		f.Add("x " + test.text + " y")
	}
	f.Fuzz(func(t *testing.T, text string) {
		st, ok := findDate(text)
		if !ok {
			return
		}
		found := text[st.from:st.to]
		again, ok := findDate(found)
		if again.from, again.to = st.from, st.to; !ok || again != st {
			t.Errorf("%q is %+v, alone %q is %+v", text, st, found, again)
		}
		if day := st.time.Add(24 * time.Hour); st.time.Year() < 0 || st.time.Year() > 9999 || day.IsZero() {
			t.Errorf("%q is %s", text, st.time)
		}
		if digits := strings.Map(onlyDigits, found); len(digits) < 3 {
			t.Errorf("%q is a date of %q", text, found)
		}
	})
}

func onlyDigits(c rune) rune {
	if isDigit(c) {
		return c
	}
	return -1
}

func BenchmarkFindDate(b *testing.B) {
	for _, text := range []string{"2026-11-20 Title of an entry that is long", "Title of an entry from 20 November 2026", "No date but 17 digits in it, may be 12 or so and more", "A title of words alone, as most are", strings.Repeat("2 20 2 ", 33), strings.Repeat("1 may ", 33), strings.Repeat("1.1.", 50), strings.Repeat("1:30 ", 40)} {
		b.Run(text[:10], func(b *testing.B) {
			for b.Loop() {
				findDate(text)
			}
		})
	}
}
