package ratio_test

import (
	"testing"

	"github.com/toolrules/toolrules/internal/test/ratio"
)

func TestMeasure(t *testing.T) {
	work := func(n int) func() {
		sum := 0
		return func() {
			for i := range n {
				sum += sum ^ i
			}
		}
	}
	nanoseconds, times := ratio.Measure(work(1000), work(1000), work(20_000))
	if nanoseconds <= 0 || len(times) != 2 || times[0] > 5 || times[1] < 5 || times[1] < 2*times[0] {
		t.Errorf("%v ns, and as much, and twenty times as much: %v", nanoseconds, times)
	}
}
