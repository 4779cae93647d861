package show

import (
	"fmt"

	"gemsub/internal/model"
)

// Version prints a program's version, and what it was built for.
func (p *Printer) Version(b model.Build) error {
	_, err := fmt.Fprintf(p.Out, "gemsub %s (%s %s/%s)\n", b.Version, b.Go, b.OS, b.Arch)
	return err
}

type jsonBuild struct {
	Version    string  `json:"version"`
	Commit     *string `json:"commit"` // null where it is unknown
	CommitTime Time    `json:"commit_time"`
	Modified   bool    `json:"modified"`
	Go         string  `json:"go"`
	OS         string  `json:"os"`
	Arch       string  `json:"arch"`
	SQLite     string  `json:"sqlite"`
}

// VersionJSON prints all that is known of a build, as one object.
func (p *Printer) VersionJSON(b model.Build) error {
	j := jsonBuild{Version: b.Version, CommitTime: Time(b.CommitTime), Modified: b.Modified, Go: b.Go, OS: b.OS, Arch: b.Arch, SQLite: b.SQLite}
	if b.Commit != "" {
		j.Commit = &b.Commit
	}
	return WriteJSON(p.Out, j)
}
