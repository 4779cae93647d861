package tui

// Widths in columns from which on panes stand beside each other.
const (
	twoPanes   = 80
	postBeside = 120 // a list
	threePanes = 180
)

// panes are the areas of subscriptions, entries and the post, indexed by focus. A pane
// without a width is not shown.
type panes [3]pane

// whole is the screen above the last line.
func (r *reader) whole() pane {
	w, h := r.screen.Size()
	return pane{0, 0, w, max(0, h-1)}
}

// panes are those of the focus.
func (r *reader) panes() panes { return r.panesFor(r.focus) }

// panesFor divides the screen for a focus: three panes on a wide one, two or one at a time
// on others.
func (r *reader) panesFor(on focus) (p panes) {
	all := r.whole()
	switch {
	case all.width >= threePanes:
		p[onFeeds] = all.left(min(32, all.width/6))
		rest := all.from(p[onFeeds].width + 1)
		p[onEntries] = rest.left(max(rest.width*2/5, rest.width-widestText-6))
		p[onPost] = rest.from(p[onEntries].width + 1)
	case all.width >= postBeside && on != onFeeds:
		p[onEntries] = all.left(max(all.width/2, all.width-widestText-6))
		p[onPost] = all.from(p[onEntries].width + 1)
	case on == onPost:
		p[onPost] = all
	case all.width >= twoPanes:
		p[onFeeds] = all.left(all.width / 4)
		p[onEntries] = all.from(p[onFeeds].width + 1)
	case on == onFeeds:
		p[onFeeds] = all
	default:
		p[onEntries] = all
	}
	return p
}

// textWidth is how wide the text of a post, or of a view, may be.
func (r *reader) textWidth() int {
	if r.view != nil {
		return r.whole().width
	}
	return r.panesFor(onPost)[onPost].width
}
