package merge

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"gemsub/feed"
	"gemsub/internal/model"
)

// keepSection keeps the title and text of a kept section if the text of the page must not replace
// them: because
//   - the page was cut off,
//   - the entry is starred,
//   - only the heading is left, or
//   - the title differs too, and another kept section has the same time: the two may have exchanged
//     their ids.
func (m *merger) keepSection(e *listed) {
	if !m.Page.Format.HasSections() || !m.KeepsPosts || e.content == nil {
		return
	}
	text := strings.TrimSpace(e.content.Text)
	isEmptied := m.Page.Format == feed.Headings && strings.HasPrefix(text, "#") && !strings.Contains(text, "\n")
	hasTwin := func() bool {
		return slices.ContainsFunc(m.Kept, func(k *Kept) bool { return k.Updated == e.old.Updated && k != e.old })
	}
	if m.isWhole && !e.Starred && !isEmptied && (e.Title == e.old.Title || !hasTwin()) {
		return
	}
	if e.old.HasPost && e.old.Carried && m.Text(e.ID) != model.CarriedPost(e.URL, e.content, m.Now).Text {
		e.Title, e.content = e.old.Title, nil
	}
}

// newPost returns the post to store for an entry, nil if nothing changes. Only texts for links in
// the feed's own folder count. The stored text follows the page, unless the entry is starred or the
// new text is empty. A text that was removed does not come back until the entry is reported again.
func (m *merger) newPost(e *listed) *model.Post {
	if !m.KeepsPosts || e.content == nil || e.Nearness <= sameAuthor {
		return nil
	}
	old, p := e.old, model.CarriedPost(e.URL, e.content, m.Now)
	if old == nil {
		return &p
	}
	mayCome := m.Page.Format.HasSections()
	if !e.reported && (old.HasPost && !old.Carried && !mayCome || !old.HasPost && (old.Removed || !mayCome)) {
		return nil
	}
	if old.HasPost {
		kept := m.Text(e.ID)
		isSame := kept == p.Text && old.PostURL == p.URL && old.PostType == p.MediaType
		if isSame || kept != "" && (e.Starred || p.Text == "") {
			return nil
		}
	}
	return &p
}

// Limits of the entries kept of a feed: their number, and the bytes of their ids, links and titles.
const (
	maxKept      = 20_000
	maxKeptBytes = 20 << 20
)

// dropForRoom drops entries that the page does not list, until there is room: first the oldest read
// ones, then the oldest unread ones, never starred ones.
func (m *merger) dropForRoom() {
	excess, bytes := len(m.Kept)+m.result.Added-maxKept, -maxKeptBytes
	for _, e := range m.listed {
		if e.old == nil {
			bytes += e.size()
		}
	}
	for _, k := range m.Kept {
		bytes += k.size()
	}
	if excess <= 0 && bytes <= 0 {
		return
	}
	for _, k := range slices.SortedFunc(slices.Values(m.Kept), oldestReadFirst) {
		if !m.shown[k] && !k.Starred && (excess > 0 || bytes > 0) {
			m.result.Decisions = append(m.result.Decisions, Decision{Action: Drop, Listed: -1, Entry: k.Entry})
			excess, bytes = excess-1, bytes-k.size()
		}
	}
}

// oldestReadFirst is the order in which dropForRoom drops entries.
func oldestReadFirst(a, b *Kept) int {
	last := map[bool]int{true: 1}
	return cmp.Or(last[a.Unread]-last[b.Unread], cmp.Compare(a.sortTime(), b.sortTime()), cmp.Compare(a.ID, b.ID))
}

// size returns the bytes of the entry's id, link and title.
func (e *Entry) size() int {
	size := len(e.Ref) + len(e.Title)
	if e.URL != e.Ref {
		size += len(e.URL)
	}
	return size
}

// sortTime returns the time by which lists order the entry.
func (e *Entry) sortTime() int64 {
	seen := cmp.Or(e.RenewedAt, e.FirstSeen)
	return model.SortTime(time.Unix(e.Updated, 0), time.Unix(seen, 0)).Unix()
}
