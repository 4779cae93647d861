package render

import "testing"

func TestSection(t *testing.T) {
	t.Parallel()
	const text = "# Log\n\n## 2026-01-02 10:30\nOne came.\n## 2026-01-02 11:00 Two\nWords\n### A name\n## 2026-01-01\nOne came, and a long line went on\n"
	for _, tt := range []struct {
		mediaType, id, title string
		want                 int
	}{
		{"", "gemini://h.example/#2026-01-02T10:30:00Z", "One came.", 2},
		{"", "gemini://h.example/#2026-01-02T11:00:00Z", "Two", 3},
		{"text/gemini", "gemini://h.example/#A%20name", "A name", 4},
		{"text/gemini", "gemini://h.example/#x", "One came, and a long…", 5},
		{"text/gemini", "gemini://h.example/#x", "Three", 0},
		{"text/gemini", "gemini://h.example/", "Two", 0},
		{"text/plain", "gemini://h.example/#A%20name", "A name", 0},
	} {
		if got := (Document{MediaType: tt.mediaType, Text: text}).Section(tt.id, tt.title); got != tt.want {
			t.Errorf("%s %s: %d, not %d", tt.id, tt.title, got, tt.want)
		}
	}
}
