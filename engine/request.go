package engine

// A Request says who asks. The zero value of every field means that the request does not carry it.
//
// Attrs holds the attributes that the rule file declares under context, nested as they are declared there. What is not
// declared is ignored; what has a wrong type fails the rules that read it and no others. A Request is read while its View is
// made and not kept by anything that outlives the View; its maps must not change before the View is done.
type Request struct {
	Runner    string // the program that drives the model: "codex"
	Model     string // the model: "5.4"
	Verbosity Level  // how many words the caller wants: 0 to 9
	Attrs     map[string]any
}
