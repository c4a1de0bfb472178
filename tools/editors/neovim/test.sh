#!/usr/bin/env bash
# Drives the language server with Neovim's own client: every feature, asked as an editor asks. Then the tree-sitter grammar in Neovim.
# Needs Neovim 0.7 or newer and a C compiler.
# The server is the one of $MOTIVE_LSP, or a build of this repository.
set -euo pipefail
cd "$(dirname "$0")"
if [ -z "${MOTIVE_LSP:-}" ]; then
    cargo build --quiet -p motive-lsp
    MOTIVE_LSP="${CARGO_TARGET_DIR:-$PWD/../../../target}/debug/motive-lsp"
fi
export MOTIVE_LSP
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cp test.motive "$folder/test.motive"
grammar=../tree-sitter-motive
mkdir -p "$folder/parser" "$folder/queries/motive"
cc -O1 -shared -fPIC -I "$grammar/src" "$grammar/src/parser.c" -o "$folder/parser/motive.so"
cp "$grammar"/queries/*.scm "$folder/queries/motive"
timeout 120 nvim --headless -u NONE -i NONE --noplugin --cmd "set runtimepath+=$folder" "$folder/test.motive" -c "luafile client_test.lua"
