package documented

// Instructions returns the instructions that a request gets, by the servers that have some. A
// server counts if the request sees one of its tools.
func (c *Caller) Instructions(servers []Server) map[string]string {
	all := map[string]string{}
	for _, s := range servers {
		seen := false
		for i, t := range c.catalog.tools {
			seen = seen || t.server == s.ID && c.Sees(i)
		}
		if text := c.instructions(s); seen && text != "" {
			all[s.ID] = text
		}
	}
	return all
}

func (c *Caller) instructions(s Server) string {
	r := c.catalog.rules
	of := &caller{c.request, c.usual, func(condition string) bool { return c.outcome(condition, &tool{}) == True }}
	var answers []candidate
	var mode, characters *Description
	var modeRank, charactersRank rank
	for i := range r.file.Descriptions {
		d := &r.file.Descriptions[i]
		if d.Server == "" {
			continue
		}
		k, ok := r.pattern(d.Server+"/*").rank(s.ID, "x")
		if !ok {
			continue
		}
		if d.Instructions != nil {
			answers = append(answers, candidate{k, d.Instructions})
		}
		if (d.ServerText != "" || len(d.ServerTextLevels) > 0) && (mode == nil || modeRank.less(k)) {
			mode, modeRank = d, k
		}
		if d.HiddenCharacters != "" && (characters == nil || charactersRank.less(k)) {
			characters, charactersRank = d, k
		}
	}
	if text, ok := best(answers, of, ""); ok {
		return text
	}
	w := serverWords{mode: mode.serverText(level(c.request.Verbosity, nil, c.usual))}
	if characters != nil {
		w.strip = characters.HiddenCharacters == "strip"
		if characters.HiddenCharacters == "reject" && hasHidden(s.Instructions) {
			return ""
		}
	}
	return w.text(s.Instructions)
}
