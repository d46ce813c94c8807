package plan

import "github.com/toolrules/toolrules/internal/cond"

// A lookup finds the tools that have a string, for atoms that are a [cond.Overlap]: tool.server in
// ctx.denied, any(tool.tags, # in ctx.groups). The strings of the request are looked up, and no
// tool is evaluated. Atoms that read the same field of a tool share one lookup.
type lookup struct {
	number map[string]int32 // by string
	start  []int32          // by the number of a string: where its tools start in tools
	tools  []int32
	sets   []set // by the number of a string: its tools as a set if that is smaller; otherwise nil
}

func newLookup(o *cond.Overlap, tools []*cond.Tool) *lookup {
	l := &lookup{number: map[string]int32{}}
	var found []int32 // the numbers of the strings of all tools, in order
	ends := make([]int, len(tools))
	var single [1]string
	for i, t := range tools {
		for _, value := range o.ToolTexts(t, &single) {
			n, known := l.number[value]
			if !known {
				n = int32(len(l.start))
				l.number[value] = n
				l.start = append(l.start, 0)
			}
			l.start[n]++ // a count until layOut
			found = append(found, n)
		}
		ends[i] = len(found)
	}
	l.layOut(found, ends)
	return l
}

// layOut groups the tools by string. The strings of tool i end at ends[i] in found.
func (l *lookup) layOut(found []int32, ends []int) {
	l.tools = make([]int32, len(found))
	next := make([]int32, len(l.start))
	at := int32(0)
	for n, count := range l.start {
		l.start[n], next[n] = at, at
		at += count
	}
	l.start = append(l.start, at)
	first := 0
	for i, end := range ends {
		for _, n := range found[first:end] {
			l.tools[next[n]] = int32(i)
			next[n]++
		}
		first = end
	}
	l.sets = make([]set, len(next))
	for n := range l.sets {
		if list := l.of(n); len(list) > words(len(ends)) {
			l.sets[n] = make(set, words(len(ends)))
			l.sets[n].addAll(list)
		}
	}
}

func (l *lookup) of(n int) []int32 { return l.tools[l.start[n]:l.start[n+1]] }

// find adds to dst the tools that have one of the strings.
func (l *lookup) find(values []string, dst set) {
	for _, value := range values {
		n, known := l.number[value]
		switch {
		case !known:
		case l.sets[n] != nil:
			dst.or(l.sets[n])
		default:
			dst.addAll(l.of(int(n)))
		}
	}
}
