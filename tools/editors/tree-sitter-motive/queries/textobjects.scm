; What an editor can select or jump to: declarations as classes, rules as functions.
(declaration) @class.around
(declaration (block) @class.inside)
(rule) @function.around
(rule [(condition) (steps)] @function.inside)
[(line_comment) (block_comment)] @comment.around
