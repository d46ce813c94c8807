package main

import (
	"go/ast"
	"go/token"
	"strconv"
)

// swaps are the operators that are mistaken for one another.
var swaps = map[token.Token][]token.Token{
	token.EQL: {token.NEQ}, token.NEQ: {token.EQL},
	token.LSS: {token.LEQ, token.GEQ}, token.GEQ: {token.GTR, token.LSS},
	token.LEQ: {token.LSS, token.GTR}, token.GTR: {token.GEQ, token.LEQ},
	token.LAND: {token.LOR}, token.LOR: {token.LAND},
	token.ADD: {token.SUB}, token.SUB: {token.ADD}, token.MUL: {token.QUO}, token.QUO: {token.MUL}, token.REM: {token.MUL},
	token.AND: {token.OR}, token.OR: {token.AND}, token.XOR: {token.OR}, token.AND_NOT: {token.AND}, token.SHL: {token.SHR}, token.SHR: {token.SHL},
	token.ADD_ASSIGN: {token.SUB_ASSIGN}, token.SUB_ASSIGN: {token.ADD_ASSIGN},
	token.OR_ASSIGN: {token.AND_ASSIGN}, token.AND_ASSIGN: {token.OR_ASSIGN}, token.AND_NOT_ASSIGN: {token.AND_ASSIGN},
	token.INC: {token.DEC}, token.DEC: {token.INC},
}

// scan collects the faults of a body, whose return statements fit typ, or of a declaration, for
// which typ is nil.
func (s *scanner) scan(root ast.Node, typ *ast.FuncType) {
	above := []ast.Node{root}
	ast.Inspect(root, func(n ast.Node) bool {
		if n == nil {
			above = above[:len(above)-1]
			return true
		}
		parent := above[len(above)-1]
		if f, ok := n.(*ast.FuncLit); ok {
			s.scan(f.Body, f.Type)
			return false
		}
		above = append(above, n)
		switch n := n.(type) {
		case *ast.BinaryExpr:
			s.swap(n, n.OpPos, n.Op)
			if n.Op == token.LAND || n.Op == token.LOR {
				s.replace(n, s.text(n.X))
				s.replace(n, s.text(n.Y))
			}
		case *ast.UnaryExpr:
			if n.Op == token.NOT {
				s.replace(n, s.text(n.X))
			}
		case *ast.Ident:
			if n.Name == "true" || n.Name == "false" {
				s.literal(parent, n, strconv.FormatBool(n.Name == "false"))
			}
		case *ast.BasicLit:
			s.number(parent, n)
		case *ast.IfStmt:
			s.change(n.Cond, s.at(n.Cond.Pos()), s.at(n.Cond.End()), "!("+s.text(n.Cond)+")")
		case *ast.AssignStmt:
			s.swap(n, n.TokPos, n.Tok)
		case *ast.IncDecStmt:
			s.swap(n, n.TokPos, n.Tok)
		case *ast.BlockStmt:
			s.statements(n.List)
		case *ast.CaseClause:
			s.statements(n.Body)
			if n.List != nil {
				s.replace(n, "")
			}
		case *ast.CommClause:
			s.statements(n.Body)
		case *ast.ReturnStmt:
			s.results(n, typ)
		}
		return true
	})
}

// swap replaces an operator of a node.
func (s *scanner) swap(n ast.Node, pos token.Pos, op token.Token) {
	for _, other := range swaps[op] {
		s.change(n, s.at(pos), s.at(pos)+len(op.String()), other.String())
	}
}

// number replaces an integer by its neighbors.
func (s *scanner) number(parent ast.Node, n *ast.BasicLit) {
	value, err := strconv.ParseInt(n.Value, 0, 64)
	if n.Kind != token.INT || err != nil {
		return
	}
	s.literal(parent, n, strconv.FormatInt(value+1, 10))
	s.literal(parent, n, strconv.FormatInt(value-1, 10))
}

// literal replaces a literal, which is shown with the expression or statement that it is in.
func (s *scanner) literal(parent ast.Node, n ast.Node, text string) {
	if _, ok := parent.(*ast.BlockStmt); ok {
		parent = n
	}
	s.change(parent, s.at(n.Pos()), s.at(n.End()), text)
}

// statements leaves out one statement at a time. Declarations are kept: without them hardly
// anything builds.
func (s *scanner) statements(list []ast.Stmt) {
	for _, stmt := range list {
		switch stmt := stmt.(type) {
		case *ast.DeclStmt, *ast.EmptyStmt, *ast.LabeledStmt, *ast.BlockStmt, *ast.SwitchStmt, *ast.TypeSwitchStmt, *ast.SelectStmt:
			continue
		case *ast.AssignStmt:
			if stmt.Tok == token.DEFINE {
				continue
			}
		}
		s.replace(stmt, "")
	}
}

// results replaces each result of a return statement by a value that the callers must reckon with.
func (s *scanner) results(n *ast.ReturnStmt, typ *ast.FuncType) {
	if typ == nil || typ.Results == nil || len(n.Results) != typ.Results.NumFields() {
		return
	}
	i := 0
	for _, field := range typ.Results.List {
		for range max(1, len(field.Names)) {
			for _, value := range zero(field.Type) {
				if r := n.Results[i]; s.text(r) != value {
					s.change(n, s.at(r.Pos()), s.at(r.End()), value)
				}
			}
			i++
		}
	}
}

// zero returns the zero value of a type, both values of a bool, and nothing where it is not known
// what the type is.
func zero(typ ast.Expr) []string {
	switch t := typ.(type) {
	case *ast.StarExpr, *ast.MapType, *ast.FuncType, *ast.InterfaceType, *ast.ChanType:
		return []string{"nil"}
	case *ast.ArrayType:
		if t.Len == nil {
			return []string{"nil"}
		}
	case *ast.Ident:
		switch t.Name {
		case "bool":
			return []string{"true", "false"}
		case "string":
			return []string{`""`}
		case "error", "any":
			return []string{"nil"}
		case "int", "int8", "int16", "int32", "int64", "uint", "uint8", "uint16", "uint32", "uint64", "float64", "byte", "rune":
			return []string{"0"}
		}
	}
	return nil
}
