// Package merge decides how a page that was read changes the stored feed: which of the page's
// entries are new, which arrive unread, and which are reported. [Decide] is a pure function of the
// page, the kept entries and the state of the feed. The package uses no database, no clock and no
// other feed.
//
// # Which entry it is
//
// Entries are recognised by their ref: the Atom id, else the link; on a Gopher menu the selector.
// For each entry that the page lists, the first row that applies decides.
//
//	known by ref    a kept entry has the same ref: both are one entry, whatever else changed
//	known by link   the listed entry has no id: it is the kept entry with the same link and title;
//	                if there is none, the only kept entry with that link, if the page has the link
//	                once
//	moved           the page is at another URL than when it was last read whole: the listed entry
//	                is the only kept entry with its title and date that the page no longer lists;
//	                without a date, the only one with its title
//	reorganised     the page is at the same URL, and was read whole: the listed entry is the only
//	                kept entry with its title and date, if
//	                - the page no longer lists the kept entry,
//	                - both links are of one author, and
//	                - the last path element is unchanged, or three entries change at once
//	pruned          its date is not later than the newest entry that the user pruned: the listed
//	                entry is left out
//	new             otherwise
//
// A provisional title was made from the link or the date. Where a row compares titles, the last
// path element is compared instead of a provisional title. An entry that is a heading of its page
// is never recognised as an entry that is a link, nor the reverse.
//
// # What arrives unread and is reported
//
// For each new entry the first row that applies decides. If none applies, the entry is reported.
//
//	marks           it was read on another machine with this date or a later one: it arrives read;
//	                a person marked it unread there: it arrives unread, and is not reported
//	muted           a mute matches its title: it arrives read
//	undated links   it has no date, another entry of the page has one, all links of the page are
//	                entries, and no entry of the feed is kept: it arrives read
//	first page      the feed was never read before: the newest entries are reported, as many as
//	                the user chose with add --backlog
//	moved           the page is at another URL than when it was last read whole, and the entry is
//	                undated or not later than the newest kept one: it arrives read
//	new version     a new version of gemsub reads the page: as for a page that moved. The limit is
//	                a day later for headings. It is at least the last check if earlier versions
//	                found no entries, or another kind and no dated heading
//	change of kind  the page was read by its dated links and now is by its headings, or the
//	                reverse. The limit is the newest heading of the last page, later kept links or
//	                not; without a dated heading there, the newest kept entry
//
// Of kept entries one case is reported:
//
//	redated         its date is later than before: it becomes unread again, at most once a week,
//	                unless a new version of gemsub reads the page, a mute matches, or it was read
//	                on another machine with this date
//
// Then limits apply:
//
//	dates moved     at least two kept entries have a later date, and they are over half of all
//	                entries that the page lists, new ones included: only new entries above all
//	                kept ones are reported
//	flood           of one check the newest 100 are reported, and none once 300 entries, reported
//	                or not, were first seen in 24 hours; others arrive read. The first page has no
//	                limit, and its entries do not count
//
// # How kept entries change
//
//	recognised      an entry that is recognised keeps its marks, its star and the time when it was
//	                first seen
//	gone            an entry that leaves its page is kept
//	edited          title, link, author and date follow the page, and nothing is reported
//	cut             a page that was cut off adds and edits entries; it reorganises none, and
//	                changes no text of a section
//	title           a provisional title never replaces another
//	sections        the text of a heading changes with the page; title and text stay if
//	                - the page was cut off,
//	                - only the heading is left,
//	                - the entry is starred, or
//	                - the title changes too while another heading has the same time
//	texts           a text that the page carries is stored if the link is in the feed's folder; it
//	                replaces a carried text, unless the new one is empty or the entry is starred
//	repeated        a link that two kept entries of the feed have is compared with no other feed
//	other author    the link leads to another author than before: the entry never again counts as
//	                the owner of the link
//	room            over 20,000 entries, or 20 MiB of ids, links and titles: entries that the page
//	                no longer lists are deleted, the oldest read ones first, then the oldest unread
//	                ones, never starred ones
//
// Each row has a test with the name of the row. An example: a page lists five posts, and its author
// changes the dates of four and adds a sixth post. The row "dates moved" applies, since four of six
// are over half: the new post is reported if the page lists it above all others, and the four are
// not. If the author changes only three dates, these are half of the page: all three are reported,
// and the new post too.
package merge
