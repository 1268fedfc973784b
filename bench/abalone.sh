#!/bin/sh
# Abalone: nodes per second of plain alpha-beta, of the paper's player and of ours, the best of several runs, since machines are noisy; with valgrind, instructions per node of the paper's.
# Usage: bench/abalone.sh POLLARD [RUNS]
set -eu
pollard=$1
runs=${2:-3}

# best NAME GAME DEPTH PLAYER: the last line of a search is "depth 7, 50755257 nodes (...), 1.991 s, 25.50 million nodes/s, ..."
best() {
    for i in $(seq "$runs"); do "$pollard" search "$2" --depth "$3" --player "$4" 2>/dev/null | tail -1; done |
        awk -v name="$1" '{s = $(NF - 6); if (best == "" || s < best) best = s; nodes = $3}
            END {printf "%-44s %11d nodes %7.3f s %7.2f million/s\n", name, nodes, best, nodes / best / 1e6}'
}
echo "Abalone"
best "plain, depth 7, standard start" abalone 7 alphabeta:order=none
best "paper's player, depth 9, standard start" abalone 9 alphabeta:preset=abalone-paper
best "paper's player, depth 8, Belgian daisy" abalone:start=belgian-daisy 8 alphabeta:preset=abalone-paper
best "best player, depth 13, standard start" abalone 13 alphabeta:preset=abalone-best
best "best player, depth 13, Belgian daisy" abalone:start=belgian-daisy 13 alphabeta:preset=abalone-best
best "the same, two threads" abalone:start=belgian-daisy 13 alphabeta:preset=abalone-best,threads=2
if command -v valgrind > /dev/null; then
    valgrind --tool=callgrind --callgrind-out-file=/dev/null "$pollard" search abalone:start=belgian-daisy --depth 7 --player alphabeta:preset=abalone-paper,tt=16 2>&1 |
        awk '/^depth 7,/ {nodes = $3} /Collected/ {printf "%-44s %11d nodes %7.0f instructions per node\n", "paper'"'"'s player, depth 7, Belgian daisy", nodes, $4 / nodes}'
fi
