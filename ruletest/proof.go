package ruletest

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/toolrules/toolrules/engine"
	"github.com/toolrules/toolrules/internal/prove"
	"github.com/toolrules/toolrules/internal/wording"
	"github.com/toolrules/toolrules/rules"
)

// An Outcome is the answer to a property. The zero Outcome is Unknown.
type Outcome uint8

const (
	Unknown Outcome = iota // neither is certain; [Proof.Open] explains why
	Proved                 // it holds for every request
	Refuted                // it does not hold for [Proof.Requests]
)

// String returns "unknown", "proved" or "refuted".
func (o Outcome) String() string { return prove.Outcome(o).String() }

// A Proof is the answer to a property. The properties [Property.Never] and [Property.Only] are
// about all requests; the others about well-formed requests, in which every declared attribute has
// a value of its type within the limits.
type Proof struct {
	Property *Property
	File     string // the test file; empty if the property was built in Go
	Line     int    // of the property, from 1; 0 if it was built in Go
	Column   int    // from 1, in code points
	Pointer  string // of the property: a JSON Pointer into the test file

	Outcome Outcome
	Tools   int // the number of tools that were examined
	Classes int // how many different conditions of visibility they have
	Elapsed time.Duration

	// Requests is a smallest request that refutes the property; for IndependentOf two requests. The
	// engine's reference evaluator has confirmed that it does.
	Requests []engine.Request
	Broken   []engine.Key // the tools for which it does, in the order of the catalog
	Tool     *NewTool     // of a property about any tool: one that a server could list, for which it does

	// Region has conditions that are true for exactly the well-formed requests that refute the
	// property, no two of them for one request. It is nil if they can't be said in a few
	// conditions.
	Region []string

	// Explanation explains the first tool of Broken for the first request; nil if there is none.
	Explanation *engine.Explanation

	Open []Open // why the outcome is Unknown
}

// A NewTool is a tool that a server could list.
type NewTool struct {
	Server string
	JSON   []byte // as the server lists it
	Tags   []string
}

// An Open is a reason why an outcome is unknown. Reason is for people and may change.
type Open struct {
	Atom   string // the part of a condition that can't be decided; empty if it is not about one
	Where  string // the entry that has it: a JSON Pointer into the rule file, "for" or an entry of the property
	Reason string
}

// Prove answers properties for the rules and the tools of a catalog, in their order. The error is
// [rules.Problems]: a property that states nothing, that does not compile, or that has no meaning
// since it selects no request or matches no tool. Once the context is done, outcomes are Unknown.
//
// Rules that a host passes to the engine in Go are ignored.
func Prove(ctx context.Context, c *engine.Catalog, properties ...Property) ([]Proof, error) {
	f := &File{Properties: properties}
	return f.prove(ctx, c)
}

func (f *File) prove(ctx context.Context, c *engine.Catalog) ([]Proof, error) {
	var ps rules.Problems
	var proofs []Proof
	prover := prove.New(c)
	for i := range f.Properties {
		p := &f.Properties[i]
		pointer := fmt.Sprintf("/properties/%d", i)
		compiled, problems := p.compile(c.Engine().Rules)
		if !problems.Fatal() {
			problems = append(problems, idle(ctx, prover, p, compiled)...)
		}
		for _, problem := range problems {
			problem.Pointer = pointer + problem.Pointer
			ps = append(ps, f.locateOffset(problem))
		}
		if problems.Fatal() {
			continue
		}
		start := time.Now()
		answer := prove.Answer{Outcome: prove.Proved}
		if p.AtMost == nil || p.AtMost.Tools > 0 || p.AtMost.Bytes == 0 {
			answer = prover.Prove(ctx, compiled)
		}
		if p.AtMost != nil && p.AtMost.Bytes > 0 && answer.Outcome == prove.Proved {
			compiled.Tools, compiled.Bytes = p.AtMost.Bytes, true
			answer = prover.Prove(ctx, compiled)
		}
		at := f.locate(pointer, &rules.Problem{})
		proof := Proof{Property: p, File: at.File, Line: at.Line, Column: at.Column, Pointer: pointer,
			Outcome: Outcome(answer.Outcome), Tools: answer.Tools, Classes: answer.Classes, Elapsed: time.Since(start),
			Requests: answer.Requests, Broken: answer.Broken, Region: answer.Region}
		if answer.Tool != nil {
			proof.Tool = &NewTool{Server: answer.Tool.Server, JSON: answer.Tool.JSON, Tags: answer.Tool.Tags}
		}
		for _, o := range answer.Open {
			proof.Open = append(proof.Open, Open(o))
		}
		if len(proof.Broken) > 0 && proof.Tool == nil {
			x := c.Explain(proof.Requests[0], proof.Broken[0])
			proof.Explanation = &x
		}
		proofs = append(proofs, proof)
	}
	sortByPosition(ps)
	if ps.Fatal() {
		return nil, ps
	}
	return proofs, nil
}

// idle returns the problems of a property that says nothing.
func idle(ctx context.Context, prover *prove.Prover, p *Property, compiled *prove.Property) (ps rules.Problems) {
	key := p.stated()[0]
	for _, pointer := range prover.Unmatched(compiled) {
		_, rest, _ := strings.Cut(pointer[1:], "/")
		ps = append(ps, &rules.Problem{Code: CodeNoTool, Pointer: "/" + key + "/" + rest, Offset: -1,
			Message: "this matches no tool in the catalogs, so the property says nothing about it", Hint: "correct the name, or remove the entry"})
	}
	if compiled.For != nil && !prover.Selects(ctx, compiled.For) {
		ps = append(ps, &rules.Problem{Code: CodeSelectsNothing, Pointer: "/for", Offset: -1,
			Message: "this is true for no well-formed request, so the property says nothing", Hint: "correct the condition"})
	}
	return ps
}

// locateOffset sets the position of a problem to that of the byte that it is about.
func (f *File) locateOffset(p *rules.Problem) *rules.Problem {
	offset := p.Offset
	if f.origin != nil && f.origin.Find(p.Pointer) == nil { // one entry may be written without a list
		if single := strings.Replace(p.Pointer, "/0/", "/", 1); f.origin.Find(single) != nil {
			p.Pointer = single
		}
	}
	f.locate(p.Pointer, p)
	p.Offset = -1
	if f.origin == nil || offset < 0 {
		return p
	}
	if n := f.origin.Find(p.Pointer); n != nil {
		at := f.origin.Position(n, offset)
		p.Line, p.Column = at.Line, at.Column
	}
	return p
}

// Passed reports whether the property is proved.
func (p *Proof) Passed() bool { return p.Outcome == Proved }

// Problem returns the problem of a property that is not proved.
func (p *Proof) Problem() *rules.Problem {
	problem := &rules.Problem{Code: CodeRefuted, File: p.File, Line: p.Line, Column: p.Column, Pointer: p.Pointer, Offset: -1,
		Message: p.Property.Name + ": " + p.summary()}
	if p.Outcome == Unknown {
		problem.Code = CodeUnknown
	}
	return problem
}

// summary returns the outcome of a property that is not proved in one line.
func (p *Proof) summary() string {
	if p.Outcome == Unknown {
		return "it is not known whether this holds: " + p.Open[0].String()
	}
	return fmt.Sprintf("does not hold for some requests; %s", wording.EnumerateFirst(namesOf(p.Broken), maxListed))
}

// String returns the reason in one line.
func (o Open) String() string {
	if o.Atom == "" {
		return o.Reason
	}
	return fmt.Sprintf("%s (%s): %s", o.Atom, o.Where, o.Reason)
}
