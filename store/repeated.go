package store

// A link that a feed has more than once is compared with no other feed: these entries are parts of one
// page, or a feed has one link for all, and its author could make every comparison as long as he wants.
// Column repeated of an entry says so; it is decided when a page is stored.

// noteRepeated decides anew which links of a feed are repeated.
func (tx *transaction) noteRepeated(subscription int64) {
	tx.exec(`
		UPDATE entry SET repeated = 1 - repeated
		WHERE subscription_id = ?1 AND repeated <> (url IN (
			SELECT url FROM entry WHERE subscription_id = ?1 GROUP BY url HAVING COUNT(*) > 1))`, subscription)
}
