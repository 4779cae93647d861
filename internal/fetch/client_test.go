package fetch_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"gemsub/internal/capsule"
	"gemsub/internal/fetch"
	"gemsub/internal/model"
)

func TestGetResponses(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("m", 1024)
	tests := []struct {
		name  string
		reply capsule.Reply
		want  fetch.Response // without URL
		fails string         // the response's Err
	}{
		{
			name:  "page",
			reply: capsule.Reply{Status: 20, Meta: "text/gemini; lang=de", Body: "# A\n"},
			want:  fetch.Response{Status: 20, Meta: "text/gemini; lang=de", Body: []byte("# A\n")},
		},
		{
			name:  "empty page",
			reply: capsule.Reply{Status: 20, Meta: "text/gemini"},
			want:  fetch.Response{Status: 20, Meta: "text/gemini", Body: []byte{}},
		},
		{
			name:  "unknown success",
			reply: capsule.Reply{Status: 29, Meta: "text/plain", Body: "x"},
			want:  fetch.Response{Status: 29, Meta: "text/plain", Body: []byte("x")},
		},
		{
			name:  "bare line feed",
			reply: capsule.Reply{Header: "20 text/plain\n", Body: "x\r\n"},
			want:  fetch.Response{Status: 20, Meta: "text/plain", Body: []byte("x\r\n")},
		},
		{
			name:  "tab and more spaces",
			reply: capsule.Reply{Header: "20\t  text/plain \r\n", Body: "x"},
			want:  fetch.Response{Status: 20, Meta: "text/plain", Body: []byte("x")},
		},
		{
			name:  "byte by byte",
			reply: capsule.Reply{Status: 20, Meta: "text/plain", Body: "abc", Drip: 1},
			want:  fetch.Response{Status: 20, Meta: "text/plain", Body: []byte("abc")},
		},
		{
			name:  "no close_notify",
			reply: capsule.Reply{Status: 20, Meta: "text/gemini", Body: "abc", End: capsule.Truncate},
			want:  fetch.Response{Status: 20, Meta: "text/gemini", Body: []byte("abc"), Cut: true},
		},
		{
			name:  "longest META",
			reply: capsule.Reply{Status: 51, Meta: long},
			want:  fetch.Response{Status: 51, Meta: long},
			fails: "51 " + long[:200] + "…",
		},
		{
			name:  "success without META",
			reply: capsule.Reply{Header: "20\r\n", Body: "x"},
			want:  fetch.Response{Status: 20, Body: []byte("x")},
		},
		{
			name:  "input without META",
			reply: capsule.Reply{Header: "10 \r\n"},
			want:  fetch.Response{Status: 10},
			fails: "asks for input (10)",
		},
		{
			name:  "no META",
			reply: capsule.Reply{Header: "51\r\n"},
			want:  fetch.Response{Status: 51},
			fails: "51 not found",
		},
		{
			name:  "no META behind a space",
			reply: capsule.Reply{Header: "42 \n"},
			want:  fetch.Response{Status: 42},
			fails: "42 cgi error",
		},
		{
			name:  "unknown failure without META",
			reply: capsule.Reply{Header: "69\r\n"},
			want:  fetch.Response{Status: 69},
			fails: "69 certificate required",
		},
		{
			name:  "body of a failure is not read",
			reply: capsule.Reply{Status: 40, Meta: "Later", Body: "x", End: capsule.Stall},
			want:  fetch.Response{Status: 40, Meta: "Later"},
			fails: "40 Later",
		},
		{
			name:  "input",
			reply: capsule.Reply{Status: 10, Meta: "Your name"},
			want:  fetch.Response{Status: 10, Meta: "Your name"},
			fails: "asks for input (10): Your name",
		},
		{
			name:  "invalid UTF-8",
			reply: capsule.Reply{Header: "50 a\xffb\r\n"},
			want:  fetch.Response{Status: 50, Meta: "a\uFFFDb"},
			fails: "50 a\uFFFDb",
		},
		{
			name:  "escape sequence and override",
			reply: capsule.Reply{Header: "50 \x1b[31mred\u202e\u2028\u009b\r\n"},
			want:  fetch.Response{Status: 50, Meta: "\x1b[31mred\u202e\u2028\u009b"},
			fails: "50 red \uFFFD",
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			s, c := start(t, capsule.Options{})
			s.Reply("/", tt.reply)
			got, err := c.Get(t.Context(), parse(t, "example.org"))
			if err != nil {
				t.Fatal(err)
			}
			if got.URL.String() != "gemini://example.org/" {
				t.Errorf("URL = %v", got.URL)
			}
			got.URL, got.Local, got.Key = nil, false, model.PinnedKey{}
			if diff := cmp.Diff(tt.want, *got, cmpopts.IgnoreUnexported(fetch.Response{})); diff != "" {
				t.Errorf("response (-want +got):\n%s", diff)
			}
			if text(got.Err()) != tt.fails {
				t.Errorf("Err() = %q, want %q", text(got.Err()), tt.fails)
			}
		})
	}
}

func TestGetMalformed(t *testing.T) {
	t.Parallel()
	const read = "read gemini://example.org/: "
	tests := []struct {
		name  string
		reply capsule.Reply
		want  string
	}{
		{"nothing", capsule.Reply{}, "the server closed the connection without a response"},
		{"reset", capsule.Reply{End: capsule.Reset}, "the server closed the connection without a response"},
		{"no line end", capsule.Reply{Header: "51"}, `response header "51" is not complete`},
		{"cut header", capsule.Reply{Header: "20 text", End: capsule.Truncate}, `response header "20 text" is not complete`},
		{"another protocol", capsule.Reply{Header: "HTTP/1.1 400\r\n"}, `response header "HTTP/1.1 400" has no status of two digits`},
		{"empty line", capsule.Reply{Header: "\r\n"}, `response header "" has no status of two digits`},
		{"one digit", capsule.Reply{Header: "5 x\r\n"}, `response header "5 x" has no status of two digits`},
		{"three digits", capsule.Reply{Header: "200 OK\r\n"}, `response header "200 OK" has no space after its status`},
		{"status too small", capsule.Reply{Header: "09 x\r\n"}, `response header "09 x" has no status from 10 to 69`},
		{"status too great", capsule.Reply{Header: "70 x\r\n"}, `response header "70 x" has no status from 10 to 69`},
		{"redirect without META", capsule.Reply{Header: "30 \r\n"}, `response header "30" has no META`},
		{"long META", capsule.Reply{Header: "51 " + strings.Repeat("m", 1025) + "\n"}, `response header "51 ` + strings.Repeat("m", 197) + `…" has a META of more than 1024 bytes`},
		{"endless header", capsule.Reply{Header: "20 ", Body: "mmmmmmmmmmmm", Repeat: true}, "response header is longer than 1029 bytes"},
		{"escape sequence", capsule.Reply{Header: "\x1b]0;x\ay\x00\r\n"}, "response header \"y\uFFFD\" has no status of two digits"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			s, c := start(t, capsule.Options{})
			s.Reply("/", tt.reply)
			_, err := c.Get(t.Context(), parse(t, "example.org"))
			if text(err) != read+tt.want || fetch.KindOf(err) != fetch.Malformed {
				t.Errorf("%v %q\nwant %q", fetch.KindOf(err), text(err), read+tt.want)
			}
		})
	}
}

func TestGetRequestLine(t *testing.T) {
	t.Parallel()
	s, c := start(t, capsule.Options{})
	tests := map[string]string{
		"Example.ORG":                       "gemini://example.org/",
		"gemini://example.org:1965/a?b c#d": "gemini://example.org/a?b%20c",
		"gemini://dömäin.example/ü":         "gemini://xn--dmin-moa0i.example/%C3%BC",
	}
	for raw, want := range tests {
		if _, err := c.Get(t.Context(), parse(t, strings.ReplaceAll(raw, " ", "%20"))); err != nil {
			t.Fatal(err)
		}
		sent := s.Requests()
		if got := sent[len(sent)-1].URL; got != want {
			t.Errorf("%s was requested as %s, want %s", raw, got, want)
		}
	}
}

func TestGetSizeLimit(t *testing.T) {
	t.Parallel()
	s, c := start(t, capsule.Options{})
	const limit = 5 << 20
	body := strings.Repeat("x", limit)
	s.Page("/fits", body)
	s.Page("/more", body+"x")
	s.Reply("/endless", capsule.Reply{Status: 20, Meta: "text/gemini", Body: body, Repeat: true})

	resp, err := c.Get(t.Context(), parse(t, "example.org/fits"))
	if err != nil || !bytes.Equal(resp.Body, []byte(body)) {
		t.Errorf("body of the greatest size: %v", err)
	}
	for _, path := range []string{"/more", "/endless"} {
		_, err := c.Get(t.Context(), parse(t, "example.org"+path))
		want := "read gemini://example.org" + path + ": page is larger than 5 MiB"
		if fetch.KindOf(err) != fetch.TooLarge || text(err) != want {
			t.Errorf("%v %q, want %q", fetch.KindOf(err), text(err), want)
		}
	}
}

// With FirstBytes, no more of a body is read, however long it is.
func TestGetBeginning(t *testing.T) {
	t.Parallel()
	s, c := start(t, capsule.Options{})
	s.Page("/short", "abc")
	s.Reply("/long", capsule.Reply{Status: 20, Meta: "text/plain", Body: "abcd"})
	s.Reply("/endless", capsule.Reply{Status: 20, Meta: "text/plain", Body: "abcd", Repeat: true})
	for path, want := range map[string]string{"/short": "abc", "/long": "abc", "/endless": "abc"} {
		resp, err := c.Do(t.Context(), fetch.Request{URL: parse(t, "example.org"+path), FirstBytes: 3})
		if err != nil || string(resp.Body) != want || resp.Cut {
			t.Errorf("%s: %+v, %v", path, resp, err)
		}
	}
}

func TestGetBodyCut(t *testing.T) {
	t.Parallel()
	s, c := start(t, capsule.Options{})
	for _, end := range []capsule.End{capsule.Truncate, capsule.Reset} {
		s.Reply("/", capsule.Reply{Status: 20, Meta: "text/gemini", Body: "abc", End: end})
		resp, err := c.Get(t.Context(), parse(t, "example.org"))
		if err != nil || !resp.Cut || resp.Reset != (end == capsule.Reset) || string(resp.Body) != "abc" {
			t.Errorf("end %d: got %+v, %v", end, resp, err)
		}
	}
}

func BenchmarkGet(b *testing.B) {
	s, c := start(b, capsule.Options{})
	s.Page("/", strings.Repeat("=> /a 2024-03-25 A post\n", 100))
	u := parse(b, "example.org")
	b.ReportAllocs()
	for b.Loop() {
		if _, err := c.Get(b.Context(), u); err != nil {
			b.Fatal(err)
		}
	}
}
