// Package tui is the full-screen reader: subscriptions, entries and posts beside each
// other, with network requests in the background. Like the commands, it is a user
// interface of package app: it reads no database, sends no requests and lays out no text.
//
// One goroutine, that of [Run], owns the state and the screen. Work that may block runs in
// other goroutines and returns a function that the first one calls (see work.go).
package tui
