package rules

// A Code names one kind of problem. Codes are stable: programs, tests and silencing comments rely on them.
type Code string
