//go:build race

package documented

const underRace = true
