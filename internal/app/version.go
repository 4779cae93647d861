package app

import (
	"runtime"
	"runtime/debug"
	"strings"

	"gemsub/store"
)

// A Build describes how the program was built.
type Build struct {
	// Version is the release, such as 0.2.0, or the next one with "-dev". If Go found a
	// repository, "-dev" is followed by "-" and the first twelve digits of the commit, and by
	// "-modified" if files differed from it.
	Version  string
	Commit   string // the whole hash, "" if Go found no repository
	Modified bool   // files differed from the commit

	Go, OS, Arch string
	SQLite       string // the version of the library
}

// ReadBuild reads the build information that Go wrote into the program. Release is its release,
// or the next one with "-dev".
func ReadBuild(release string) Build {
	var settings []debug.BuildSetting
	if info, ok := debug.ReadBuildInfo(); ok {
		settings = info.Settings
	}
	b := newBuild(release, settings)
	b.Go, b.OS, b.Arch = runtime.Version(), runtime.GOOS, runtime.GOARCH
	b.SQLite = store.SQLiteVersion()
	return b
}

// newBuild returns a build of a release with the commit from the settings of Go.
func newBuild(release string, settings []debug.BuildSetting) Build {
	b := Build{Version: release}
	for _, s := range settings {
		switch s.Key {
		case "vcs.revision":
			b.Commit = s.Value
		case "vcs.modified":
			b.Modified = s.Value == "true"
		}
	}
	if !strings.HasSuffix(release, "-dev") || b.Commit == "" {
		return b
	}
	b.Version += "-" + b.Commit[:min(12, len(b.Commit))]
	if b.Modified {
		b.Version += "-modified"
	}
	return b
}
