#!/bin/sh
# What look-ups cost in chess, KRPP against KNN: nanoseconds per node with four look-ups (two databases of four men, each
# placed in two ways), nine (four databases), four with the game's own evaluation beside, and the ratio to material alone in the
# same run; then what a probe of a packed file costs. The best of many short runs, taken in turn, since machines are noisy.
# Builds the databases that are missing.
# Usage: bench/chess_lookups.sh POLLARD [RUNS [PROBE]]; PROBE: build/release/probe, otherwise left out.
set -eu
pollard=$1
runs=${2:-25}
probe=${3:-}
"$pollard" db build chess-4 >/dev/null
keys=depth=7,order=tt+kind+killer+history-ads,tt=16,pvs=yes,deepening=yes,stand-pat=10,check=4
players=$(for eval in material eval edb:krpk+krkn edb:krpk+krkn,weights=1/1/0/1/0 edb:krpk+krkn+kpkn+kppk; do
    echo "alphabeta:$keys,eval=$eval"
done)
echo "look-ups in chess, ns per node (goal: four at most 1.5 x material)"
for i in $(seq "$runs"); do
    for at in '8/n7/4k3/2K5/8/1R2P3/3P4/6n1 b - - 0 1' '7k/3R4/4n3/1n6/8/1K4P1/6P1/8 w - - 0 1'; do
        # shellcheck disable=SC2086
        "$pollard" search chess --position "$at" --compare $players | awk '/eval=/ {sub(".*eval=", "", $8); print $8, $3, $6}'
    done | awk '{nodes[$1] += $2; seconds[$1] += $3} END {for (e in nodes) print e, 1e9 * seconds[e] / nodes[e]}'
done | awk '{if (!($1 in best) || $2 < best[$1]) best[$1] = $2}
    END {for (e in best) printf "%-36s %7.1f   %.2f x material\n", e, best[e], best[e] / best["material"]}' | sort -k2 -n
if [ -n "$probe" ]; then
    for name in kqkr kbnk kpkp krkn; do "$probe" "${POLLARD_DATABASES:-databases}/chess-$name.edb"; done
fi
