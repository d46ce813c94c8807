package documented

// drawVerbosity draws the section of that name.
func drawVerbosity(g *grammar) {
	if g.one(2) {
		return
	}
	v := &g.file.Verbosity
	if g.one(2) {
		v.Default = new(g.n(10))
	}
	t := &texts{grammar: g}
	for range g.n(4) {
		r := LevelRunner{Level: g.n(10)}
		r.Runner = t.names()
		v.Runners = append(v.Runners, r)
	}
}
