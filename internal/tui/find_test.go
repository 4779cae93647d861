package tui

import "testing"

// Words are found in a text, and marked, also those of the search that led there.
func TestFind(t *testing.T) {
	t.Parallel()
	d := open(t, 80, 10)
	marked := func() (count int) {
		for y := range 9 {
			for x := range 80 {
				if _, style, _ := d.screen.Get(x, y); style.HasReverse() {
					count++
				}
			}
		}
		return count
	}
	d.press("j j j j j enter /")
	d.enter("LINE 9 of")
	if d.has("Line 9 of day 12"); marked() != len("line 9 of") {
		t.Errorf("%d cells are marked", marked())
	}
	d.press("g / enter")
	d.has("Line 9 of day 12")
	d.press("/")
	d.enter("nowhere")
	d.has("no line here has nowhere")
	d.press("q /")
	d.enter("plan first")
	d.press("enter / enter")
	d.has("a plan")
	if marked() != len("plan")+len("first") {
		t.Errorf("%d cells are marked", marked())
	}
	d.press("q q ? /")
	d.enter("star the")
	d.has("star the entry")
}

// While words are sought in a text, n and N go from one place to another there, and mark
// no other post. That ends with esc, and where the text is left.
func TestFindNext(t *testing.T) {
	t.Parallel()
	d := open(t, 80, 10)
	d.press("j j j j j enter /")
	d.enter("of day 12")
	d.has("Line 1 of day 12", "1 of 12; n the next one")
	d.press("n n")
	d.has("Line 3 of day 12", "3 of 12")
	d.hasNot("Line 2 of")
	d.press("N")
	d.has("Line 2 of day 12", "2 of 12")
	d.press("p p")
	d.has("Line 12 of day 12", "12 of 12")
	d.press("n")
	d.has("Line 1 of day 12", "1 of 12")
	d.press("G N") // the last pressed key is seen
	d.has("11 of 12")
	d.resize(60, 10)
	d.press("g n")
	d.has("1 of 12")
	d.press("q enter N")
	d.has("marked as unread")
	d.press("/")
	d.enter("turnips")
	d.has("no line here has turnips")
	d.press("/")
	d.enter("plan")
	d.press("/")
	d.enter("turnips")
	d.has("no line here has turnips", "a plan")
	d.press("n")
	d.has("1 of 1")
	d.press("esc")
	d.has("search in this text has ended", "a plan")
	d.press("n")
	d.has("# Day 11")
	d.press("? /")
	d.enter("unread")
	d.press("n")
	d.has("2 of ")
	d.press("esc n")
	d.has("q closes this, then n works")
}

// A post that a search found is shown from the first place that has the words, unless it
// was read before.
func TestFoundPlace(t *testing.T) {
	t.Parallel()
	d := open(t, 80, 10)
	d.press("/")
	d.enter("missing.gmi")
	d.press("enter")
	d.has("Nothing here")
	d.press("/ enter")
	d.has("1 of 1")
	d.press("g q enter")
	d.has("# Day 12")
	d.hasNot("Nothing here")
}

// The place where n stands looks different from the others, which are reversed as it is.
func TestMatchStands(t *testing.T) {
	t.Parallel()
	d := open(t, 80, 24)
	d.press("j j j j j enter /")
	d.enter("line")
	d.press("n")
	width, height := d.screen.Size()
	reversed, stands := 0, 0
	for y := 1; y < height-1; y++ {
		for x := range width {
			if _, style, _ := d.screen.Get(x, y); style.HasReverse() {
				reversed++
				if style.HasUnderline() {
					stands++
				}
			}
		}
	}
	if stands != len("line") || reversed <= stands {
		t.Errorf("%d cells are reversed, %d of them underlined", reversed, stands)
	}
}
