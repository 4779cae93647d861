package show

import (
	"fmt"

	"gemsub/internal/model"
)

// Version prints a program's version and what it was built for, as JSON all that is known
// of the build.
func (p *Printer) Version(b model.Build, asJSON bool) error {
	if asJSON {
		return WriteJSON(p.Out, buildList().object(row{b.Version, orNull(b.Commit), b.CommitTime, b.Modified, b.Go, b.OS, b.Arch, b.SQLite}))
	}
	_, err := fmt.Fprintf(p.Out, "gemsub %s (%s %s/%s)\n", b.Version, b.Go, b.OS, b.Arch)
	return err
}

func buildList() list {
	return list{fields: keyed("version commit commit_time modified go os arch sqlite")}
}
