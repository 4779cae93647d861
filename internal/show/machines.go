package show

import (
	"strings"

	"gemsub/internal/model"
	"gemsub/internal/term"
	"gemsub/internal/words"
)

// Synced reports what came of bringing machines in step.
func (p *Printer) Synced(done model.Synced) {
	for _, note := range done.Notes {
		p.Say("%s", note)
	}
	var said []string
	for _, part := range []struct {
		n         int
		one, many string
	}{
		{len(done.Lines), "change written", "changes written"},
		{done.Learned, "change learned", "changes learned"},
		{done.Added, "feed added", "feeds added"},
		{done.Removed, "feed removed", "feeds removed"},
		{done.Left, "change left out, as there are too many", "changes left out, as there are too many"},
	} {
		if part.n > 0 {
			said = append(said, words.Count(part.n, part.one, part.many))
		}
	}
	if len(said) > 0 {
		p.Say("%s: %s", done.Machine, strings.Join(said, ", "))
	} else if done.Machine != "" && p.Err.IsTerminal() {
		p.Say("%s: nothing new", done.Machine)
	}
	if len(done.Paused) > 0 {
		p.Say("%s: %s", words.Count(len(done.Paused), "feed waits for you to ask for it", "feeds wait for you to ask for them"), strings.Join(done.Paused, ", "))
		p.Hint("gemsub list says why, gemsub update FEED asks for one")
	}
}

// Machines prints the machines that stay in step.
func (p *Printer) Machines(all []model.SyncMachine, waiting int, asJSON bool) error {
	err := print(p, machineList(), all, func(m model.SyncMachine) row {
		return row{m.Name, m.IsThis, shown{m.SeenAt, p.ago(m.SeenAt), term.Plain}}
	}, asJSON)
	if waiting > 0 {
		p.Say("%s not here yet", words.Count(waiting, "mark waits for an entry that is", "marks wait for entries that are"))
	}
	if len(all) == 0 {
		p.Say("this machine is in step with no other")
		p.Hint("gemsub sync DIR")
	}
	return err
}

func machineList() list {
	return list{fields: []field{
		{"machine", term.Column{Title: "MACHINE", Min: 12}},
		{"this", term.Column{Title: "THIS"}},
		{"seen_at", term.Column{Title: "LAST NEWS", Name: "last news"}},
	}}
}
