package tui

// A cursor is a line of a list, of which some lines are seen.
type cursor struct {
	at  int // the line
	top int // the first that is seen
}

// move moves the cursor by some lines of a list of n, of which height are seen. A step off
// the screen turns the page, of which a line stays: to scroll would write all lines again
// for each step.
func (c *cursor) move(by, n, height int) {
	c.at += by
	switch {
	case by == 1 && c.at == c.top+height:
		c.top = c.at - 1
	case by == -1 && c.at == c.top-1:
		c.top = c.at - height + 2
	}
	c.fit(n, height)
}

// fit keeps the cursor in the list, and on the screen.
func (c *cursor) fit(n, height int) {
	c.at = max(0, min(c.at, n-1))
	height = max(1, height)
	if c.at < c.top {
		c.top = c.at
	}
	if c.at >= c.top+height {
		c.top = c.at - height + 1
	}
	c.top = max(0, min(c.top, n-height))
}

// scroll moves what is seen, and takes the cursor along where it has to.
func (c *cursor) scroll(by, n, height int) {
	c.top = max(0, min(c.top+by, n-height))
	c.at = max(c.top, min(c.at, c.top+height-1))
	c.fit(n, height)
}
