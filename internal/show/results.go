package show

import (
	"cmp"
	"fmt"
	"strings"

	"gemsub/internal/model"
	"gemsub/internal/term"
	"gemsub/internal/view"
	"gemsub/internal/words"
)

// newEntries prints the new entries of one feed under its name, also in a pipe; as JSON or by
// a template for programs.
func (p *Printer) newEntries(entries []model.Entry) error {
	if p.JSON || p.Template != nil {
		return Print(p, view.Entries(), entries)
	}
	if err := p.Out.Line(term.Bold, "%s", p.feedName(entries[0].SubscriptionID, entries[0].FeedTitle)); err != nil {
		return err
	}
	for _, e := range entries {
		if err := p.Out.Line(term.Plain, "%6d  %s  %s", e.ID, words.Date(e.Updated), e.Title); err != nil {
			return err
		}
	}
	return nil
}

// Check shows a feed to its author: title, entries and warnings.
func (p *Printer) Check(c view.Checked) error {
	if p.JSON {
		return Print(p, view.Checks(), []view.Checked{c})
	}
	if err := cmp.Or(p.Facts(view.CheckFacts(c)), Print(p, view.CheckedEntries(), c.Feed.Entries)); err != nil {
		return err
	}
	if !p.Out.IsTerminal() {
		return Print(p, view.Warnings(), c.Warnings)
	}
	for _, text := range view.WarningsByCode(c.Warnings) {
		if err := p.Out.Paragraph(term.Yellow, "%s", text); err != nil {
			return err
		}
	}
	return nil
}

// Robots prints whether a URL may be asked for, and why.
func (p *Printer) Robots(r model.RobotsAnswer) error {
	if p.JSON || !p.Out.IsTerminal() {
		return Print(p, view.Robots(), []model.RobotsAnswer{r})
	}
	return p.Facts(view.RobotsFacts(r, p.Now()))
}

// Thread prints a conversation. more are left out.
func (p *Printer) Thread(posts []model.ThreadPost, more []model.MorePosts) error {
	return cmp.Or(Print(p, view.Thread(), view.ThreadLines(posts)), p.more(more))
}

// Muted reports a new mute. One that matches nothing may have been meant as a regular
// expression.
func (p *Printer) Muted(m model.Mute, c model.Change) {
	p.Say("mute %d: %s", m.ID, view.Change(c))
	if c.Entries == 0 && !strings.HasPrefix(m.Pattern, "/") && strings.ContainsAny(m.Pattern, `*^$[]|\`) {
		p.Hint("write a regular expression between slashes, such as '/^week [0-9]+$/'")
	}
}

// Identities prints identities, and a message for each that cannot be used.
func (p *Printer) Identities(all []model.IdentityInfo) error {
	var usable []model.IdentityInfo
	for _, id := range all {
		if id.Err != nil {
			p.Say("%v", id.Err)
			continue
		}
		usable = append(usable, id)
	}
	return Print(p, view.Identities(), usable)
}

// AddedIdentity prints the fingerprint by which capsules recognise a new identity.
func (p *Printer) AddedIdentity(id model.IdentityInfo) error {
	p.WarnInvalid(id)
	if !p.Out.IsTerminal() {
		return Print(p, view.NewIdentities(), []model.IdentityInfo{id})
	}
	return p.Facts(view.NewIdentity(id))
}

// WarnInvalid warns if an identity is not valid now.
func (p *Printer) WarnInvalid(id model.IdentityInfo) {
	if id.Invalid != "" {
		p.Say("identity %s: %s, so capsules may refuse it", id.Name, id.Invalid)
	}
}

// Synced reports what came of bringing machines in step.
func (p *Printer) Synced(done model.Synced) {
	for _, note := range done.Notes {
		p.Say("%s", note)
	}
	if done.Changes+done.Learned > 0 || p.Err.IsTerminal() && done.Machine != "" {
		p.Say("%s: %s written, %d learned, %s added, %d removed", done.Machine,
			words.Count(done.Changes, "change", "changes"), done.Learned, words.Count(done.Added, "feed", "feeds"), done.Removed)
	}
	if done.Left > 0 {
		p.Say("%s left out, as there are too many", words.Count(done.Left, "change is", "changes are"))
	}
	p.paused(done.Paused)
}

// Machines prints the files of the machines that stay in step.
func (p *Printer) Machines(all []model.SyncFile, waiting int) error {
	if waiting > 0 {
		p.Say("%s not here yet", words.Count(waiting, "mark waits for an entry that is", "marks wait for entries that are"))
	}
	if len(all) == 0 {
		p.Hint("gemsub sync DIR brings this machine in step with others")
	}
	return Print(p, view.Machines(), all)
}

// Findings prints what the doctor found.
func (p *Printer) Findings(found []model.Finding) error {
	if p.JSON || !p.Out.IsTerminal() {
		return Print(p, view.Findings(), found)
	}
	styles := map[string]term.Style{model.LevelError: term.Red, model.LevelWarning: term.Yellow}
	for _, f := range found { // a table would cut what matters
		if err := p.Out.Paragraph(styles[f.Level], "%s: %s: %s", f.Level, f.About, f.Message); err != nil {
			return err
		}
		if f.Command == "" {
			continue
		}
		if _, err := fmt.Fprintln(p.Out, "  "+p.Out.Styled(term.Cyan, p.Out.Text(f.Command))); err != nil { // whole, to be copied
			return err
		}
	}
	return nil
}

// Version prints a program's version and what it was built for, as JSON all that is known
// of the build.
func (p *Printer) Version(b model.Build) error {
	if p.JSON {
		return Print(p, view.Builds(), []model.Build{b})
	}
	_, err := fmt.Fprintf(p.Out, "gemsub %s (%s %s/%s)\n", b.Version, b.Go, b.OS, b.Arch)
	return err
}
