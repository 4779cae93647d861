// Package update is the engine that checks subscriptions: grouped by
// authority, one request at a time to each, robots.txt first, several
// authorities side by side, and one writer that hands whole results to the
// store in batches.
//
// It follows "robots.txt for Gemini" and "Subscribing to Gemini pages". It
// knows neither the database nor the terminal: results go to a [Store], and
// whoever stands behind it tells the user what was committed.
package update
