//go:build race

package hostile

// poolFactor is how much more may be allocated under the race detector: it empties the pools
// of package sync at random, so that each use of a pattern may allocate a machine anew.
const poolFactor = 4
