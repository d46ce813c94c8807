package engine

// A Request describes the caller. The zero value of a field means that the request does not have
// it.
//
// Attrs holds the attributes that the rule file declares under context, nested as declared.
// Undeclared attributes are ignored. A value of the wrong type makes the rules that read it fail,
// and no others. A Request is not kept by anything that outlives its View; its maps must not change
// while the View is in use.
type Request struct {
	Runner    string // the program that drives the model: "codex"
	Model     string // the model: "5.4"
	Verbosity Level  // how detailed descriptions should be: 0 to 9
	Attrs     map[string]any
}
