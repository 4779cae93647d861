package launch

import (
	"slices"
	"testing"
)

// A browser gets only links to documents on other machines, whatever links a page has.
func TestBrowserCommand(t *testing.T) {
	t.Parallel()
	tests := []struct {
		link string
		ok   bool
	}{
		{"gemini://example.org/", true},
		{"GEMINI://example.org/", true},
		{"https://example.org:8443/x?y#z", true},
		{"finger://example.org/me", true},
		{"file:///etc/passwd", false},
		{"file://example.org/etc/passwd", false},
		{"javascript:alert(1)", false},
		{"data:text/html,<script>", false},
		{"mailto:a@example.org", false},
		{"ssh://-oProxyCommand=x/", false},
		{"smb://example.org/share", false},
		{"vscode://example.org/open", false},
		{"ms-msdt:/id", false},
		{"gemini:--new-tab", false},
		{"gemini:///etc/passwd", false},
		{"https://bank.example@evil.example/", false},
		{"--version", false},
		{"/etc/passwd", false},
		{"", false},
		{"gemini://example.org/\x1b[m", false},
	}
	for _, test := range tests {
		cmd, _, err := Browser{Command: "browser"}.command(test.link)
		if (err == nil) != test.ok {
			t.Errorf("%q: %v, want ok %t", test.link, err, test.ok)
		}
		if err == nil && len(cmd.Args) != 2 {
			t.Errorf("%q: arguments %q", test.link, cmd.Args)
		}
	}
}

// The command may have quoted words, like the pager's.
func TestBrowserWords(t *testing.T) {
	t.Parallel()
	cmd, _, err := Browser{Command: "'my browser' --new"}.command("gemini://example.org/")
	if err != nil || !slices.Equal(cmd.Args, []string{"my browser", "--new", "gemini://example.org/"}) {
		t.Errorf("%v, %v", cmd, err)
	}
	if _, _, err := (Browser{Command: "'open"}).command("gemini://example.org/"); err == nil {
		t.Error("a quote that does not end is no error")
	}
}

// The scheme decides the browser. A browser gets the terminal if it is known to run there, or if the
// user says so.
func TestBrowserOfScheme(t *testing.T) {
	t.Parallel()
	b := Browser{
		Command: "lagrange", Terminal: []string{"my-browser"},
		Schemes: map[string]string{"gemini": "/usr/bin/amfora -x", "http": "my-browser"},
	}
	for link, want := range map[string]struct {
		program  string
		terminal bool
	}{
		"gemini://example.org/": {"/usr/bin/amfora", true},
		"https://example.org/":  {"my-browser", true},
		"http://example.org/":   {"my-browser", true},
		"gopher://example.org/": {"lagrange", false},
	} {
		cmd, _, err := b.command(link)
		if err != nil || cmd.Args[0] != want.program || b.RunsInTerminal(link) != want.terminal {
			t.Errorf("%s: %v in the terminal: %v, %v", link, cmd, b.RunsInTerminal(link), err)
		}
	}
	if b.RunsInTerminal("file:///etc/passwd") {
		t.Error("a file is opened")
	}
}
