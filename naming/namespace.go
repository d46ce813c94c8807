package naming

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// A ServerName configures how the tools of one server are named.
type ServerName struct {
	// As replaces the server ID in exposed names. It is a server ID, or "" for a server without a
	// namespace: the names of its tools are only prefixed with [Scheme.Prefix].
	As string
}

// as returns the replacement of a server ID in exposed names, or "" if its tools have no namespace.
func (s *Scheme) as(server string) string {
	if s.NoNamespace {
		return ""
	}
	if name, ok := s.Servers[server]; ok {
		return name.As
	}
	return server
}

func (s *Scheme) separator() string {
	if s.Separator == "" {
		return defaultSeparator
	}
	return s.Separator
}

// headLen returns the length of what precedes a tool's own name.
func (s *Scheme) headLen(server string) int {
	as := s.as(server)
	if as == "" {
		return len(s.Prefix)
	}
	return len(s.Prefix) + len(as) + len(s.separator())
}

// appendHead appends what precedes a tool's own name: the namespace of the server, or the prefix.
func (s *Scheme) appendHead(dst []byte, server string) []byte {
	dst = append(dst, s.Prefix...)
	as := s.as(server)
	if as == "" {
		return dst
	}
	dst = append(dst, as...)
	return append(dst, s.separator()...)
}

// namespaces is a sorted list of the namespaces of servers. Its elements are not prefixes of one
// another.
type namespaces []namespace

type namespace struct{ text, server string }

// A conflict is a pair of servers whose tools could get the same names, since the namespace of the
// later one starts with that of the earlier one, or, without an earlier one, with what marks
// truncated names.
type conflict struct{ earlier, later, namespace string }

func (c *conflict) error(pointer string) *Error {
	err := &Error{Code: CodeNamespaceConflict, Pointer: pointer, Value: c.later}
	if c.earlier == "" {
		err.Message = fmt.Sprintf("the names of %s start with %q, so that they could equal truncated names", c.later, c.namespace)
	} else {
		err.Message = fmt.Sprintf("the names of %s start with %q, and so can those of %s", c.earlier, c.namespace, c.later)
	}
	err.Hint = "use a different as or separator"
	return err
}

// newNamespaces returns the namespaces of servers, which may contain duplicates, or a conflict.
func (s *Scheme) newNamespaces(servers []string) (all namespaces, c *conflict) {
	mark := s.Prefix + truncationMark
	for _, id := range servers {
		if s.as(id) == "" {
			continue
		}
		text := string(s.appendHead(nil, id))
		if s.separator() != defaultSeparator && (strings.HasPrefix(text, mark) || strings.HasPrefix(mark, text)) {
			return nil, &conflict{later: id, namespace: text}
		}
		all = append(all, namespace{text, id})
	}
	slices.SortFunc(all, func(a, b namespace) int {
		if a.text != b.text {
			return strings.Compare(a.text, b.text)
		}
		return strings.Compare(a.server, b.server)
	})
	all = slices.Compact(all)
	for i := 1; i < len(all); i++ {
		if strings.HasPrefix(all[i].text, all[i-1].text) {
			return nil, &conflict{all[i-1].server, all[i].server, all[i-1].text}
		}
	}
	return all, nil
}

// contain reports whether name starts with one of the namespaces.
func (ns namespaces) contain(name string) bool {
	i, found := slices.BinarySearchFunc(ns, name, func(n namespace, name string) int { return strings.Compare(n.text, name) })
	return found || i > 0 && strings.HasPrefix(name, ns[i-1].text)
}

// bare reports whether the scheme says that a server has no namespace, while others may have one.
func (s *Scheme) bare(server string) bool {
	name, ok := s.Servers[server]
	return ok && name.As == ""
}

// hasName reports whether a tool gets a name, given the class of its raw name.
func (s *Scheme) hasName(server, raw string, c class) bool {
	if legal(raw, c) {
		return true
	}
	_, ok := s.Rename[Key{server, raw}]
	return ok
}

// knownServers returns the IDs of the servers that the scheme knows, whether or not they are in a
// catalog.
func (s *Scheme) knownServers() []string {
	return slices.Concat(s.Known, slices.Sorted(maps.Keys(s.Servers)))
}

func (s *Scheme) checkSeparator() Errors {
	err := &Error{Code: CodeBadSeparator, Pointer: "/separator", Value: s.Separator}
	switch why := characterFault(s.Separator); {
	case len(s.Separator) > maxSeparator:
		err.Message = fmt.Sprintf("separator %q has %d bytes; %d are allowed", s.Separator, len(s.Separator), maxSeparator)
	case why != "":
		err.Message = fmt.Sprintf("separator %q %s", s.Separator, why)
	case s.restrictions()&noHyphen != 0 && strings.Contains(s.Separator, "-"):
		err.Code, err.Message = CodeSeparatorRefused, fmt.Sprintf("separator %q contains \"-\", which a target does not allow", s.Separator)
		err.Hint = `write "__"`
	default:
		return nil
	}
	return Errors{err}
}

// checkServerNames checks Servers and the namespaces of the servers that the scheme knows.
func (s *Scheme) checkServerNames() Errors {
	switch {
	case len(s.Servers) == 0 && s.separator() == defaultSeparator:
		return nil // IDs alone keep namespaces apart
	case len(s.Servers) > 0 && s.NoNamespace:
		return Errors{{
			Code: CodeServersNeedNamespace, Pointer: "/servers", Message: "names per server need namespaces",
			Hint: "remove namespace: false",
		}}
	}
	var errs Errors
	for _, id := range slices.Sorted(maps.Keys(s.Servers)) {
		as := s.Servers[id].As
		pointer := "/servers/" + escapePointer(id)
		if err := checkServerID(id); err != nil {
			errs = append(errs, &Error{Code: CodeInvalidServerID, Pointer: pointer, Value: id, Message: err.Message, Hint: err.Hint, Err: err})
		}
		if as == "" {
			continue
		}
		if code, why := serverIDFault(as); code != "" {
			err := &Error{Code: CodeInvalidAs, Pointer: pointer + "/as", Value: as, Message: fmt.Sprintf("as %q %s", as, why)}
			if fixed, ok := SuggestServerID(as); ok {
				err.Hint = fmt.Sprintf("write %q", fixed)
			}
			errs = append(errs, err)
		}
	}
	if bare := s.firstBare(); bare != "" && s.Accept == ExposedAndOriginal {
		errs = append(errs, &Error{
			Code: CodeAcceptNeedsNamespace, Pointer: "/accept", Value: string(s.Accept),
			Message: fmt.Sprintf("calls by raw names need a namespace for each server, and %s has none", bare),
			Hint:    "remove accept",
		})
	}
	if len(errs) > 0 {
		return errs
	}
	_, conflict := s.newNamespaces(s.knownServers())
	if conflict == nil {
		return nil
	}
	for _, id := range []string{conflict.later, conflict.earlier} {
		if _, ok := s.Servers[id]; ok {
			return Errors{conflict.error("/servers/" + escapePointer(id) + "/as")}
		}
	}
	return Errors{conflict.error("/separator")}
}

func (s *Scheme) firstBare() string {
	for _, id := range slices.Sorted(maps.Keys(s.Servers)) {
		if s.bare(id) {
			return id
		}
	}
	return ""
}

// checkNamespaces returns the namespaces that servers without one must not use: those of the
// catalog and of the servers that the scheme knows.
func (s *Scheme) checkNamespaces(servers []Server) (namespaces, Errors) {
	if s.NoNamespace || len(s.Servers) == 0 && s.separator() == defaultSeparator {
		return nil, nil // IDs alone keep namespaces apart
	}
	index := make(map[string]int, len(servers))
	known := s.knownServers()
	for i := range servers {
		index[servers[i].ID] = i
		known = append(known, servers[i].ID)
	}
	all, conflict := s.newNamespaces(known)
	if conflict == nil {
		return all, nil
	}
	i, ok := index[conflict.later]
	if j, found := index[conflict.earlier]; found && (!ok || j > i) {
		i, ok = j, true
	}
	if !ok {
		return nil, nil // Check reports it
	}
	return nil, Errors{conflict.error(fmt.Sprintf("/servers/%d/id", i))}
}
