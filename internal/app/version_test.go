package app

import (
	"runtime/debug"
	"testing"
)

// A build without a given version names its commit.
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
		{"", nil, Build{Version: "devel"}},
		{"0.2.0", nil, Build{Version: "0.2.0"}},
		{"", stamp("false"), Build{Version: "devel-0123456789ab", Commit: commit}},
		{"", stamp("true"), Build{Version: "devel-0123456789ab-modified", Commit: commit, Modified: true}},
		{"0.2.0", stamp("true"), Build{Version: "0.2.0", Commit: commit, Modified: true}},
		{"", []debug.BuildSetting{{Key: "vcs.revision", Value: "12"}, {Key: "vcs.time", Value: "noon"}}, Build{Version: "devel-12", Commit: "12"}},
	} {
		got := readStamp(test.settings)
		got.Version = versionOf(got, test.release)
		if got != test.want {
			t.Errorf("release %q, settings %v: got %+v, want %+v", test.release, test.settings, got, test.want)
		}
	}
}
