package cond

// Spellings of other languages, and what to write instead.

// refusedTokens are refused everywhere except as the name of an attribute.
var refusedTokens = map[string]string{
	";":    "join two conditions with and",
	"|":    "write lower(x), not x | lower(); for either of two conditions write or",
	"::":   "namespaces are not supported: write only the name",
	"let":  "variables are not supported: write the value itself",
	"if":   "write condition ? a : b",
	"else": "write condition ? a : b",
}

// strayRunes are characters that start no token.
var strayRunes = map[rune]string{
	'~': "write a regular expression as tool.name matches \"^get_\"",
	'“': "write a straight quote: \"",
	'”': "write a straight quote: \"",
	'„': "write a straight quote: \"",
	'‘': "write a straight quote: '",
	'’': "write a straight quote: '",
	'≠': "write !=",
	'≤': "write <=",
	'≥': "write >=",
	'@': "write attributes as ctx.name and tool.name",
}

// syntaxHints are hints for tokens that the parser rejects.
var syntaxHints = map[string]string{
	"=":     "write == to compare",
	"&":     "write and between conditions, or any(a, # in b) for two lists",
	"AND":   "write and",
	"And":   "write and",
	"OR":    "write or",
	"Or":    "write or",
	"NOT":   "write not",
	"Not":   "write not",
	"IN":    "write in",
	"In":    "write in",
	"is":    "write == or !=, which also compare with nil",
	"isnt":  "write !=, which also compares with nil",
	"eq":    "write ==",
	"ne":    "write !=",
	"lt":    "write <",
	"le":    "write <=",
	"gt":    "write >",
	"ge":    "write >=",
	"like":  "write contains, startsWith, endsWith or matches",
	"has":   "write \"x\" in list, or string contains \"x\"",
	"*":     "patterns belong under tools; in a condition, write contains, startsWith, endsWith or matches",
	"#":     "# is the element inside any, all, none, one and count",
	"!":     "write != or not in",
	"not":   "write x not in list, or not (condition)",
	"xor":   "write a != b",
	"equal": "write ==",
}

const environment = "environment variables can't be read: let the host pass the value, declare it under `context:` and read ctx.name"

// argumentsHint is the hint for expressions that read the arguments of a call.
const argumentsHint = "a condition reads the tool's definition, never the arguments of a call"

// foreignNames are names that have a meaning in other languages.
var foreignNames = map[string]string{
	"null":      "write nil",
	"Null":      "write nil",
	"NULL":      "write nil",
	"None":      "write nil",
	"Nil":       "write nil",
	"undefined": "write nil",
	"True":      "write true",
	"TRUE":      "write true",
	"False":     "write false",
	"FALSE":     "write false",
	"NOT":       "write not",
	"yes":       "write true",
	"no":        "write false",
	"on":        "write true",
	"off":       "write false",
	"env":       environment,
	"ENV":       environment,
	"os":        environment,
	"process":   environment,
	"secrets":   environment,
	"vars":      environment,
	"github":    environment,
	"context":   "write ctx",
	"request":   "write ctx",
	"req":       "write ctx",
	"$env":      "write tool.name or ctx.name",
	"call":      argumentsHint,
	"args":      argumentsHint,
	"input":     argumentsHint,
	"params":    argumentsHint,
}

// protocolNames are names of tool attributes in the protocol that differ from those of this
// language. The names of hints are elsewhere.
var protocolNames = map[string]string{
	"annotations":  "the annotations are tool.readOnly, tool.destructive, tool.idempotent and tool.openWorld",
	"inputSchema":  "write \"x\" in tool.arguments, or in tool.required",
	"parameters":   "write \"x\" in tool.arguments, or in tool.required",
	"params":       "write \"x\" in tool.arguments, or in tool.required",
	"args":         "write \"x\" in tool.arguments, or in tool.required",
	"properties":   "write \"x\" in tool.arguments, or in tool.required",
	"outputSchema": "the results of calls can't be read",
	"category":     "write \"x\" in tool.tags",
	"type":         "write \"x\" in tool.tags",
	"group":        "write \"x\" in tool.tags",
	"labels":       "write \"x\" in tool.tags",
	"size":         "write tool.bytes",
	"id":           "write tool.key, which is server/tool",
	"visibility":   "write \"model\" in tool.audience",
	"_meta":        "an expression sees nothing of _meta but tool.audience, who the tool is for",
	"meta":         "an expression sees nothing of _meta but tool.audience, who the tool is for",
}

// foreignRoots are names that refer to a request or a tool in other languages, and which of the
// two.
var foreignRoots = map[string]string{
	"request": "ctx", "req": "ctx", "context": "ctx", "input": "ctx", "user": "ctx", "jwt": "ctx", "claims": "ctx", "token": "ctx",
	"auth": "ctx", "session": "ctx", "identity": "ctx", "principal": "ctx", "subject": "ctx", "caller": "ctx", "client": "ctx",
	"data": "ctx", "headers": "ctx",
	"mcp": "tool", "resource": "tool", "action": "tool", "tools": "tool", "this": "tool", "self": "tool", "t": "tool", "it": "tool",
	"object": "tool", "item": "tool",
}

// foreignFunctions are functions of expr-lang and other languages that this language does not have.
var foreignFunctions = map[string]string{
	"get":       "write tool.name or ctx.name",
	"map":       "write any, all, none, one or count with a condition",
	"findIndex": "write any(list, condition)",
	"reduce":    "write any, all, none, one or count with a condition",
	"sum":       "write count(list, condition)",
	"first":     "write \"x\" in list, or any(list, condition)",
	"last":      "write \"x\" in list, or any(list, condition)",
	"split":     "write contains, startsWith, endsWith or matches",
	"replace":   "write contains, startsWith, endsWith or matches",
	"not":       "write not (condition)",
	"string":    "values have their declared type; conversions are not supported",
	"int":       "values have their declared type; conversions are not supported",
	"float":     "values have their declared type; conversions are not supported",
	"now":       "the time can't be read: let the host pass it as an attribute",
	"date":      "the time can't be read: let the host pass it as an attribute",
}

// refusedOperators are operators of expr-lang that this language does not have.
var refusedOperators = map[string]string{
	"+":  "arithmetic and concatenation are not supported: compare the parts one by one",
	"-":  "arithmetic is not supported: write the result",
	"*":  "arithmetic is not supported: write the result",
	"/":  "arithmetic is not supported: write the result",
	"%":  "arithmetic is not supported: write the result",
	"^":  "arithmetic is not supported: write the result",
	"**": "arithmetic is not supported: write the result",
	"..": "write 1 <= x and x <= 9, or a list of the values",
}
