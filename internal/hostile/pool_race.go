//go:build race

package hostile

// poolFactor is how many times more may be allocated under the race detector. It empties
// sync.Pool at random, so each use of a regular expression may allocate its machine again.
const poolFactor = 4
