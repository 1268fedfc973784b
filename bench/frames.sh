#!/bin/sh
# Frames while a search streams: bench/frames.sh PROGRAM [SECONDS] [EVENTS]. The page of `pollard serve` in Chromium, analysing;
# what the server says is repeated EVENTS (20) times a second. Frames a second, the longest time between two, and the work of the
# page's main thread. On a machine that is busy with other things: BEFORE='chrt -r 1' bench/frames.sh ..., as root.
set -eu
pollard=$(realpath "${1:?expected the program}")
cd "$(dirname "$0")/.."
for need in node chromium; do
    command -v $need >/dev/null 2>&1 || { echo "bench/frames.sh: skipped: $need is not there"; exit 0; }
done
[ -d web/node_modules/playwright-core ] || { echo 'bench/frames.sh: skipped: no playwright-core (cd web && npm ci)'; exit 0; }
CHROMIUM=$(command -v chromium) POLLARD="$pollard" exec ${BEFORE:-} node bench/frames.mjs "${2:-5}" "${3:-20}"
