package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"

	"github.com/urfave/cli/v2"

	"gemsub/internal/show"
	"gemsub/internal/term"
	"gemsub/store"
)

func (p *program) doctorCommand() *cli.Command {
	return &cli.Command{
		Name:  "doctor",
		Usage: "look for what is wrong, and say what mends it",
		Description: `It checks the database, the clock, who may read the files, whether feeds are checked
at all, and names feeds that fail, moved, say nothing, or have the same entries as
another. It asks no capsule, and mends nothing but wrong numbers of entries, with
--recount. The exit code is 1 if there is more than notes.

Examples:
  gemsub doctor
  gemsub doctor --json`,
		Flags: []cli.Flag{
			&cli.BoolFlag{Name: "json", Usage: "one JSON object a line"},
			&cli.BoolFlag{Name: "recount", Usage: "count the entries of all feeds again"},
		},
		Action: p.doctor,
	}
}

// The levels of findings.
const (
	levelError   = "error"   // gemsub cannot do its work
	levelWarning = "warning" // part of it is not done
	levelNote    = "note"    // may be as it should
)

// A finding is one thing that the doctor found.
type finding struct {
	Level   string `json:"level"`
	About   string `json:"about"`   // a file, "clock", "schedule" or a feed
	Message string `json:"message"` // what is the matter
	Command string `json:"command"` // what mends it, empty where no command does
}

// A patient is what the doctor looks at.
type patient struct {
	ctx   context.Context
	db    *store.Store
	path  string // of the database
	feeds []store.Subscription
}

func (p *program) doctor(c *cli.Context) error {
	if c.NArg() > 0 {
		return usagef("doctor takes no argument")
	}
	path, err := p.databasePath(c)
	if err != nil {
		return err
	}
	if c.Bool("recount") {
		if err := p.recount(c.Context, path); err != nil {
			return err
		}
	}
	found, healthy, err := p.examine(c.Context, path)
	if err != nil {
		return err
	}
	if err := p.printFindings(c, found); err != nil {
		return err
	}
	for _, f := range found {
		if f.Level != levelNote {
			return errTold
		}
	}
	p.Say("%s", healthy)
	return nil
}

// examine makes all checks. Where there is nothing worse than notes, healthy
// says how much was looked at.
func (p *program) examine(ctx context.Context, path string) (found []finding, healthy string, err error) {
	found = p.exposedFiles(path)
	if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
		return found, "there is no database yet at " + path, nil
	}
	db, err := store.Open(ctx, path, p.now)
	if err != nil {
		return append(found, finding{levelError, path, err.Error(), ""}), "", nil
	}
	defer db.Close()
	if err := db.Integrity(ctx); err != nil {
		message := fmt.Sprintf("%v; a copy made by gemsub backup can take its place", err)
		return append(found, finding{levelError, path, message, ""}), "", nil
	}
	feeds, err := db.Subscriptions(ctx, store.SubscriptionFilter{})
	if err != nil {
		return nil, "", err
	}
	entries := 0
	for _, s := range feeds {
		entries += s.Entries
	}
	x := &patient{ctx: ctx, db: db, path: path, feeds: feeds}
	for _, check := range p.checks() {
		more, err := check(x)
		if err != nil {
			return nil, "", err
		}
		found = append(found, more...)
	}
	return found, fmt.Sprintf("nothing is wrong with %s and %s", show.Count(len(feeds), "feed", "feeds"), show.Count(entries, "entry", "entries")), nil
}

// checks are what the doctor does with a database that is whole.
func (p *program) checks() []func(*patient) ([]finding, error) {
	return []func(*patient) ([]finding, error){
		p.wrongNumbers, p.wrongClock, p.idleSchedule, p.unwellFeeds, p.movedFeeds, p.silentFeeds, p.twinFeeds, p.oldCertificates, p.oldIdentities,
	}
}

func (p *program) printFindings(c *cli.Context, found []finding) error {
	if c.Bool("json") {
		for _, f := range found {
			if err := show.WriteJSON(p.Out, f); err != nil {
				return err
			}
		}
		return nil
	}
	if !p.Out.IsTerminal() {
		return p.findingTable(found)
	}
	for _, f := range found { // a table would cut what matters
		if err := p.Out.Paragraph(levelStyle(f.Level), "%s: %s: %s", f.Level, f.About, f.Message); err != nil {
			return err
		}
		if f.Command == "" {
			continue
		}
		if err := p.Out.Line(term.Cyan, "  %s", f.Command); err != nil {
			return err
		}
	}
	return nil
}

func (p *program) findingTable(found []finding) error {
	t := term.NewTable(p.Out,
		term.Column{Title: "LEVEL"}, term.Column{Title: "ABOUT"}, term.Column{Title: "MESSAGE"}, term.Column{Title: "COMMAND"})
	for _, f := range found {
		if err := t.Row(term.Cell{Text: f.Level}, term.Cell{Text: f.About}, term.Cell{Text: f.Message}, term.Cell{Text: f.Command}); err != nil {
			return err
		}
	}
	return t.Flush()
}

func levelStyle(level string) term.Style {
	return cmp.Or(map[string]term.Style{levelError: term.Red, levelWarning: term.Yellow}[level], term.Plain)
}
