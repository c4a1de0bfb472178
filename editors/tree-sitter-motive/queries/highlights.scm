(line_comment) @comment
(block_comment) @comment

(keyword) @keyword
(boolean) @boolean
(number) @number
(string) @string
(quoted_name) @string.special

(call name: (name) @function)
(field property: (name) @property)

; What a declaration gives its name to.
(declaration keyword: (keyword) . (name) @type)
(declaration keyword: (keyword) . (call name: (name) @type))
(part name: (name) @type)

((name) @variable.builtin (#eq? @variable.builtin "self"))

["==" "!=" "<=" ">=" "<" ">" "+=" "-=" "+" "-" "*" "/" "%" ".." "~" "="] @operator
["{" "}" "(" ")" "[" "]"] @punctuation.bracket
["," ";" ":" "."] @punctuation.delimiter
