package tui

// A list is rows, of which some are visible. Keys move a cursor through the
// rows, except in a text.
type list[T any] struct {
	rows []T
	at   int // the row under the cursor; in a text that of the selected link or the match, else the first visible one
	top  int // the first visible row
	left int // the first visible column of rows that are wider than the screen
}

// move moves the cursor by some rows; height rows are visible. A step off the screen turns
// the page and keeps one row: scrolling would rewrite all rows at each step.
func (l *list[T]) move(by, height int) {
	l.at += by
	switch {
	case by == 1 && l.at == l.top+height:
		l.top = l.at - 1
	case by == -1 && l.at == l.top-1:
		l.top = l.at - height + 2
	}
	l.fit(height)
}

// fit keeps the cursor among the rows, and on the screen.
func (l *list[T]) fit(height int) {
	l.at = max(0, min(l.at, len(l.rows)-1))
	height = max(1, height)
	l.top = max(min(l.top, l.at), l.at-height+1)
	l.top = max(0, min(l.top, len(l.rows)-height))
}

// jump moves the cursor to a row. It shows the row at the same height as the row before, unless
// the rows above it fit on the screen.
func (l *list[T]) jump(to int) {
	if l.top > 0 {
		l.top = max(0, l.top+to-l.at)
	}
	l.at = to
}

// visible returns the visible lines, which include the cursor.
func (l *list[T]) visible(height int) []T {
	l.fit(height)
	return l.rows[l.top:min(l.top+height, len(l.rows))]
}

// scroll scrolls the rows, and moves the cursor if it would leave the screen.
func (l *list[T]) scroll(by, height int) {
	l.top = max(0, min(l.top+by, len(l.rows)-height))
	l.at = max(l.top, min(l.at, l.top+height-1))
	l.fit(height)
}

// current returns the line under the cursor.
func (l *list[T]) current() (row T, ok bool) {
	if l.at < 0 || l.at >= len(l.rows) {
		return row, false
	}
	return l.rows[l.at], true
}

// point moves the cursor to a visible line, counted from the top, and reports whether there is a
// row.
func (l *list[T]) point(line int) bool {
	if l.top+line >= len(l.rows) {
		return false
	}
	l.at = l.top + line
	return true
}

// next moves the cursor to the next wanted row, or for -1 to the previous one, and reports
// whether there is one.
func (l *list[T]) next(by int, wanted func(T) bool) bool {
	for i := l.at + by; i >= 0 && i < len(l.rows); i += by {
		if wanted(l.rows[i]) {
			l.at = i
			return true
		}
	}
	return false
}
