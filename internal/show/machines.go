package show

import (
	"gemsub/internal/model"
	"gemsub/internal/term"
	"gemsub/internal/words"
)

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
	return print(p, machineList(), all, func(f model.SyncFile) row {
		return row{f.Machine, f.Name, shown{f.SeenAt, p.ago(f.SeenAt), term.Plain}}
	})
}

func machineList() list {
	return list{fields: []field{
		{"machine", term.Column{Title: "MACHINE", Min: 12}},
		{"file", term.Column{Title: "FILE", Min: 12}},
		{"seen_at", term.Column{Title: "LAST NEWS", Name: "last news"}},
	}}
}
