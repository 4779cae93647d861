package launch

import "testing"

// Only links to another machine's document are handed to a program, whatever a
// page names.
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
