package app

import (
	"runtime/debug"
	"testing"
)

// A build between two releases names its commit.
func TestBuild(t *testing.T) {
	t.Parallel()
	const commit = "0123456789abcdef0123456789abcdef01234567"
	stamp := func(modified string) []debug.BuildSetting {
		return []debug.BuildSetting{
			{Key: "CGO_ENABLED", Value: "1"},
			{Key: "vcs.revision", Value: commit},
			{Key: "vcs.time", Value: "2026-11-22T10:00:00Z"},
			{Key: "vcs.modified", Value: modified},
		}
	}
	for _, test := range []struct {
		release  string
		settings []debug.BuildSetting
		want     Build
	}{
		{"0.3.0-dev", nil, Build{Version: "0.3.0-dev"}},
		{"0.2.0", nil, Build{Version: "0.2.0"}},
		{"0.3.0-dev", stamp("false"), Build{Version: "0.3.0-dev-0123456789ab", Commit: commit}},
		{"0.3.0-dev", stamp("true"), Build{Version: "0.3.0-dev-0123456789ab-modified", Commit: commit, Modified: true}},
		{"0.2.0", stamp("true"), Build{Version: "0.2.0", Commit: commit, Modified: true}},
		{"0.3.0-dev", []debug.BuildSetting{{Key: "vcs.revision", Value: "12"}, {Key: "vcs.time", Value: "noon"}}, Build{Version: "0.3.0-dev-12", Commit: "12"}},
	} {
		if got := newBuild(test.release, test.settings); got != test.want {
			t.Errorf("release %q, settings %v: got %+v, want %+v", test.release, test.settings, got, test.want)
		}
	}
}
