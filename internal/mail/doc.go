// Package mail writes entries as messages (RFC 5322), and puts these into a maildir;
// package launch hands them to a program such as sendmail.
//
// A message can be made again at any time: the same entry gives the same Message-ID and
// the same name of a file. Whatever a feed holds, the header has only bytes of ASCII, no
// field has a line end that is not its own, and no line is over 998 bytes long.
//
// It does not use the database: package app decides what to send.
package mail
