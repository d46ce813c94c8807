// Package expr is the language of `when`: expressions over a tool and a request that give a bool.
package expr
