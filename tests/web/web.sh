#!/bin/sh
# The page in a browser: every game by clicks, keys, axe, addresses, a server that is killed. GAMES games of each spec
# (1), at most PLIES plies (16), of one of EVERY specs (1). Skipped where node, its libraries or Chromium cannot be had.
skip() { echo "skipped: $1"; echo "0 passed, 0 failed, 1 skipped"; exit 0; }
command -v node >/dev/null 2>&1 || "$POLLARD_ROOT"/tools/need nodejs >/dev/null 2>&1 || skip 'node is not installed'
command -v npm >/dev/null 2>&1 || "$POLLARD_ROOT"/tools/need npm >/dev/null 2>&1 || skip 'npm is not installed'
[ "$(node -p 'process.versions.node.split(".")[0]')" -ge 18 ] || skip 'node is older than 18'
command -v chromium >/dev/null 2>&1 || "$POLLARD_ROOT"/tools/need chromium >/dev/null 2>&1 || skip 'Chromium is not installed'
CHROMIUM=$(command -v chromium)
export CHROMIUM GAMES="${GAMES:-1}" PLIES="${PLIES:-16}" EVERY="${EVERY:-1}"
cd "$POLLARD_ROOT/web" || exit 1
{ [ -d node_modules/playwright-core ] && [ -d node_modules/axe-core ] && [ -d node_modules/esbuild ]; } || npm ci --silent >/dev/null 2>&1 || skip 'npm could not install the libraries'

# What needs no browser first, in node; then the browser. Their counts are added.
npm test --silent >"${TMPDIR:-/tmp}/web-unit.$$" 2>&1 || { cat "${TMPDIR:-/tmp}/web-unit.$$"; rm -f "${TMPDIR:-/tmp}/web-unit.$$"; echo '0 passed, 1 failed'; exit 1; }
units=$(sed -n 's/^# pass \([0-9]*\)$/\1/p; s/^ℹ pass \([0-9]*\)$/\1/p' "${TMPDIR:-/tmp}/web-unit.$$")
rm -f "${TMPDIR:-/tmp}/web-unit.$$"
UNITS="${units:-0}" exec node tests/run.mjs
