package store

import (
	"context"
	"encoding/json"
	"strings"

	"gemsub/feed"
	"gemsub/internal/model"
)

// An entry of a Gopher menu is known by its selector while most items name its host. When
// they come to name another host, whose selectors may be the same, it is known by its
// link: else a post of one host would become that of the other. That host may also be
// another name of the first, which some items still have.

// linkedItems are the entries of a Gopher menu that are known by their links.
type linkedItems struct {
	links []string
	hosts map[string]bool // how they begin, up to the path
}

func linkedEntries(s *model.Subscription, entries []feed.Entry) linkedItems {
	l := linkedItems{hosts: map[string]bool{}}
	for _, e := range entries {
		if strings.HasPrefix(s.URL, "gopher") && e.Link == e.ID && strings.HasPrefix(e.Link, "gopher") {
			l.links = append(l.links, e.Link)
			l.hosts[hostOfLink(e.Link)] = true
		}
	}
	return l
}

// hostOfLink returns the beginning of a canonical link, up to its path.
func hostOfLink(link string) string {
	begin := strings.Index(link, "://") + len("://")
	return link[:begin+strings.IndexByte(link[begin:], '/')+1]
}

// knowByLinks makes links the ids of the stored entries that the menu has under them.
func (m *entryMerger) knowByLinks(ctx context.Context) error {
	if len(m.linked.links) == 0 {
		return nil
	}
	links, err := json.Marshal(m.linked.links)
	if err != nil {
		return err
	}
	_, err = m.tx.ExecContext(ctx, knowByLinks, m.sub.ID, string(links))
	return err
}

// One whose link is the id of another entry stays as it is.
const knowByLinks = `
	UPDATE OR IGNORE entry SET ref = url
	WHERE subscription_id = ?1 AND INSTR(ref, '` + feed.SelectorID + `') = 1 AND url IN (SELECT value FROM JSON_EACH(?2))`

// isOtherPost reports whether a stored entry with the selector of row is a post of another
// host, which the menu still names: date and title are others too.
func (m *entryMerger) isOtherPost(old, row *entryRow) bool {
	if old.atomID != row.atomID || !strings.HasPrefix(row.atomID, feed.SelectorID) || old.title == row.title || old.updated == row.updated {
		return false
	}
	host := hostOfLink(old.url)
	return m.linked.hosts[host] && host != hostOfLink(row.url)
}

// knowByLink makes its link the id of a stored entry; it goes if another has that id.
func (m *entryMerger) knowByLink(ctx context.Context, old entryRow) error {
	_, known, err := m.findByID(ctx, old.url)
	if err != nil {
		return err
	}
	if known {
		return m.delete(ctx, old)
	}
	_, err = m.tx.ExecContext(ctx, `UPDATE entry SET ref = url WHERE id = ?`, old.id)
	m.stored = nil
	return err
}
