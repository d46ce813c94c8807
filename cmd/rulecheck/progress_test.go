package main

import (
	"bytes"
	"testing"
	"time"
)

func TestAfter(t *testing.T) {
	t.Run("what takes long says so, before it is done", func(t *testing.T) {
		said := make(chan struct{})
		count := 0
		done := after(time.Millisecond, func() { count++; close(said) })
		<-said
		done()
		if count != 1 {
			t.Errorf("said %d times", count)
		}
	})
	t.Run("what is quick says nothing", func(t *testing.T) {
		done := after(time.Hour, func() { t.Error("said") })
		done()
	})
}

func TestProgressIsForTerminals(t *testing.T) {
	var stderr bytes.Buffer
	c := &console{stderr: &stderr}
	c.progress("working")()
	if stderr.Len() > 0 {
		t.Errorf("%q", &stderr)
	}
}
