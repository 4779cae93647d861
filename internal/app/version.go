package app

import (
	"runtime"
	"runtime/debug"
	"time"

	"gemsub/internal/model"
	"gemsub/store"
)

// ReadBuild reads the build information that Go and the linker wrote into the program. Release
// is the version that the builder gave, "" for none.
func ReadBuild(release string) model.Build {
	var settings []debug.BuildSetting
	if info, ok := debug.ReadBuildInfo(); ok {
		settings = info.Settings
	}
	b := readStamp(settings)
	b.Version = versionOf(b, release)
	b.Go, b.OS, b.Arch = runtime.Version(), runtime.GOOS, runtime.GOARCH
	b.SQLite = store.SQLiteVersion()
	return b
}

// readStamp takes the commit from the settings of a build.
func readStamp(settings []debug.BuildSetting) (b model.Build) {
	for _, s := range settings {
		switch s.Key {
		case "vcs.revision":
			b.Commit = s.Value
		case "vcs.time":
			b.CommitTime, _ = time.Parse(time.RFC3339, s.Value) // zero if Go ever writes another form
		case "vcs.modified":
			b.Modified = s.Value == "true"
		}
	}
	return b
}

func versionOf(b model.Build, release string) string {
	if release != "" {
		return release
	}
	version := "devel"
	if b.Commit != "" {
		version += "-" + b.Commit[:min(12, len(b.Commit))]
	}
	if b.Modified {
		version += "-modified"
	}
	return version
}
