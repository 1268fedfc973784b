#!/bin/sh
# This program as a UCI engine against stockfish, 50 ms a move, refereed by our own match and, where chess.js is there
# (tests/crosscheck installs it), by that: no illegal move, no loss on time. Usage: tests/long/uci.sh [GAMES [OPPONENT]]
set -eu
pollard=$(realpath "${POLLARD:-./pollard}")
root=$(cd "$(dirname "$0")/../.." && pwd)
games=${1:-100}
opponent=${2:-stockfish}
saved=$(mktemp)
trap 'rm -f "$saved"' EXIT
rm -f "$saved"
"$pollard" match chess "uci:command=$pollard uci,time=50,deadline=1050" "uci:command=$opponent,time=50,deadline=1050" \
    --games "$games" --openings random:2 --save "$saved"
played=$(grep -c '"number"' "$saved") lost=$(grep -c '"ended":"forfeit"' "$saved" || true)
echo "$played games, $lost lost by forfeit"
if [ -d "$root/build/crosscheck/node_modules/chess.js" ]; then
    cp "$root/tests/long/uci_referee.mjs" "$root/build/crosscheck/"
    node "$root/build/crosscheck/uci_referee.mjs" "$saved" || lost=$((lost + 1))
else
    echo 'skipped: chess.js is not there'
fi
[ "$lost" -eq 0 ] && [ "$played" -eq "$games" ] && echo "$games passed, 0 failed" && exit 0
echo "0 passed, 1 failed"
exit 1
