package cond

// What people write who come from other languages, and what to write instead.

// refusedTokens are refused wherever they stand, except as the name of an attribute.
var refusedTokens = map[string]string{
	";":    "an expression is one condition: join two with and",
	"|":    "write lower(x), not x | lower(); for either of two conditions write or",
	"::":   "there are no namespaces: write the name alone",
	"let":  "there are no variables: write the value where it is used",
	"if":   "write condition ? a : b",
	"else": "write condition ? a : b",
}

// strayRunes are characters that no token starts with.
var strayRunes = map[rune]string{
	'~': "for a regular expression write: tool.name matches \"^get_\"",
	'“': "write a straight quote: \"",
	'”': "write a straight quote: \"",
	'„': "write a straight quote: \"",
	'‘': "write a straight quote: '",
	'’': "write a straight quote: '",
	'≠': "write !=",
	'≤': "write <=",
	'≥': "write >=",
	'@': "attributes are read as ctx.name and tool.name",
}

// syntaxHints are for tokens at which the parser stumbles.
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
	"is":    "write == or !=, which compare with nil as well",
	"isnt":  "write !=, which compares with nil as well",
	"eq":    "write ==",
	"ne":    "write !=",
	"lt":    "write <",
	"le":    "write <=",
	"gt":    "write >",
	"ge":    "write >=",
	"like":  "write contains, startsWith, endsWith or matches",
	"has":   "write \"x\" in list, or text contains \"x\"",
	"*":     "a pattern stands under tools; in a condition write contains, startsWith, endsWith or matches",
	"#":     "# is the element inside any, all, none, one and count",
	"!":     "write != or not in",
	"not":   "write x not in list, or not (condition)",
	"xor":   "write a != b",
	"equal": "write ==",
}

const environment = "an expression reads no variables: let the host put it into the context, declare it under `context:` and read ctx.name"

// argumentsHint is for those who want to read the arguments of a call.
const argumentsHint = "an expression sees what a tool's list says of it, never the arguments of a call"

// foreignNames are names that stand alone and mean something elsewhere.
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

// protocolNames are names that tools have in the protocol and not here, beside those of their
// hints.
var protocolNames = map[string]string{
	"annotations":  "what a server says of a tool is in tool.readOnly, tool.destructive, tool.idempotent and tool.openWorld",
	"inputSchema":  "write \"x\" in tool.arguments, or in tool.required",
	"parameters":   "write \"x\" in tool.arguments, or in tool.required",
	"params":       "write \"x\" in tool.arguments, or in tool.required",
	"args":         "write \"x\" in tool.arguments, or in tool.required",
	"properties":   "write \"x\" in tool.arguments, or in tool.required",
	"outputSchema": "an expression sees nothing of what a tool gives back",
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

// foreignRoots are names that hold a request or a tool elsewhere, and which of the two.
var foreignRoots = map[string]string{
	"request": "ctx", "req": "ctx", "context": "ctx", "input": "ctx", "user": "ctx", "jwt": "ctx", "claims": "ctx", "token": "ctx",
	"auth": "ctx", "session": "ctx", "identity": "ctx", "principal": "ctx", "subject": "ctx", "caller": "ctx", "client": "ctx",
	"data": "ctx", "headers": "ctx",
	"mcp": "tool", "resource": "tool", "action": "tool", "tools": "tool", "this": "tool", "self": "tool", "t": "tool", "it": "tool",
	"object": "tool", "item": "tool",
}

// foreignFunctions are functions of expr-lang and of other languages that this one leaves out.
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
	"string":    "values are of the type under which they were declared",
	"int":       "values are of the type under which they were declared",
	"float":     "values are of the type under which they were declared",
	"now":       "an expression gives the same answer at all times: let the host put the time into the context",
	"date":      "an expression gives the same answer at all times: let the host put the time into the context",
}

// refusedOperators are operators of expr-lang that this language leaves out.
var refusedOperators = map[string]string{
	"+":  "there is no arithmetic and no joining of texts: compare the parts one by one",
	"-":  "there is no arithmetic: compare with the number that you mean",
	"*":  "there is no arithmetic: compare with the number that you mean",
	"/":  "there is no arithmetic: compare with the number that you mean",
	"%":  "there is no arithmetic: compare with the number that you mean",
	"^":  "there is no arithmetic: compare with the number that you mean",
	"**": "there is no arithmetic: compare with the number that you mean",
	"..": "write 1 <= x and x <= 9, or a list of the values",
}
