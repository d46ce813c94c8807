package main

import (
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"

	"github.com/toolrules/toolrules/engine"
	"github.com/toolrules/toolrules/mcphost"
)

// A config is the configuration file. Servers and the request are written as the fields of their
// types, in lower case: {"id": "fs", "command": ["npx", …]}, {"attrs": {…}}.
type config struct {
	Rules   string             `json:"rules"` // relative to the file
	Servers []mcphost.Upstream `json:"servers"`
	Request engine.Request     `json:"request"` // the default for every request; headers override it
	// the attributes of HTTP headers, in addition to X-MCP-Runner and the like
	Headers map[string]string `json:"headers"`
	Origins []string          `json:"origins"` // of web pages that may use it over HTTP, in addition to its own
}

// maxConfig is the largest size of the configuration file in bytes.
const maxConfig = 1 << 20

func readConfig(file string) (*config, error) {
	info, err := os.Stat(file)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() || info.Size() > maxConfig {
		return nil, fmt.Errorf("%s: not a regular file of at most %d bytes", file, maxConfig)
	}
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	c := &config{}
	in := json.NewDecoder(io.LimitReader(f, maxConfig))
	in.DisallowUnknownFields()
	if err := in.Decode(c); err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	if _, err := in.Token(); err != io.EOF {
		return nil, fmt.Errorf("%s: something follows the configuration", file)
	}
	if !filepath.IsAbs(c.Rules) {
		c.Rules = filepath.Join(filepath.Dir(file), c.Rules)
	}
	for i := range c.Servers {
		c.Servers[i].Stderr = os.Stderr
	}
	return c, nil
}

// source returns where requests come from. A gateway for more than one user needs a proxy that sets
// these headers, or a verifier of tokens whose claims replace them: clients can send any header.
func (c *config) source() mcphost.Source {
	headers := mcphost.DefaultHeaders()
	maps.Copy(headers, c.Headers)
	return mcphost.Source{Base: c.Request, Headers: headers}
}
