package merge

import (
	"strings"

	"gemsub/internal/model"
)

// keepSection keeps the title and text of a kept section if the page has another text that must
// not replace it. This is so if the page was cut off, the entry is starred, or only the heading
// is left; also if the title differs too and another kept section has the same time: the two may
// have exchanged their ids.
func (m *merger) keepSection(e *listed) {
	if !m.Page.Format.HasSections() || e.content == nil {
		return
	}
	if m.times == nil {
		m.times = make(map[int64]int, len(m.Kept))
		for i := range m.Kept {
			m.times[m.Kept[i].Updated]++
		}
	}
	text := strings.TrimSpace(e.content.Text)
	isEmptied := strings.HasPrefix(text, "#") && !strings.Contains(text, "\n")
	if m.isWhole && !e.Starred && !isEmptied && (e.Title == e.old.Title || m.times[e.old.Updated] == 1) {
		return
	}
	if e.old.HasPost && e.old.Carried && m.Text(e.ID) != model.CarriedPost(e.URL, e.content, m.Now).Text {
		e.Title, e.content = e.old.Title, nil
	}
}

// newPost returns the post of an entry if the page carries another text than is kept. A page
// carries texts only for links in its feed's own folder. The text of a kept entry changes with
// what the page carries, unless the entry is starred or the new text is empty. One that was removed
// stays away until the entry is reported again.
func (m *merger) newPost(e *listed) *model.Post {
	if e.content == nil || e.Nearness <= sameAuthor {
		return nil
	}
	hasSections := m.Page.Format.HasSections()
	if old := e.old; old != nil && !e.reported {
		mayChange := old.HasPost && (old.Carried || hasSections) || !old.HasPost && hasSections && !old.Removed
		if !mayChange {
			return nil
		}
	}
	p := model.CarriedPost(e.URL, e.content, m.Now)
	if old := e.old; old != nil && old.HasPost {
		kept := m.Text(e.ID)
		isSame := kept == p.Text && old.PostURL == p.URL && old.PostType == p.MediaType
		if isSame || kept != "" && (e.Starred || p.Text == "") {
			return nil
		}
	}
	return &p
}
