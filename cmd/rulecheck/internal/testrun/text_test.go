package testrun

import "testing"

func TestPercent(t *testing.T) {
	for _, c := range []struct {
		part, all int
		want      string
	}{{0, 0, "100 %"}, {3, 3, "100 %"}, {0, 3, "0 %"}, {2, 3, "67 %"}, {1, 3, "33 %"}, {3, 8, "38 %"}, {1, 1000, "1 %"},
		{999, 1000, "99 %"}} {
		if got := percent(c.part, c.all); got != c.want {
			t.Errorf("%d of %d is %s, not %s", c.part, c.all, got, c.want)
		}
	}
}
