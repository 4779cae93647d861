package publish

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"gemsub/feed"
)

// Reading what was written gives the same posts, and they change nothing else.
func TestWriteContent(t *testing.T) {
	posts := map[string]string{ // by link
		"gemini://a.example/2": "<h1>A &lt;title&gt;</h1>\n<p>]]&gt; ]]> &amp;amp; \"a\" 'b' <a href=\"gemini://a.example/?x&amp;y\">c</a><br>\n--&gt; <!-- \\u003c 🌱</p>\n<pre>\n\n\td\n</pre>\n",
		"gemini://a.example/3": "<p>short</p>",
	}
	for _, w := range feedWriters {
		f := full()
		without := readBack(t, w.format, written(t, w.write, f), f.ID)
		for i, e := range f.Entries {
			f.Entries[i].Content = &feed.Content{HTML: posts[e.Link]}
		}
		got := readBack(t, w.format, written(t, w.write, f), f.ID)
		for i, e := range got.Entries {
			want := &feed.Content{Text: posts[e.Link], MediaType: "text/html"}
			if want.Text == "" {
				want = without.Entries[i].Content
			}
			if diff := cmp.Diff(want, e.Content); diff != "" {
				t.Errorf("%s (-want +got):\n%s", w.format, diff)
			}
		}
		if diff := cmp.Diff(without, got, cmpopts.IgnoreFields(feed.Entry{}, "Content")); diff != "" {
			t.Errorf("%s: content changes (-without +with):\n%s", w.format, diff)
		}
	}
}

// Content that was read from a document is unsafe, and is not written.
func TestWriteNoReadContent(t *testing.T) {
	f := full()
	for _, w := range feedWriters {
		f.Entries[0].Content = nil
		want := written(t, w.write, f)
		f.Entries[0].Content = &feed.Content{Text: "<script>x()</script>", MediaType: "text/html"}
		if diff := cmp.Diff(want, written(t, w.write, f)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", w.format, diff)
		}
	}
}
