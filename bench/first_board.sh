#!/bin/sh
# The first board of the page: bench/first_board.sh PROGRAM [LOADS] [ADDRESS]. Milliseconds from the start of a navigation until
# the board is painted, phase by phase, in the distribution's Chromium on loopback. On a machine that is busy with other
# things: BEFORE='chrt -r 1' bench/first_board.sh ..., as root, which puts the browser and the server before all of them.
set -eu
pollard=$(realpath "${1:?expected the program}")
cd "$(dirname "$0")/.."
for need in node chromium; do
    command -v $need >/dev/null 2>&1 || { echo "bench/first_board.sh: skipped: $need is not there"; exit 0; }
done
[ -d web/node_modules/playwright-core ] || { echo 'bench/first_board.sh: skipped: no playwright-core (cd web && npm ci)'; exit 0; }
CHROMIUM=$(command -v chromium) POLLARD="$pollard" exec ${BEFORE:-} node bench/first_board.mjs "${2:-15}" "${3:-}"
