package main

import (
	"fmt"
	"strconv"
	"time"

	"github.com/urfave/cli/v2"

	"gemsub/internal/term"
	"gemsub/store"
)

func (p *program) muteCommand() *cli.Command {
	return &cli.Command{
		Name:      "mute",
		Usage:     "let entries whose title matches arrive read",
		ArgsUsage: "PATTERN",
		Description: `A pattern is a part of a title, or a regular expression between slashes; case makes
no difference. Unread entries that match are marked as read at once.

Examples:
  gemsub mute cryptocurrency
  gemsub mute '/^week \d+$/' --feed 3
  gemsub mute --list`,
		Flags: []cli.Flag{
			&cli.StringFlag{Name: "feed", Usage: "only entries of `FEED`"},
			&cli.StringFlag{Name: "tag", Usage: "only entries of feeds tagged `T`"},
			&cli.BoolFlag{Name: "list", Usage: "show what is muted"},
			&cli.BoolFlag{Name: "json", Usage: "with --list: one JSON object a line"},
		},
		Action: func(c *cli.Context) error {
			if c.Bool("list") {
				return p.mutes(c)
			}
			return p.mute(c)
		},
	}
}

func (p *program) unmuteCommand() *cli.Command {
	return &cli.Command{
		Name:      "unmute",
		Usage:     "end a muting",
		ArgsUsage: "NUMBER…",
		Description: `A NUMBER is one that gemsub mute --list shows. Entries stay as they are.

Examples:
  gemsub unmute 1`,
		Action: p.unmute,
	}
}

func (p *program) mute(c *cli.Context) error {
	switch {
	case c.NArg() != 1:
		return usagef("mute needs one pattern")
	case c.Bool("json"):
		return usagef("--json goes with --list")
	case c.IsSet("feed") && c.String("feed") == "": // a variable that is not set, not all feeds
		return usagef("--feed needs a feed")
	case c.IsSet("tag") && c.String("tag") == "":
		return usagef("--tag needs a tag")
	}
	m := store.Mute{Pattern: c.Args().First(), Tag: c.String("tag")}
	if err := m.Check(); err != nil {
		return usagef("%v", err)
	}
	db, err := p.openStore(c)
	if err != nil {
		return err
	}
	defer db.Close()
	if c.String("feed") != "" {
		chosen, err := selectFeeds(c.Context, db, []string{c.String("feed")})
		if err != nil {
			return err
		}
		m.SubscriptionID = chosen[0].ID
	}
	m, n, err := db.AddMute(c.Context, m)
	if err != nil {
		return err
	}
	p.say("muting %s as number %d; %s marked read", m.Pattern, m.ID, count(n, "entry", "entries"))
	return nil
}

// mutes lists what is muted.
func (p *program) mutes(c *cli.Context) error {
	if c.NArg() > 0 || c.IsSet("feed") || c.IsSet("tag") {
		return usagef("--list goes alone")
	}
	db, err := p.openStore(c)
	if err != nil {
		return err
	}
	defer db.Close()
	all, err := db.Mutes(c.Context)
	if err != nil {
		return err
	}
	if c.Bool("json") {
		for _, m := range all {
			if err := writeJSON(p.out, newJSONMute(m)); err != nil {
				return err
			}
		}
		return nil
	}
	if len(all) == 0 && p.err.IsTerminal() {
		p.say("nothing is muted")
	}
	return p.muteTable(all)
}

func (p *program) muteTable(all []store.Mute) error {
	t := term.NewTable(p.out,
		term.Column{Title: "#", Right: true},
		term.Column{Title: "PATTERN", Min: 12},
		term.Column{Title: "FEED", Right: true},
		term.Column{Title: "TAG"},
		term.Column{Title: "SINCE", Drop: 1},
	)
	for _, m := range all {
		feed := ""
		if m.SubscriptionID != 0 {
			feed = strconv.FormatInt(m.SubscriptionID, 10)
		}
		err := t.Row(term.Cell{Text: strconv.FormatInt(m.ID, 10)}, term.Cell{Text: m.Pattern},
			term.Cell{Text: feed}, term.Cell{Text: m.Tag}, term.Cell{Text: m.AddedAt.Format(time.DateOnly)})
		if err != nil {
			return err
		}
	}
	return t.Flush()
}

type jsonMute struct {
	ID      int64    `json:"id"`
	Pattern string   `json:"pattern"`
	FeedID  *int64   `json:"feed_id"` // null: of all feeds
	Tag     string   `json:"tag"`
	AddedAt jsonTime `json:"added_at"`
}

func newJSONMute(m store.Mute) jsonMute {
	j := jsonMute{ID: m.ID, Pattern: m.Pattern, Tag: m.Tag, AddedAt: jsonTime(m.AddedAt)}
	if m.SubscriptionID != 0 {
		j.FeedID = &m.SubscriptionID
	}
	return j
}

func (p *program) unmute(c *cli.Context) error {
	if c.NArg() == 0 {
		return usagef("unmute needs a number from gemsub mute --list")
	}
	var ids []int64
	for _, arg := range c.Args().Slice() {
		id, err := strconv.ParseInt(arg, 10, 64)
		if err != nil {
			return usagef("%q is no number from gemsub mute --list", arg)
		}
		ids = append(ids, id)
	}
	db, err := p.openStore(c)
	if err != nil {
		return err
	}
	defer db.Close()
	for _, id := range ids {
		known, err := db.RemoveMute(c.Context, id)
		if err != nil {
			return err
		}
		if !known {
			return &hintedError{fmt.Errorf("nothing is muted as number %d", id), "gemsub mute --list shows what is"}
		}
	}
	return nil
}
