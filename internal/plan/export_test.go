package plan

// Borrowed returns how many sets were taken from the scratch memory and not given back. It is 0 once a Selection is there: what is not
// given back would make the memory of each plan grow with each request.
func (s Selection) Borrowed() int { return s.scratch.used }
