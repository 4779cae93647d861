package store

import (
	"context"
	"encoding/json"
	"maps"
	"slices"
	"strings"

	"gemsub/feed"
	"gemsub/internal/model"
)

// An entry of a Gopher menu is known by its selector while most items name its host. When
// they come to name another host, whose selectors may be the same, it is known by its
// link: else a post of one host would become that of the other.

// otherHosts returns how the links begin of those entries of a Gopher menu that are known
// by their links, except at the host of those that are known by selectors.
func otherHosts(s *model.Subscription, entries []feed.Entry) []string {
	if !strings.HasPrefix(s.URL, "gopher") {
		return nil
	}
	hosts, own := map[string]bool{}, ""
	for _, e := range entries {
		if strings.HasPrefix(e.ID, feed.SelectorID) {
			own = hostOfLink(e.Link)
		} else if e.Link == e.ID && strings.HasPrefix(e.Link, "gopher") {
			hosts[hostOfLink(e.Link)] = true
		}
	}
	delete(hosts, own)
	return slices.Collect(maps.Keys(hosts))
}

// hostOfLink returns the beginning of a canonical link, up to its path.
func hostOfLink(link string) string {
	begin := strings.Index(link, "://") + len("://")
	return link[:begin+strings.IndexByte(link[begin:], '/')+1]
}

// knowByLinks makes links the ids of the stored entries of other hosts.
func (m *entryMerger) knowByLinks(ctx context.Context) error {
	if len(m.otherHosts) == 0 {
		return nil
	}
	hosts, err := json.Marshal(m.otherHosts)
	if err != nil {
		return err
	}
	_, err = m.tx.ExecContext(ctx, knowByLinks, m.sub.ID, string(hosts))
	return err
}

// One whose link is the id of another entry stays as it is.
const knowByLinks = `
	UPDATE OR IGNORE entry SET ref = url, url = NULL
	WHERE subscription_id = ?1 AND INSTR(ref, '` + feed.SelectorID + `') = 1 AND
		SUBSTR(url, 1, INSTR(url, '://') + 2 + INSTR(SUBSTR(url, INSTR(url, '://') + 3), '/')) IN (SELECT value FROM JSON_EACH(?2))`
