//go:build !race

package hostile

// poolFactor is 1 without the race detector: see its other value.
const poolFactor = 1
