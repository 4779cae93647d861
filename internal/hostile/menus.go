package hostile

import "strings"

// menus returns shapes of Gopher menus. A menu of the greatest size has as many lines as gemsub
// reads, and as many near dates as fit into them.
func menus() []Shape {
	const end = "\thost%d\t70\n"
	long := func(piece string) string { return strings.Repeat(piece, 150/len(piece)) }
	return []Shape{
		{Name: "menu-items", piece: "0a\t/a" + end},
		{Name: "menu-dated", piece: "02020-01-01 a\t/%d\thost\t70\n"},
		{Name: "menu-same", piece: "02020-01-01 a\t/a\thost\t70\n"},
		{Name: "menu-selectors", piece: "0a\t/20200101-%d.txt\thost\t70\n"},
		{Name: "menu-long-labels", piece: "0" + long("a") + "\t/a" + end},
		{Name: "menu-no-days", piece: "0" + long("2020-13-01 ") + "\t/a" + end},
		{Name: "menu-near-dates", piece: "0" + long("2020/1/1 ") + "\t/a" + end},
		{Name: "menu-near-months", piece: "0" + long("4 Mai 2020, ") + "\t/a" + end},
		{Name: "menu-digits", piece: "0" + long("2") + "\t/a" + end},
		{Name: "menu-folders", piece: "0a\t" + long("/20201301") + end},
		{Name: "menu-near-selectors", piece: "0a\t/20201301" + long("-2020-13-") + end},
		{Name: "menu-listing", piece: "0" + long("a") + " 2020-Jan-01 12:34    1.0 KB\t/a" + end},
		{Name: "menu-escapes", piece: "0" + long("\x1b[1m") + "\t/" + long("%") + end},
		{Name: "menu-latin", piece: "0" + long("\xe4") + "\t/" + long("\xe4") + end},
		{Name: "menu-bare", piece: "0" + long("a") + "\t/a%d\n"},
		{Name: "menu-text", piece: "i" + long("2020-13-01 ") + "\n"},
		{Name: "menu-deep-dates", piece: "i2020-01-01\n" + strings.Repeat("i"+long("4 May 202 ")+"\n", 50) + "0a\t/a" + end},
		{Name: "menu-above", piece: strings.Repeat("i"+long("Mon, 4 May ")+"\n", 3) + "0a\t/a" + end},
		{Name: "menu-one-label", head: "02020-01-01 ", piece: "a ", tail: "\t/a\thost\t70\n"},
		{Name: "menu-one-selector", head: "02020-01-01 a\t/", piece: "20200101-", tail: "\thost\t70\n"},
		{Name: "menu-tabs", head: "02020-01-01 a", piece: "\t"},
	}
}
