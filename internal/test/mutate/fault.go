package main

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"hash/fnv"
	"os"
	"path/filepath"
	"strings"
)

// A fault is one replacement in the text of a file.
type fault struct {
	name       string
	file       string // with slashes, from the root of the module
	line       int
	start, end int
	text       string // what stands there instead
	source     []byte
}

// faulty returns the text of the file with the fault in it.
func (f fault) faulty() []byte {
	return append(append(append([]byte{}, f.source[:f.start]...), f.text...), f.source[f.end:]...)
}

// order compares two faults by where a seed puts them.
func (f fault) order(seed uint64, other fault) int {
	return cmp.Or(cmp.Compare(f.hash(seed), other.hash(seed)), strings.Compare(f.name, other.name))
}

func (f fault) hash(seed uint64) uint64 {
	h := fnv.New64a()
	fmt.Fprintf(h, "%d %s", seed, f.name)
	sum := h.Sum64() // the last bytes of names are alike, and barely mixed
	sum ^= sum >> 33
	sum *= 0xff51afd7ed558ccd
	return sum ^ sum>>33
}

// faultsIn returns the faults of a file, or of the files of a folder that are not tests.
func faultsIn(path string) (all []fault, err error) {
	files := []string{path}
	if !strings.HasSuffix(path, ".go") {
		if files, err = filepath.Glob(filepath.Join(path, "*.go")); err != nil {
			return nil, err
		}
	}
	for _, file := range files {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		source, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		found, err := faultsOf(filepath.ToSlash(file), source)
		if err != nil {
			return nil, err
		}
		all = append(all, found...)
	}
	if len(all) == 0 {
		return nil, fmt.Errorf("%s has nothing to change", path)
	}
	return all, nil
}

// faultsOf returns the faults of a file in the order of its text.
func faultsOf(file string, source []byte) ([]fault, error) {
	set := token.NewFileSet()
	tree, err := parser.ParseFile(set, file, source, parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	s := &scanner{file: file, source: source, set: set, times: map[string]int{}, seen: map[string]bool{}}
	for _, decl := range tree.Decls {
		switch decl := decl.(type) {
		case *ast.FuncDecl:
			s.within = functionName(decl)
			if decl.Body != nil {
				s.scan(decl.Body, decl.Type)
			}
		case *ast.GenDecl:
			s.within = decl.Tok.String()
			if decl.Tok == token.CONST || decl.Tok == token.VAR {
				s.scan(decl, nil)
			}
		}
	}
	return s.found, nil
}

// functionName returns f, or T.f for a method.
func functionName(decl *ast.FuncDecl) string {
	if decl.Recv == nil {
		return decl.Name.Name
	}
	typ := decl.Recv.List[0].Type
	for {
		switch t := typ.(type) {
		case *ast.StarExpr:
			typ = t.X
		case *ast.IndexExpr:
			typ = t.X
		case *ast.IndexListExpr:
			typ = t.X
		case *ast.Ident:
			return t.Name + "." + decl.Name.Name
		default:
			return decl.Name.Name
		}
	}
}

// A scanner collects the faults of a file.
type scanner struct {
	file   string
	source []byte
	set    *token.FileSet
	within string          // the function that is scanned
	times  map[string]int  // how often a name was given
	seen   map[string]bool // the replacements that there are already
	found  []fault
}

func (s *scanner) at(p token.Pos) int { return s.set.Position(p).Offset }

func (s *scanner) text(n ast.Node) string { return string(s.source[s.at(n.Pos()):s.at(n.End())]) }

// change records that a part of a node, from one offset to another, can be replaced. The node is
// what the name shows.
func (s *scanner) change(shown ast.Node, start, end int, text string) {
	edit := fmt.Sprintf("%d %d %s", start, end, text)
	if s.seen[edit] {
		return
	}
	s.seen[edit] = true
	lo, hi := s.at(shown.Pos()), s.at(shown.End())
	before := oneLine(string(s.source[lo:hi]))
	after := oneLine(string(s.source[lo:start]) + text + string(s.source[end:hi]))
	if after == "" {
		after = "(nothing)"
	}
	name := fmt.Sprintf("%s %s: %s => %s", s.file, s.within, shorten(before), shorten(after))
	s.times[name]++
	if n := s.times[name]; n > 1 {
		name += fmt.Sprintf(" (%d)", n)
	}
	s.found = append(s.found, fault{name, s.file, s.set.Position(shown.Pos()).Line, start, end, text, s.source})
}

// replace records that a whole node can be replaced.
func (s *scanner) replace(n ast.Node, text string) {
	s.change(n, s.at(n.Pos()), s.at(n.End()), text)
}

// oneLine writes every run of white space as one blank.
func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }

// shorten keeps both ends of a text that is long.
func shorten(s string) string {
	chars := []rune(s)
	if len(chars) <= 90 {
		return s
	}
	return string(chars[:60]) + " … " + string(chars[len(chars)-25:])
}
