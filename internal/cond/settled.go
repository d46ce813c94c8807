package cond

// Settled holds the outcomes of a program's atoms for one tool, in the order of [Program.Atoms].
// The entries of atoms that read the request are undefined.
type Settled []Outcome

// Settle evaluates the atoms that read the tool alone, so that they cost nothing at a request. A
// regular expression that searches a description can take milliseconds.
func (p *Program) Settle(t *Tool) Settled {
	settled := make(Settled, len(p.atoms))
	for i, a := range p.atoms {
		if !a.ReadsRequest() {
			settled[i] = a.Outcome(t, nil)
		}
	}
	return settled
}

// OutcomeSettled returns what [Program.Outcome] returns, and evaluates only the atoms that settled
// does not contain. settled is the result of [Program.Settle] for the tool or one with the same
// outcomes, or nil.
func (p *Program) OutcomeSettled(t *Tool, r *Request, settled Settled) Outcome {
	if p == nil || p.root == nil {
		return Failed
	}
	return p.root.outcome(t, r, settled)
}
