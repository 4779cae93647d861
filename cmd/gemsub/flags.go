package main

import (
	"cmp"
	"strings"

	"github.com/urfave/cli/v2"

	"gemsub/feed"
	"gemsub/internal/address"
	"gemsub/internal/app"
	"gemsub/internal/model"
	"gemsub/internal/words"
)

// Categories of flags that are not both a flag and a setting in config.toml.
const (
	// A flag that says what to do this time has no default in the file: that would
	// turn a command into another.
	thisTime = "this time"
	// A setting that the command line does not take.
	settingAlone = "config.toml"
)

// A described flag says what it is for, as all of urfave/cli do.
type described interface {
	cli.CategorizableFlag
	cli.DocGenerationFlag
}

func isForThisTime(f cli.Flag) bool  { return f.(described).GetCategory() == thisTime }
func isSettingAlone(f cli.Flag) bool { return f.(described).GetCategory() == settingAlone }

// oldNames are those that flags had in earlier versions, behind their command's, and the
// names that they have. They are read on the command line and in the configuration.
func oldNames() map[string]string {
	return map[string]string{
		"add.unread": "backlog", "add.format": "as",
		"import.format": "as",
	}
}

// Flags of several commands.

func (p *program) jsonFlag() cli.Flag {
	return &cli.BoolFlag{Name: "json", Category: thisTime, Usage: "print JSON, one object a line", Destination: &p.JSON}
}

// backlogFlag says how much of what a page lists already is left to read.
func backlogFlag() *cli.StringFlag {
	return &cli.StringFlag{Name: "backlog", Usage: "leave the newest `N` entries unread, or all, or none", Value: "10"}
}

// postsFlag says which posts an update fetches.
func postsFlag() *cli.StringFlag {
	return &cli.StringFlag{Name: "posts", Usage: "which posts updates fetch: `all|new|none`", DefaultText: "new"}
}

// asFlag says how a document is read.
func asFlag() *cli.StringFlag {
	return &cli.StringFlag{Name: "as", Usage: "read the page as `FORMAT`: " + strings.Join(app.FormatNames(), ", "), Value: string(feed.Auto)}
}

func intervalFlag() *cli.StringFlag {
	return &cli.StringFlag{Name: "interval", Usage: "ask every `D` (1h to 30d, such as 6h), or auto: by how often it has entries", Value: "auto"}
}

// settingsOf reads those four flags where isGiven says that they are.
func settingsOf(c *cli.Context, isGiven func(flag string) bool) (to app.Settings, err error) {
	to.Format = parsed(c.String, isGiven, "as", app.ParseFormat, &err)
	to.Interval = parsed(c.String, isGiven, "interval", app.ParseInterval, &err)
	to.Posts = parsed(c.String, isGiven, "posts", model.ParsePostsKept, &err)
	to.Backlog = parsed(c.String, isGiven, "backlog", app.ParseBacklog, &err)
	return to, err
}

// parsed reads the value of a flag, nil for one that is not given. It notes the first error.
func parsed[T any](value func(flag string) string, isGiven func(flag string) bool, flag string, parse func(string) (T, error), first *error) *T {
	if !isGiven(flag) {
		return nil
	}
	v, err := parse(value(flag))
	*first = cmp.Or(*first, asUsage(err))
	return &v
}

func jobsFlag() cli.Flag {
	return &cli.IntFlag{Name: "jobs", Aliases: []string{"j"}, Usage: "make at most `N` requests at once; slow capsules do not count", Value: app.DefaultJobs}
}

// agentFlag is for people who do more with pages than read them: those who publish
// entries on the web answer to webproxy, say.
func agentFlag() cli.Flag {
	return &cli.StringSliceFlag{Name: "agent", Usage: "also obey the rules of robots.txt for virtual agent `A`"}
}

// maxJobs keeps a mistyped number from opening a connection to every capsule.
const maxJobs = 1024

// asking reads how capsules are asked.
func asking(c *cli.Context) (app.Asking, error) {
	n := c.Int("jobs")
	if n < 1 || n > maxJobs {
		return app.Asking{}, usagef("--jobs must be from 1 to %d", maxJobs)
	}
	return app.Asking{Jobs: n, Agents: c.StringSlice("agent")}, nil
}

// countFlag takes a number, or "all" for no limit.
func countFlag(name, usage string, aliases ...string) cli.Flag {
	return &cli.StringFlag{Name: name, Aliases: aliases, Usage: usage, Value: "all"}
}

// countOf reads the value of a countFlag; 0 means no limit.
func countOf(name, value string) (int, error) {
	n, err := words.ParseCount(value)
	if err != nil {
		return 0, usagef("--%s %v", name, err)
	}
	return n, nil
}

func checkTags(tags []string) error {
	for _, tag := range tags {
		if err := model.CheckTag(tag); err != nil {
			return asUsage(err)
		}
	}
	return nil
}

// prepareFlags keeps "(default: false)" out of help, and quotes and passwords out of
// other defaults. The flag of urfave/cli itself has no default, and all apps of a
// process share it.
func prepareFlags(flags []cli.Flag) {
	for _, f := range flags {
		switch f := f.(type) {
		case *cli.BoolFlag:
			if f != cli.HelpFlag {
				f.DisableDefaultText = true
			}
		case *cli.StringFlag:
			f.DefaultText = cmp.Or(address.WithoutUser(f.Value), f.DefaultText)
		}
	}
}
