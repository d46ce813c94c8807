package prove

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/toolrules/toolrules/engine"
	"github.com/toolrules/toolrules/internal/pattern"
	"github.com/toolrules/toolrules/internal/test/spectest"
)

// sameRegion reports whether conditions are true for the same well-formed requests as another one.
func sameRegion(t *testing.T, p *Prover, conditions []string, other string) bool {
	b := newBuilder()
	said, ok := p.statement(b, conditions)
	want, ok2 := p.statement(b, []string{other})
	if !ok || !ok2 {
		t.Fatalf("%q or %q does not compile", conditions, other)
	}
	s := newSolver(context.Background(), p.space(context.Background(), said, want), 1)
	d, err := s.solve(said)
	if err != nil {
		t.Fatal(err)
	}
	e, err := s.solve(want)
	if err != nil {
		t.Fatal(err)
	}
	return d == e
}

func TestWhoCases(t *testing.T) {
	for _, c := range spectest.Cases[propertyCase](t, "properties.jsonl") {
		if c.Kind != "who" {
			continue
		}
		t.Run(c.ID, func(t *testing.T) {
			catalog := catalogOf(t, c.Rules, serversOf(t, c.Catalog))
			var keys []engine.Key
			for _, key := range catalog.Tools() {
				for _, text := range c.Tools {
					if p, err := pattern.Parse(text); err == nil && p.Match(key.Server, key.Tool) && !slices.Contains(keys, key) {
						keys = append(keys, key)
					}
				}
			}
			p := New(catalog)
			audiences := p.Who(context.Background(), keys)
			for _, group := range c.Groups {
				found := false
				for _, a := range audiences {
					if a.Tools[0].String() != group.Tools[0] {
						continue
					}
					found = true
					var names []string
					for _, k := range a.Tools {
						names = append(names, k.String())
					}
					slices.Sort(names)
					want := slices.Sorted(slices.Values(group.Tools))
					if !slices.Equal(names, want) {
						t.Errorf("the group is %v, not %v", names, want)
					}
					switch {
					case a.Outcome == Unknown && c.UnknownAllowed:
					case a.Outcome == Unknown:
						t.Errorf("%v unknown: %v", names, a.Open)
					case a.Region == nil:
						t.Errorf("%v: no region, want %s", names, group.Region)
					case !sameRegion(t, p, a.Region, group.Region):
						t.Errorf("%v: region %q, not %s", names, a.Region, group.Region)
					}
					t.Logf("%v\n  %s", names, strings.Join(a.Region, "\n  "))
				}
				if !found {
					t.Errorf("no group %v: %v", group.Tools, audiences)
				}
			}
		})
	}
}

func TestDiffCases(t *testing.T) {
	for _, c := range spectest.Cases[propertyCase](t, "properties.jsonl") {
		if c.Kind != "diff" {
			continue
		}
		t.Run(c.ID, func(t *testing.T) {
			servers := serversOf(t, c.Catalog)
			before, after := catalogOf(t, c.Rules, servers), catalogOf(t, c.RulesNew, servers)
			d := Compare(context.Background(), before, after)
			answer := func(malformed bool) string {
				wider, narrower := false, false
				for _, change := range d.Changes {
					if change.Malformed && !malformed {
						continue
					}
					wider, narrower = wider || change.Wider, narrower || !change.Wider
				}
				switch {
				case wider && narrower:
					return "differs"
				case wider:
					return "wider"
				case narrower:
					return "narrower"
				}
				return "same"
			}
			if len(d.Open) > 0 {
				t.Errorf("open: %v", d.Open)
			}
			if got := answer(false); got != c.Answer {
				t.Errorf("%s, not %s: %+v", got, c.Answer, d)
			}
			all := c.AnswerAll
			if all == "" {
				all = c.Answer
			}
			if got := answer(true); got != all {
				t.Errorf("with malformed requests %s, not %s: %+v", got, all, d)
			}
			for _, change := range d.Changes {
				want := c.RegionLess
				if change.Wider {
					want = c.RegionMore
				}
				t.Logf("%+v", change)
				if want == nil || change.Malformed {
					continue
				}
				if change.Region == nil {
					t.Errorf("no region, want %s", *want)
				} else if len(d.Changes) == 1 && !sameRegion(t, New(after), change.Region, *want) {
					t.Errorf("region %q, not %s", change.Region, *want)
				}
			}
		})
	}
}
