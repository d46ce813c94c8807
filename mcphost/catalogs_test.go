package mcphost_test

import (
	"testing"

	"github.com/toolrules/toolrules/engine"
	"github.com/toolrules/toolrules/mcphost"
)

// A slow is a tool that is read only once its test releases it.
type slow struct{ started, release chan struct{} }

func (s slow) MarshalJSON() ([]byte, error) {
	s.started <- struct{}{}
	<-s.release
	return []byte(`{"name":"slow","inputSchema":{"type":"object"}}`), nil
}

// TestFixedDoesNotBlock sets the list of one server while that of another, the first or a later
// one, is being read.
func TestFixedDoesNotBlock(t *testing.T) {
	for _, first := range []bool{true, false} {
		c := mcphost.Fixed(parse(t, "version: 1\n"))
		if c.Catalog() != nil {
			t.Error("there is a catalog before the first server")
		}
		quick := engine.Server{ID: "b", Lists: [][]byte{[]byte(`[{"name":"quick"}]`)}}
		if !first {
			if _, err := c.SetServer(quick); err != nil {
				t.Fatal(err)
			}
		}
		s := slow{make(chan struct{}, 8), make(chan struct{})}
		done := make(chan error, 1)
		go func() { _, err := c.SetServer(engine.Server{ID: "a", Values: []any{s}}); done <- err }()
		<-s.started
		if _, err := c.SetServer(quick); err != nil {
			t.Fatal(err)
		}
		if n := len(c.Catalog().Tools()); n != 1 {
			t.Errorf("%d tools", n)
		}
		close(s.release)
		if err := <-done; err != nil {
			t.Fatal(err)
		}
		if n := len(c.Catalog().Tools()); n != 2 {
			t.Errorf("%d tools", n)
		}
	}
}
