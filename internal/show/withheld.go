package show

import (
	"fmt"
	"strings"

	"gemsub/internal/model"
	"gemsub/internal/shell"
	"gemsub/internal/words"
)

// Withheld says how many posts an export left out, and why.
func (p *Printer) Withheld(w model.Withheld) {
	all := w.Refused + w.Unknown
	if all == 0 {
		return
	}
	var why []string
	if w.Refused > 0 {
		why = append(why, fmt.Sprintf("robots.txt refuses %d to %s", w.Refused, strings.Join(w.Agents, ", ")))
	}
	if w.Unknown > 0 {
		why = append(why, fmt.Sprintf("no robots.txt is known for %d", w.Unknown))
	}
	p.Say("left out the text of %s: %s", words.Count(all, "post", "posts"), strings.Join(why, ", "))
	if w.Unasked != "" {
		p.Hint("gemsub robots %s asks that capsule for its robots.txt", shell.Word(w.Unasked))
	}
}
