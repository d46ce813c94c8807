// Package prove answers questions about all requests at once: whether a property of a rule file
// holds, which requests see a tool, and what a change of the rules changes.
//
// The steps are:
//
//   - program.go turns conditions and filters into programs: branches on the outcomes of atoms, in
//     the order in which they are evaluated.
//   - observe.go finds out what each atom can distinguish about each attribute of a request, with
//     observetext.go, observenumber.go and observelist.go. space.go and values.go choose values of
//     each attribute such that for every request there is a combination of these values with the
//     same outcomes of all atoms. Package cells finds the values of strings and numbers.
//   - solve.go branches on the attributes one after the other, which simplifies the program, and
//     results in a decision diagram. What an atom does is never computed here: the reference
//     evaluator is called for the chosen values.
//   - property.go states properties as programs. replay.go evaluates a property for one request by
//     the reference evaluator alone, and every counterexample is replayed before it is reported.
//   - region.go and regionwords.go describe a set of requests as conditions.
//
// An atom whose outcomes can't be distinguished by finitely many values is free: both outcomes are
// considered. What holds for both is proved; a counterexample that needs an outcome other than the
// one for the chosen values makes the answer unknown.
package prove
