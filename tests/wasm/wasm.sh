#!/bin/sh
# The engine as WebAssembly (web/dist/engine.wasm) against the program: the same digests, the same nodes, the same answers to
# the byte. Skipped, with a word, where there is no node.
root=${POLLARD_ROOT:?expected the sources}
if ! command -v node >/dev/null 2>&1; then
    echo 'skipped: no node here to run web/dist/engine.wasm'
    echo '0 passed, 0 failed, 1 skipped'
    exit 0
fi
cd "$root" || exit 1
unset POLLARD_DATABASES POLLARD_GAMES
empty=$(mktemp -d)
trap 'rm -rf "$empty"' EXIT
sources=$(make -s B="${POLLARD_BUILD#"$root"/}" wasm-sources) || exit 1
node tests/wasm/wasm.mjs "${POLLARD:?expected the program}" web/dist/engine.wasm "$sources" "$empty"
