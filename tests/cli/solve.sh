#!/bin/sh
# Puzzles: databases are built once and read again; the printed figures come out; lines are legal.
. "$(dirname "$0")/common"

solve() { "$pollard" solve "$@" --dir "$work/solve.db"; }
if solve tiles 8 7 6 5 4 3 2 1 0 >"$work/out" 2>"$work/err" && grep -q '^28 moves' "$work/out" && grep -q 'built .*tiles8-4a' "$work/err"; then ok; else bad "the 8-puzzle: $(cat "$work/out" "$work/err")"; fi
if solve tiles 8,7,6,5,4,3,2,1,0 --json >"$work/out" 2>"$work/err" && [ ! -s "$work/err" ] && grep -q '"length": 28' "$work/out"; then ok; else bad "databases are built again: $(cat "$work/err")"; fi
prints '^28. 1$' solve tiles 8 7 6 5 4 3 2 1 0 --boards --dir "$work/solve.db"
prints '^0 moves' solve tiles 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 --heuristic manhattan
prints '^ +12 +45 +45 +35 +546344 +546344 ' solve tiles --korf 12 --heuristic manhattan
json 'heuristic instances instance length printed_length nodes printed_nodes moves mean_length seconds' solve tiles --korf 12..12 --heuristic manhattan
dd if=/dev/zero of="$work/solve.db/tiles8-4a.pdb" bs=1 seek=5000 count=9 conv=notrunc 2>/dev/null
solve tiles 8 7 6 5 4 3 2 1 0 >"$work/out" 2>"$work/err"
if [ $? = 1 ] && [ "$(wc -l <"$work/err")" = 1 ] && grep -q tiles8-4a "$work/err"; then ok; else bad "a damaged database of tiles: $(cat "$work/err")"; fi
prints 'rhombus9.* 27 moves, each checked by the rules' solve chinese-checkers:board=rhombus9,pieces=10 --width 1000
prints '^proven the fewest' solve chinese-checkers:board=rhombus6,pieces=3
json 'game pieces length proven at_least moves positions dropped' solve chinese-checkers:board=rhombus6,pieces=3
refuses 'cannot be solved' solve tiles 0 2 1 3 4 5 6 7 8
refuses '3 numbers' solve tiles 1 2 3
refuses "'7x'" solve tiles 0 1 2 3 4 5 6 7x 8
refuses 'tile 3 appears twice' solve tiles 0 1 2 3 3 5 6 7 8
refuses '16 numbers' solve tiles
refuses '--korf 0' solve tiles --korf 0
refuses '--korf 1..101' solve tiles --korf 1..101
refuses '--korf 9..3' solve tiles --korf 9..3
refuses "'5-5-6'" solve tiles --korf 1 --heuristic 5-5-6
refuses "'6-6-3'" solve tiles 8 7 6 5 4 3 2 1 0 --heuristic 6-6-3
refuses "'0'" solve tiles 0 --korf 1
refuses '--width' solve tiles --korf 1 --width 5
refuses "'--korf' is a flag of solve tiles" solve chinese-checkers:board=rhombus6 --korf 1
refuses 'expected a rhombus' solve chinese-checkers
refuses '--width 0' solve chinese-checkers:board=rhombus6 --width 0

finish
