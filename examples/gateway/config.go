package main

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/toolrules/toolrules/engine"
	"github.com/toolrules/toolrules/mcphost"
)

// A config is the configuration file. Paths in it are relative to it.
type config struct {
	Rules   string `json:"rules"`
	Servers []struct {
		ID      string   `json:"id"`
		Command []string `json:"command"`
		Env     []string `json:"env"`
		URL     string   `json:"url"`
	} `json:"servers"`
	Request struct { // what every request carries unless its headers say otherwise
		Runner string         `json:"runner"`
		Model  string         `json:"model"`
		Attrs  map[string]any `json:"attrs"`
	} `json:"request"`
	Headers map[string]string `json:"headers"` // what an HTTP header stands for, beside X-MCP-Runner and its like
}

func readConfig(file string) (*config, error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	c := &config{}
	in := json.NewDecoder(f)
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
	return c, nil
}

func (c *config) upstreams() []mcphost.Upstream {
	var upstreams []mcphost.Upstream
	for _, s := range c.Servers {
		upstreams = append(upstreams, mcphost.Upstream{ID: s.ID, Command: s.Command, Env: s.Env, URL: s.URL, Stderr: os.Stderr})
	}
	return upstreams
}

// source says where a request comes from. In front of a gateway that is not for one user alone there has to be a proxy that sets
// these headers, or a verifier of tokens whose claims take their place: clients can send any header.
func (c *config) source() mcphost.Source {
	headers := mcphost.DefaultHeaders()
	for name, target := range c.Headers {
		headers[name] = target
	}
	return mcphost.Source{
		Base:    engine.Request{Runner: c.Request.Runner, Model: c.Request.Model, Attrs: c.Request.Attrs},
		Headers: headers,
	}
}
