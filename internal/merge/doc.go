// Package merge decides how a page that was read changes what is kept of its feed: which of its
// entries are new, which arrive unread, and what is reported. [Decide] is a pure function of the
// page, the kept entries and the state of the feed. It knows no database and no clock, and no
// other feed.
//
// # Which entry it is
//
// An entry is known by its ref: its Atom id, else its link; on a Gopher menu its selector. For each
// entry that the page lists, the first of these rows that fits decides.
//
//	known by ref    an entry with its ref is kept: it is this one, whatever else changed
//	known by link   the page states no id for it: it is the kept entry with its link and title,
//	                else the only kept one with its link, if the page has the link once
//	moved           the page is at another URL than when it was last read whole: it is the only
//	                entry with its title and date that the page no longer lists; without a date,
//	                the only one with its title
//	reorganised     the page is at the same URL, and was read whole: it is the only kept entry with
//	                its title and date, if the page no longer lists that and both links are of
//	                one author, and the last path element of the link is unchanged or three
//	                entries change at once
//	pruned          it is dated no later than the newest entry that the user pruned: left out
//	new             otherwise
//
// In both rows about titles, a provisional title (made from the link or date) is not compared, but
// the last path element. Headings of a page never become links, nor links headings.
//
// # What arrives unread and is reported
//
// For each new entry the first row that fits decides; if none does, it is reported.
//
//	marks           it was read on another machine with this date or a later one: it arrives read;
//	                a person marked it unread there: it arrives unread, and is not reported
//	muted           a mute matches its title: it arrives read
//	undated links   it has no date, some entry of the page has one, and all links of the page are
//	                entries for the first time: it arrives read
//	first page      nothing was read of the feed before: the newest are reported, as many as the
//	                user chose with add --backlog
//	moved           it is undated, or dated no later than the newest kept entry: it arrives read
//	new version     of gemsub: as if moved; headings may be a day later; if it is the first to find
//	                entries on the page, or those of this kind, dates count up to the last check
//	change of kind  the page was read by its links and now is by its headings, or the reverse: as
//	                if moved, but dates count up to the newest dated heading that the page had
//	                the last time
//
// Of kept entries one case is reported:
//
//	redated         its date is later than before: it becomes unread again, at most once a week,
//	                and not by a new version of gemsub, nor if it is muted
//
// Then limits apply:
//
//	dates moved     two or more entries, and over half of the page, have a later date: only new
//	                entries that the page lists above all kept ones are reported
//	flood           the newest 100 of a check and 300 in 24 hours are reported; others arrive read
//
// # What changes of kept entries
//
//	gone            an entry that leaves its page stays
//	edited          title, link, author and date follow the page, and nothing is reported
//	cut             a page that was cut off adds and edits entries, but no entry is reorganised, and
//	                no text of a section changes
//	title           a provisional title never replaces another
//	sections        the text of a heading changes, unless the page was cut off, only the heading is
//	                left, the entry is starred, or the title changes too while another heading has
//	                the same time: then title and text stay
//	texts           a text that the page carries is kept if the link is in the feed's folder; it
//	                replaces a carried one, unless it is empty or the entry is starred
//	repeated        a link that two kept entries of the feed have is compared with no other feed
//	other author    the link leads to another author than before: the entry never again speaks for
//	                the link
//	room            over 20,000 entries, or 20 MiB of ids, links and titles: what the page no longer
//	                lists goes, the oldest read ones first, then the oldest unread ones, never
//	                starred ones
//
// Each row has a test of its name. For example, the author changes the date of three of five posts
// and adds one: the row "dates moved" applies, so the new post is reported if it stands above all
// others, and the three are not. If the author changes the dates of two of five, both are reported
// besides the new one.
package merge
