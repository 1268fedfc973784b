#!/bin/sh
# wasm.sh PROGRAM [ENGINE] [ROUNDS] - the same searches by the program and by the engine as WebAssembly in node's V8, which is
# Chromium's: CPU time, the best of ROUNDS (5), and their ratio. Needs node.
cd "$(dirname "$0")/.." || exit 1
command -v node >/dev/null 2>&1 || { echo 'no node here: WebAssembly is not measured'; exit 0; }
exec node bench/wasm.mjs "${1:-./pollard}" "${2:-web/dist/engine.wasm}" "${3:-5}"
