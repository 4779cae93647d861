// Package tui is the full-screen reader: subscriptions, entries and posts beside each
// other, while the network works behind them. It is a second face of package app, as the
// commands are: it reads no database, asks no capsule and lays out no text of its own.
//
// One goroutine, that of [Run], has the state and the screen. Work that may wait runs in
// others, and hands back a function that the first one calls (see work.go).
package tui
