package mcphost

import (
	"bytes"
	"maps"
	"sync"
	"sync/atomic"

	"github.com/toolrules/toolrules/engine"
	"github.com/toolrules/toolrules/internal/conform"
)

// taskOnlyTools returns the names of the tools that can only be called as a task (MCP 2025-11-25,
// execution.taskSupport), in the order of the lists.
func taskOnlyTools(lists [][]byte) (names []string) {
	var reader toolReader
	for _, raw := range toolsIn(lists) {
		if !bytes.Contains(raw, []byte("taskSupport")) && !bytes.Contains(raw, []byte(`\u`)) { // an escape may spell it
			continue
		}
		root, err := reader.tool(raw)
		if name := root.Get("name"); err == nil && name != nil && conform.NeedsTask(raw, &root) {
			names = append(names, name.Text(raw))
		}
	}
	return names
}

// A leftOut is the set of tools that a gateway neither lists nor calls, although its catalog has
// them, so that their names remain reserved. The zero value and nil are empty. It is safe for
// concurrent use.
type leftOut struct {
	mu   sync.Mutex // held by set
	keys atomic.Pointer[map[engine.Key]bool]
}

func (l *leftOut) set(server string, tools []string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	next := map[engine.Key]bool{}
	if before := l.keys.Load(); before != nil {
		next = maps.Clone(*before)
	}
	maps.DeleteFunc(next, func(key engine.Key, _ bool) bool { return key.Server == server })
	for _, tool := range tools {
		next[engine.Key{Server: server, Tool: tool}] = true
	}
	l.keys.Store(&next)
}

func (l *leftOut) has(key engine.Key) bool {
	if l == nil {
		return false
	}
	keys := l.keys.Load()
	return keys != nil && (*keys)[key]
}

func (l *leftOut) empty() bool {
	if l == nil {
		return true
	}
	keys := l.keys.Load()
	return keys == nil || len(*keys) == 0
}

// leaveOutTaskTools leaves out the upstream's tools that require tasks, which a gateway does not
// support, and logs their names.
func (f *follower) leaveOutTaskTools(lists [][]byte) {
	names := taskOnlyTools(lists)
	f.gateway.leftOut.set(f.upstream.ID, names)
	for i, name := range names {
		if i == maxNoted {
			f.logger.Warn("left out more tools that must be called as a task", "tools", len(names)-maxNoted)
			return
		}
		f.logger.Warn("left out a tool that must be called as a task, which the gateway does not support",
			"tool", truncate(name))
	}
}
