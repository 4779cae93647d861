//go:build !race

package update

// simulated is how many gemlogs the simulated year has.
const simulated = 500
