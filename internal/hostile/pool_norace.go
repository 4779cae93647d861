//go:build !race

package hostile

// poolFactor is 1 without the race detector; see pool_race.go.
const poolFactor = 1
