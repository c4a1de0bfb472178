#!/usr/bin/env bash
# Builds motive.vsix: install it with `code --install-extension tools/editors/vscode/motive.vsix`. Needs Node 20 or newer.
set -euo pipefail
cd "$(dirname "$0")"
npm ci --no-audit --no-fund
npm test
cp ../../../LICENSE-MIT LICENSE
npm run build
npm run package
