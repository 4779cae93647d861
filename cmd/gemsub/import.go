package main

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/urfave/cli/v2"

	"gemsub/internal/address"
	"gemsub/internal/exchange"
	"gemsub/internal/term"
	"gemsub/internal/words"
	"gemsub/store"
)

func (p *program) importCommand() *cli.Command {
	return &cli.Command{
		Name:      "import",
		Usage:     "subscribe to what another program's file lists",
		ArgsUsage: "FILE|-",
		Description: `The file is recognised by its content: OPML, newsboat's urls and other lists of URLs,
a gemtext page of links, amfora's subscriptions.json, Lagrange's bookmarks.ini and
bookmarks.txt. Nothing is fetched; the next update does that.

With --as gemsub, what gemsub export gemsub wrote is read: it brings entries, marks,
tags, mutes, trusted keys and identities along, so take it only from yourself. What is
in the database stays.

Examples:
  gemsub import feeds.opml
  gemsub import ~/.newsboat/urls --tag news
  gemsub import --as gemtext sites.txt
  gemsub import --as gemsub everything.jsonl`,
		Flags: []cli.Flag{
			&cli.StringFlag{Name: "as", Usage: "read the file as `KIND`: " + kindNames(), Value: autoKind},
			&cli.StringSliceFlag{Name: "tag", Usage: "tag all feeds with `T` as well (may be repeated)"},
		},
		Action: p.importFile,
	}
}

// autoKind finds out by content which list a file is; an archive is never found.
const autoKind = "auto"

func kindNames() string {
	names := []string{autoKind}
	for _, k := range exchange.Kinds() {
		names = append(names, string(k))
	}
	return strings.Join(append(names, archive), ", ")
}

func (p *program) importFile(c *cli.Context) error {
	if c.NArg() != 1 {
		return usagef("import needs one FILE or -")
	}
	kind := exchange.Kind(c.String("as"))
	if kind != autoKind && kind != archive && !slices.Contains(exchange.Kinds(), kind) {
		return usagef("unknown kind %q (supported: %s)", kind, kindNames())
	}
	name := c.Args().First()
	file, err := p.openInput(name)
	if err != nil {
		return err
	}
	defer file.Close()
	in := bufio.NewReader(file)
	if kind == archive {
		return p.importArchive(c, in)
	}
	if isArchive(in) {
		return &hintedError{fmt.Errorf("read %s: this is an archive of a whole database", name), "gemsub import --as gemsub reads it, with the keys and identities in it"}
	}
	list, err := readList(in, name, kind)
	if err != nil {
		return err
	}
	db, err := p.openStore(c)
	if err != nil {
		return err
	}
	defer db.Close()
	im := newImporter(list, c.StringSlice("tag"))
	if err := im.store(c, db); err != nil {
		return err
	}
	return p.imported(im)
}

func readList(in io.Reader, name string, kind exchange.Kind) (*exchange.List, error) {
	data, err := readInput(in, name, exchange.MaxSize+1)
	if err != nil {
		return nil, err
	}
	if kind == autoKind {
		if kind, err = exchange.Detect(data); err != nil {
			return nil, &hintedError{fmt.Errorf("read %s: %w", name, err), "--as names the kind of file: " + kindNames()}
		}
	}
	list, err := exchange.Parse(data, kind)
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", name, err)
	}
	return list, nil
}

// importUnread is how many of a feed's newest entries arrive unread when it is
// read for the first time, as with add.
const importUnread = 10

// An importer brings a list into the store and remembers what became of each
// line.
type importer struct {
	wanted  []store.NewSubscription
	outcome []importOutcome // one for each of wanted, then the refused ones
	skipped []exchange.Skipped
	tags    int // of the feeds that were added
}

type importOutcome struct {
	line                int
	result, url, detail string
}

// The results of an import.
const (
	resultAdded   = "added"
	resultKnown   = "known"
	resultRefused = "refused"
)

func newImporter(list *exchange.List, tags []string) *importer {
	im := &importer{skipped: list.Skipped}
	var refused []importOutcome
	for _, problem := range list.Problems {
		refused = append(refused, importOutcome{problem.Line, resultRefused, address.WithoutUser(problem.Text), problem.Message})
	}
	for _, s := range list.Subscriptions {
		u, err := address.Parse(s.URL)
		if err != nil {
			refused = append(refused, importOutcome{s.Line, resultRefused, address.WithoutUser(s.URL), err.Error()})
			continue
		}
		im.wanted = append(im.wanted, store.NewSubscription{
			URL:          u.String(),
			Title:        s.Title,
			FeedTitle:    s.FeedTitle,
			Format:       string(s.Format),
			FormatChosen: !s.Format.IsFound(), // others may have been found before they were exported
			Tags:         distinctTags(s.Tags, tags),
			Unread:       importUnread,
		})
		im.outcome = append(im.outcome, importOutcome{s.Line, resultAdded, u.String(), cmp.Or(s.Title, s.FeedTitle)})
	}
	im.outcome = append(im.outcome, refused...)
	return im
}

// distinctTags puts the tags of the file and of the flags together. A tag is one
// word here; other programs have folders with names of several.
func distinctTags(lists ...[]string) []string {
	var all []string
	for _, tag := range slices.Concat(lists...) {
		tag = strings.Join(strings.FieldsFunc(tag, notInTag), "-")
		if tag != "" && !slices.Contains(all, tag) {
			all = append(all, tag)
		}
	}
	return all
}

// store subscribes to all that is wanted, in one transaction.
func (im *importer) store(c *cli.Context, db *store.Store) error {
	var batch store.Batch
	for i := range im.wanted {
		batch.Checks = append(batch.Checks, store.Check{New: &im.wanted[i], State: store.StateNew})
	}
	done, err := db.Commit(c.Context, batch)
	if err != nil {
		return err
	}
	for i, d := range done {
		if d.Known {
			im.outcome[i].result = resultKnown
			continue
		}
		im.tags += len(im.wanted[i].Tags)
	}
	slices.SortStableFunc(im.outcome, func(a, b importOutcome) int { return a.line - b.line })
	return nil
}

// imported tells what became of each line.
func (p *program) imported(im *importer) error {
	t := term.NewTable(p.Out,
		term.Column{Title: "LINE", Right: true},
		term.Column{Title: "RESULT"},
		term.Column{Title: "URL", Min: 20},
		term.Column{Title: "TITLE OR REASON", Min: 12, Drop: 1},
	)
	counts := map[string]int{}
	for _, o := range im.outcome {
		counts[o.result]++
		err := t.Row(term.Cell{Text: strconv.Itoa(o.line)}, term.Cell{Text: o.result, Style: resultStyle(o.result)},
			term.Cell{Text: p.ShortURL(o.url)}, term.Cell{Text: o.detail})
		if err != nil {
			return err
		}
	}
	if err := t.Flush(); err != nil {
		return err
	}
	for _, s := range im.skipped {
		p.Say("left out: %d × %s", s.Count, s.Reason)
	}
	added := words.Count(counts[resultAdded], "feed", "feeds") + " added"
	if im.tags > 0 {
		added += " with " + words.Count(im.tags, "tag", "tags")
	}
	p.Say("%s, %d known already, %d refused", added, counts[resultKnown], counts[resultRefused])
	switch {
	case counts[resultRefused] == 0:
		return nil
	case counts[resultRefused] == len(im.outcome):
		return errTold
	}
	return errPartly
}

func resultStyle(result string) term.Style {
	switch result {
	case resultAdded:
		return term.Green
	case resultRefused:
		return term.Red
	}
	return term.Plain
}
