package show

import (
	"gemsub/internal/model"
	"gemsub/internal/words"
)

// A Delivery reports what is delivered by mail.
type Delivery struct {
	p                  *Printer
	Delivered, Refused int // entries
}

// NewDelivery begins the report of a delivery.
func (p *Printer) NewDelivery() *Delivery { return &Delivery{p: p} }

// Step reports what became of an entry: one that was delivered is counted.
func (d *Delivery) Step(of model.Delivered) {
	if of.Err == nil {
		d.Delivered++
		return
	}
	d.Refused++
	d.p.Say("entry %d is not delivered, and tried again by the next run: %v", of.Entry.ID, of.Err)
}

// Summary says how many entries were delivered.
func (d *Delivery) Summary() {
	switch {
	case d.Delivered > 0:
		d.p.Say("%s delivered", words.Count(d.Delivered, "entry", "entries"))
	case d.Refused == 0:
		d.p.Say("nothing to deliver")
	}
}
