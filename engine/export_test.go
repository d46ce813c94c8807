package engine

// Reference returns the options with the reference evaluator instead of the plan.
func Reference(opts Options) Options {
	opts.reference = true
	return opts
}
