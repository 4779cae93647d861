// Package mail composes messages (RFC 5322) from entries, and puts them into a maildir; package
// launch hands them to a program such as sendmail.
//
// A message can be made again at any time: the same entry gives the same Message-ID and the same
// file name. Whatever a feed contains, the header is ASCII, no text of the feed can end a field,
// and no line is over 998 bytes long.
//
// It does not use the database: package app decides what to send.
package mail
