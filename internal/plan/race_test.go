//go:build race

package plan_test

const underRace = true
