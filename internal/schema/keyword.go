package schema

// A keyword of JSON Schema holds schemas, or data that only looks like schemas. The keywords are
// those of draft 2020-12 and, where later drafts dropped or renamed them, of drafts 4 to 2019-09.
type keyword struct {
	holds   container
	step    step
	defined bool // the schemas apply only through a $ref
}

type container uint8

const (
	one      container = iota // a schema
	many                      // a list of schemas
	oneOrAll                  // a schema or a list of them
	byName                    // a mapping of schemas
	data                      // values of any kind
)

var keywords = map[string]keyword{
	"properties": {holds: byName, step: property},
	"items":      {holds: oneOrAll, step: item},
	"allOf":      {holds: many, step: free},
	"anyOf":      {holds: many, step: free},
	"oneOf":      {holds: many, step: free},

	"$defs":       {holds: byName, defined: true},
	"definitions": {holds: byName, defined: true},

	"patternProperties":     {holds: byName, step: other},
	"dependentSchemas":      {holds: byName, step: other},
	"dependencies":          {holds: byName, step: other}, // its values may also be lists of names
	"prefixItems":           {holds: many, step: other},
	"additionalItems":       {holds: one, step: other},
	"additionalProperties":  {holds: one, step: other},
	"contains":              {holds: one, step: other},
	"contentSchema":         {holds: one, step: other},
	"else":                  {holds: one, step: other},
	"if":                    {holds: one, step: other},
	"not":                   {holds: one, step: other},
	"propertyNames":         {holds: one, step: other},
	"then":                  {holds: one, step: other},
	"unevaluatedItems":      {holds: one, step: other},
	"unevaluatedProperties": {holds: one, step: other},

	"const":    {holds: data},
	"default":  {holds: data},
	"enum":     {holds: data},
	"examples": {holds: data},
}

// Subschemas reports whether a keyword of JSON Schema holds schemas, one or a list of them, or a
// mapping of named schemas.
func Subschemas(keyword string) (direct, named bool) {
	k, ok := keywords[keyword]
	return ok && k.holds != byName && k.holds != data, k.holds == byName
}
