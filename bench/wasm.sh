#!/bin/sh
# wasm.sh PROGRAM [ENGINE] [ROUNDS] [GAMES] - the same searches by the program and by the engine as WebAssembly in Chromium (in
# node where there is none): CPU time, the best of ROUNDS (5), and their ratio. GAMES: only those that begin with one of
# these words. On a busy machine the ratio of one run is good to a tenth.
set -eu
command -v node >/dev/null 2>&1 || { echo 'bench/wasm.sh: skipped: node is not there'; exit 0; }
root=$(realpath "$(dirname "$0")/..")
program=$(realpath "${1:-$root/pollard}") engine=$(realpath "${2:-$root/web/dist/engine.wasm}")
cd "$root"
if [ -d web/node_modules/playwright-core ]; then CHROMIUM=${CHROMIUM-$(command -v chromium || true)}; else CHROMIUM=; fi
export CHROMIUM
exec node bench/wasm.mjs "$program" "$engine" "${3:-5}" "${4:-}"
