#!/bin/sh
# Abalone: nodes per second of plain alpha-beta, of the paper's player and of ours, the best of several runs, since
# machines are noisy; with valgrind, instructions per node of the paper's.
# Usage: bench/abalone.sh POLLARD [RUNS [COUNTED]]; COUNTED is the build whose instructions are counted, POLLARD if
# it is missing. Fails when valgrind cannot run it: it does not know all instructions of all processors, but those
# of a portable build it knows (make portable; build/portable/pollard).
set -eu
pollard=$1
runs=${2:-3}
counted=${3:-$pollard}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# best NAME GAME DEPTH PLAYER: the last line of a search is "depth 7, 50755257 nodes (...), 1.991 s, 25.50 million nodes/s, ..."
best() {
    for i in $(seq "$runs"); do "$pollard" search "$2" --depth "$3" --player "$4" 2>/dev/null | tail -1; done |
        awk -v name="$1" '{s = $(NF - 6); if (best == "" || s < best) best = s; nodes = $3}
            END {printf "%-44s %11d nodes %7.3f s %7.2f million/s\n", name, nodes, best, nodes / best / 1e6}'
}

# count NAME GAME DEPTH PLAYER
count() {
    if valgrind --tool=callgrind --callgrind-out-file=/dev/null "$counted" search "$2" --depth "$3" --player "$4" \
        >"$work/out" 2>"$work/err"; then
        awk -v name="$1" -v depth="$3," '$1 == "depth" && $2 == depth {nodes = $3} /Collected/ {instructions = $4}
            END {if (!nodes || !instructions) exit 1
                 printf "%-44s %11d nodes %7.0f instructions per node\n", name, nodes, instructions / nodes}' \
            "$work/out" "$work/err" && return
    fi
    echo "valgrind cannot run $counted: $(grep -m 1 -i -e 'unrecognised instruction' -e 'signal' "$work/err" || tail -n 1 "$work/err")" >&2
    echo "A portable build can be counted: make portable, then $0 $pollard $runs build/portable/pollard" >&2
    return 1
}

echo "Abalone"
best "plain, depth 7, standard start" abalone 7 alphabeta:order=none
best "paper's player, depth 9, standard start" abalone 9 alphabeta:preset=abalone-paper
best "paper's player, depth 8, Belgian daisy" abalone:start=belgian-daisy 8 alphabeta:preset=abalone-paper
best "best player, depth 13, standard start" abalone 13 alphabeta:preset=abalone-best
best "best player, depth 13, Belgian daisy" abalone:start=belgian-daisy 13 alphabeta:preset=abalone-best
best "the same, two threads" abalone:start=belgian-daisy 13 alphabeta:preset=abalone-best,threads=2
if command -v valgrind >/dev/null; then
    count "paper's player, depth 7, Belgian daisy" abalone:start=belgian-daisy 7 alphabeta:preset=abalone-paper,tt=16
fi
