package plan

// Borrowed returns the number of sets that were taken from the scratch and not dropped. It must be
// 0 when Select returns: otherwise the memory of each plan would grow with each request.
func (s Selection) Borrowed() int { return s.scratch.used }
