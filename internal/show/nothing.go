package show

// NoSubscriptions says that there are none, and what to do.
func (p *Printer) NoSubscriptions() {
	p.Say("no subscriptions yet")
	p.Hint("gemsub add URL")
}

// NothingShown says why no entry is shown where that may be a mistake: there is no
// subscription, or none was read yet. That there is nothing else is worth a line to a
// person only.
func (p *Printer) NothingShown(subscribed, read, starred, unread bool) {
	switch {
	case !subscribed:
		p.NoSubscriptions()
	case !read:
		p.Say("no feed was read yet")
		p.Hint("gemsub update")
	case starred && p.Err.IsTerminal():
		p.Say("no entries with a star to show")
	case p.Err.IsTerminal() && !unread:
		p.Say("no entries to show")
	case p.Err.IsTerminal():
		p.Say("no unread entries to show; gemsub entries --all shows read ones too")
	}
}

// NamedUntagged says that the tag is of other feeds than those that are named.
func (p *Printer) NamedUntagged(tag string) { p.Say("no feed that is named is tagged %s", tag) }

// NothingListed says why no feed is listed: what was asked for, and under which tag, ""
// for none.
func (p *Printer) NothingListed(failing, stale, unread bool, tag string) {
	switch {
	case failing && stale:
		p.Say("no feed is both failing and stale")
	case failing:
		p.Say("no feed is failing")
	case stale:
		p.Say("no feed is stale")
	case unread:
		p.Say("no feed has unread entries")
	case tag != "":
		p.NamedUntagged(tag)
	default:
		p.NoSubscriptions()
	}
}
