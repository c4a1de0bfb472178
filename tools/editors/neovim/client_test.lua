-- What a user of Neovim sees of the language server and of the tree-sitter grammar. Run by test.sh, in test.motive.

local failures, passed = {}, 0

local function check(what, holds, got)
  if holds then
    passed = passed + 1
  else
    table.insert(failures, what .. ": " .. vim.inspect(got))
  end
end

local function finish()
  for _, failure in ipairs(failures) do
    io.stderr:write("FAILED " .. failure .. "\n")
  end
  io.stdout:write(("%d passed, %d failed\n"):format(passed, #failures))
  vim.cmd(#failures == 0 and "qall!" or "cquit!")
end

local function run()
  local buffer = vim.api.nvim_get_current_buf()
  vim.bo[buffer].filetype = "motive"
  local client = vim.lsp.start_client({ name = "motive", cmd = { vim.env.MOTIVE_LSP }, root_dir = vim.fn.expand("%:p:h") })
  assert(client, "the server does not start")
  vim.lsp.buf_attach_client(buffer, client)
  assert(vim.wait(20000, function()
    local known = vim.lsp.get_client_by_id(client)
    return known ~= nil and known.initialized == true
  end, 20), "the server does not answer")

  local uri = vim.uri_from_bufnr(buffer)
  local document = { uri = uri }
  -- The position of a piece of text, a number of characters into it.
  local function at(piece, into)
    for number, line in ipairs(vim.api.nvim_buf_get_lines(buffer, 0, -1, false)) do
      local start = line:find(piece, 1, true)
      if start then
        return { line = number - 1, character = start - 1 + (into or 0) }
      end
    end
    error("there is no `" .. piece .. "`")
  end
  local function ask(method, params)
    params.textDocument = document
    local answers = vim.lsp.buf_request_sync(buffer, "textDocument/" .. method, params, 20000)
    local answer = answers and answers[client] or {}
    return answer.result, answer.error
  end
  local function has(list, test)
    for _, one in ipairs(list or {}) do
      if test(one) then
        return true
      end
    end
    return false
  end
  local function wait_for_diagnostics(count)
    return vim.wait(20000, function()
      return #vim.diagnostic.get(buffer) == count
    end, 20)
  end

  -- The misspelt property, and its quick fix.
  check("a diagnostic", wait_for_diagnostics(1), vim.diagnostic.get(buffer))
  local problem = vim.diagnostic.get(buffer)[1] or { message = "" }
  check("its message", problem.message:find("distence", 1, true) and problem.message:find("distance", 1, true), problem)
  local wrong = { start = at("distence"), ["end"] = at("distence", 8) }
  local actions = ask("codeAction", { range = wrong, context = { diagnostics = {} } })
  local fix = (actions or {})[1]
  check("a quick fix", fix and fix.title == "Replace by `distance`", actions)
  if fix then
    vim.lsp.util.apply_workspace_edit(fix.edit, "utf-16")
  end
  check("the fix is made", vim.fn.search("distance", "nw") > 0, vim.api.nvim_buf_get_lines(buffer, 0, -1, false))
  check("no diagnostic is left", wait_for_diagnostics(0), vim.diagnostic.get(buffer))

  local hover = ask("hover", { position = at("maintains Eat", 11) })
  check("hover", hover and hover.contents.value:find("program Eat", 1, true), hover)
  local completion = ask("completion", { position = at("move_toward", 4) })
  local items = completion and (completion.items or completion)
  check("completion", has(items, function(item) return item.label == "move_toward" end), completion)
  local definition = ask("definition", { position = at("maintains Eat", 11) })
  check("definition", definition and definition.range.start.line == at("program Eat").line, definition)
  local uses = ask("references", { position = at("goal eat", 6), context = { includeDeclaration = true } })
  check("references", #(uses or {}) == 2, uses)
  local same = ask("documentHighlight", { position = at("goal eat", 6) })
  check("highlights", #(same or {}) == 2, same)
  local symbols = ask("documentSymbol", {})
  check("symbols", has(symbols, function(symbol) return symbol.name == "Eat" and symbol.children[1].name == "fetch" end), symbols)
  local tokens = ask("semanticTokens/full", {})
  check("semantic tokens", tokens and #tokens.data > 0 and #tokens.data % 5 == 0, tokens)
  local folds = ask("foldingRange", {})
  check("folding", has(folds, function(fold) return fold.startLine == at("program Eat").line end), folds)
  local all = { start = { line = 0, character = 0 }, ["end"] = { line = 99, character = 0 } }
  local hints, refused = ask("inlayHint", { range = all })
  check("inlay hints", hints ~= nil and refused == nil, refused)
  local _, taken = ask("rename", { position = at("distance", 2), newName = "nearness" })
  check("a world's name is not renamed", taken and taken.message:find("declared by the world", 1, true), taken)

  local edit = ask("rename", { position = at("goal eat", 6), newName = "feed" })
  if edit then
    vim.lsp.util.apply_workspace_edit(edit, "utf-16")
  end
  local text = table.concat(vim.api.nvim_buf_get_lines(buffer, 0, -1, false), "\n")
  check("rename", text:find("goal feed", 1, true) and text:find("goals feed", 1, true), text)
  vim.api.nvim_buf_set_lines(buffer, at("mind Glutton").line, -1, false, { "mind   Glutton=arbiter{goals feed}" })
  local edits = ask("formatting", { options = { tabSize = 4, insertSpaces = true } })
  vim.lsp.util.apply_text_edits(edits or {}, buffer, "utf-16")
  text = table.concat(vim.api.nvim_buf_get_lines(buffer, 0, -1, false), "\n")
  check("formatting", text:find("mind Glutton = arbiter { goals feed }", 1, true), text)
  check("what was formatted is right", wait_for_diagnostics(0), vim.diagnostic.get(buffer))
  vim.lsp.stop_client(client)
end

-- The grammar and its queries, as Neovim finds them in its runtime path.
local function grammar()
  local root = vim.treesitter.get_parser(0, "motive"):parse()[1]:root()
  check("the tree has no errors", not root:has_error(), root:sexpr())
  local query = (vim.treesitter.query.get or vim.treesitter.get_query)("motive", "highlights")
  local colours = {}
  for id, node in query:iter_captures(root, 0, 0, -1) do
    local line, from, _, to = node:range()
    local text = vim.api.nvim_buf_get_lines(0, line, line + 1, false)[1]:sub(from + 1, to)
    colours[text] = query.captures[id]
  end
  check("a keyword is coloured", colours["program"] == "keyword", colours)
  check("an action is coloured", colours["move_toward"] == "function", colours)
  check("a rule is coloured", colours["fetch"] == "label", colours)
  check("a name for a thing is coloured", colours["d"] == "variable.parameter", colours)
  check("its kind is coloured", colours["dot"] == "type", colours)
  check("a property of a pattern is coloured", colours["distance"] == "property", colours)
end

for _, part in ipairs({ run, grammar }) do
  local ok, why = pcall(part)
  if not ok then
    table.insert(failures, tostring(why))
  end
end
finish()
