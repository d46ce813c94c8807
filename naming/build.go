package naming

import "fmt"

// A Server is a server of a catalog: its ID and the raw names of its tools, in the order of its
// list.
type Server struct {
	ID    string
	Tools []string
}

// maxTools is the number of names of any legal length that 32-bit offsets can address.
const maxTools = 1 << 32 / defaultMaxBytes

// Build names all tools of a catalog. If the scheme or a server ID is invalid, or there are more
// than 67 million tools, it returns nil, nil and [Errors]. What a server sends never causes an
// error: tools without a name are listed in the report.
//
// A tool that a server lists twice collides with itself. The table and the report do not retain the
// scheme or servers.
func (s *Scheme) Build(servers []Server) (*Table, *Report, error) {
	errs := append(s.check(), s.checkServers(servers)...)
	known, clash := s.checkNamespaces(servers)
	if err := append(errs, clash...).orNil(); err != nil {
		return nil, nil, err
	}
	b := newBuilder(s, servers, known)
	b.survey()
	b.nameAll()
	b.reserve()
	b.settle()
	b.finish()
	if s.Accept == ExposedAndOriginal {
		b.findOriginals()
	}
	return b.table, b.report, nil
}

func (s *Scheme) checkServers(servers []Server) Errors {
	if n := countTools(servers); n > maxTools {
		return Errors{{
			Code: CodeCatalogTooLarge, Pointer: "/servers",
			Message: fmt.Sprintf("the servers list %d tools; %d are possible", n, maxTools),
		}}
	}
	if s.NoNamespace {
		if len(servers) == 1 {
			return nil
		}
		return Errors{{
			Code: CodeNamespaceNeedsOneServer, Pointer: "/namespace",
			Message: fmt.Sprintf("names without namespace need exactly one server, and there are %d", len(servers)),
			Hint:    "leave namespace out, so that each name starts with its server's id",
		}}
	}
	return checkServerIDs(len(servers), func(i int) string { return servers[i].ID }, "/servers/%d/id")
}

func countTools(servers []Server) int {
	n := 0
	for i := range servers {
		n += len(servers[i].Tools)
	}
	return n
}
