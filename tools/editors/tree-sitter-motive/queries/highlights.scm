; Patterns do not overlap, since editors differ in which of two counts.
(line_comment) @comment
(block_comment) @comment

(keyword) @keyword
(boolean) @boolean
(number) @number
(string) @string
(quoted_name) @string.special

; What is called, and what is read or set.
(call name: (name (identifier) @function))
(field property: (name (identifier) @property))
(pair property: (name) @property)

; What gets a name: declarations, parts of them, rules, values.
(declaration keyword: (keyword) . (name (identifier) @type))
(part name: (name (identifier) @type))
(rule name: (name (identifier) @label))
(local name: (name (identifier) @variable))

; `g: ghost`: a name for a thing of a kind.
(binder variable: (name (identifier) @variable.parameter))
(binder kind: (name (identifier) @type))

((name) @variable.builtin (#eq? @variable.builtin "self"))

["==" "!=" "<=" ">=" "<" ">" "+=" "-=" "+" "-" "*" "/" "%" ".." "~" "="] @operator
["{" "}" "(" ")" "[" "]"] @punctuation.bracket
["," ";" ":" "."] @punctuation.delimiter
