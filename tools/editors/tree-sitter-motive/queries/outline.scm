; The outline of a file, in Zed.
(declaration keyword: (keyword) @context . (name) @name) @item
(declaration keyword: (keyword) @context . (call name: (name) @name)) @item
(rule keyword: (keyword) @context name: (name) @name) @item
