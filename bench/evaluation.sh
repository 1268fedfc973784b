#!/bin/sh
# What look-ups cost: nanoseconds per node of Chinese Checkers (9x9, ten pieces, depth 5 from a few positions) with each evaluation, and the ratio to the baseline of the
# same run. The best of several runs, taken in turn, since machines are noisy. Builds the databases that are missing.
# Usage: bench/evaluation.sh POLLARD [RUNS]
set -eu
pollard=$1
runs=${2:-7}
game=chinese-checkers:board=rhombus9
for name in cc-pdb4-9x9 cc-pdb4-base-9x9 cc-pdb6-9x9; do "$pollard" db build "$name" > /dev/null; done
players=$(for eval in baseline manhattan pdb4 pdb6 pdb6+4; do echo "alphabeta:depth=5,order=killer,eval=$eval"; done)
echo "look-ups in Chinese Checkers, ns per node"
for i in $(seq "$runs"); do
    for at in '11--1----/1-1------/11---1---/--1-1----/---------/----2----/---2--22-/------22-/--2--2-22 1' \
        '1--------/-1-------/--11-1---/--12--1--/---1-2---/--2--1-1-/----2-2--/---2--2--/-2--22--- 1'; do
        # shellcheck disable=SC2086
        "$pollard" search "$game" --position "$at" --compare $players | awk '/eval=/ {sub(".*eval=", "", $8); print $8, $3, $6}'
    done | awk '{nodes[$1] += $2; seconds[$1] += $3} END {for (e in nodes) print e, 1e9 * seconds[e] / nodes[e]}'
done | awk '{if (!($1 in best) || $2 < best[$1]) best[$1] = $2}
    END {for (e in best) printf "%-10s %7.1f   %.2f x baseline\n", e, best[e], best[e] / best["baseline"]}' | sort -k2 -n
