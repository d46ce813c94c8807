// Package plan answers which tools of a catalog a request sees, at a cost that does not grow with rules times tools.
package plan
