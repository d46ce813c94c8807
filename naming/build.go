package naming

import "fmt"

// A Server is one server of a catalog: its id, and the raw names of its tools in the order in which it lists them.
type Server struct {
	ID    string
	Tools []string
}

// maxTools is how many names of any legal length a table can tell apart by 32 bits of offset.
const maxTools = 1 << 32 / defaultMaxBytes

// Build names every tool of the catalog. What a server sends can cost it tools, which the report lists, and never gives an error:
// the error is [Errors], about the scheme, the server ids and a catalog of more than 67 million tools, and then there is neither
// table nor report.
//
// A tool that a server lists twice collides with itself. Server ids are checked even where there are no tools. Table and report
// are independent of the scheme and of servers, which may change afterwards.
func (s *Scheme) Build(servers []Server) (*Table, *Report, error) {
	if err := append(s.check(), s.checkServers(servers)...).orNil(); err != nil {
		return nil, nil, err
	}
	b := newBuilder(s, servers)
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
			Code: CatalogTooLarge, Pointer: "/servers",
			Message: fmt.Sprintf("the servers list %d tools; %d are possible", n, maxTools),
		}}
	}
	if s.NoNamespace {
		if len(servers) == 1 {
			return nil
		}
		return Errors{{
			Code: NamespaceNeedsOneServer, Pointer: "/namespace",
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
