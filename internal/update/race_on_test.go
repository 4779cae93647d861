//go:build race

package update

// simulated is how many gemlogs the simulated year has: fewer under the race
// detector, which takes its time.
const simulated = 100
