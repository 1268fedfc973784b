#!/bin/sh
# Nodes per second of this program's engine beside those of others, as each of them counts and says it over UCI, in three
# positions: the start, a middlegame, an ending. Programs that are not there are left out.
# The best of some runs, since machines are noisy. Usage: bench/chess_nodes.sh [MILLISECONDS a search [RUNS]]
set -u
pollard=$(realpath "${POLLARD:-./pollard}")
ms=${1:-5000}
runs=${2:-3}
PATH=$PATH:/usr/games
cd "$(mktemp -d)" || exit 1
trap 'rm -rf "$PWD"' EXIT

# measure COMMAND POSITION: the most nodes per second that it said at the end of a search. (gnuchess falls when it quits.)
measure() {
    run=0
    while [ $((run += 1)) -le "$runs" ]; do
        { printf 'uci\nisready\nposition %s\ngo movetime %d\n' "$2" "$ms"; sleep "$(((ms + 1999) / 1000))"; echo quit; } |
            { $1; true; } 2>/dev/null | sed -n 's/^info.* nps \([0-9]*\).*/\1/p' | tail -n 1
    done 2>/dev/null | sort -n | tail -n 1
}
for engine in "$pollard uci" 'gnuchess --uci' stockfish; do
    command -v "${engine%% *}" >/dev/null || { echo "${engine##*/}: not there"; continue; }
    printf '%-16s' "${engine##*/}"
    for position in startpos \
        'fen r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1' \
        'fen 8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1'; do
        printf ' %12s' "$(measure "$engine" "$position")"
    done
    echo
done
