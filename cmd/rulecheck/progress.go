package main

import (
	"fmt"
	"time"
)

// patience is how long a command works in silence.
const patience = time.Second

// progress prints on standard error, if that is a terminal, what takes time. Call the returned
// function when the work is done.
func (c *console) progress(what string) (done func()) {
	if !isTerminal(c.stderr) {
		return func() {}
	}
	return after(patience, func() { fmt.Fprintf(c.stderr, "rulecheck: %s…\n", what) })
}

// after calls say after a time, unless done is called before. If say runs, done waits for it.
func after(wait time.Duration, say func()) (done func()) {
	said := make(chan struct{})
	timer := time.AfterFunc(wait, func() {
		defer close(said)
		say()
	})
	return func() {
		if !timer.Stop() {
			<-said
		}
	}
}
