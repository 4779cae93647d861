package main

import (
	"io"

	"github.com/urfave/cli/v2"
)

// archive is the format of all that a database holds, for another gemsub.
const archive = "gemsub"

// exportArchive writes what only its owner may read, keys of identities say.
func (p *program) exportArchive(c *cli.Context) error {
	if c.NArg() > 1 {
		return usagef("export gemsub writes all feeds, not some")
	}
	for _, flag := range []string{"tag", "unread", "since", "limit", "per-feed", "title", "url"} {
		if c.IsSet(flag) {
			return usagef("export gemsub writes all there is, without --%s", flag)
		}
	}
	db, err := p.openStore(c)
	if err != nil {
		return err
	}
	defer db.Close()
	return p.output(c, true, func(w io.Writer) error { return db.WriteArchive(c.Context, w) })
}
