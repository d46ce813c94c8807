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

// A config is the configuration file. Servers and the request are written as the fields of their types, in lower case:
// {"id": "fs", "command": ["npx", …]}, {"attrs": {…}}.
type config struct {
	Rules   string             `json:"rules"` // relative to the file
	Servers []mcphost.Upstream `json:"servers"`
	Request engine.Request     `json:"request"` // what every request carries unless its headers say otherwise
	Headers map[string]string  `json:"headers"` // what an HTTP header stands for, beside X-MCP-Runner and its like
	Origins []string           `json:"origins"` // of web pages that may use it over HTTP, beside its own
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

// source says where a request comes from. In front of a gateway that is not for one user alone there has to be a proxy that sets
// these headers, or a verifier of tokens whose claims take their place: clients can send any header.
func (c *config) source() mcphost.Source {
	headers := mcphost.DefaultHeaders()
	maps.Copy(headers, c.Headers)
	return mcphost.Source{Base: c.Request, Headers: headers}
}
