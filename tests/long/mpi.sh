#!/bin/sh
# mpi.sh - the databases that the proof of docs/SCALE.md names, by 1 to 4 ranks and after kills at ten moments: the bytes of one
# thread; and the memory of a rank. Environment as for tests/mpi. Half an hour of a processor.
. "$POLLARD_ROOT/tests/mpi/common"
limit=36000

for name in cc-pdb6-8x8 cc-edb6-6x6 cc-edb6-own-6x6 cc-edb6-forward-6x6 tp-police2-60x60-1 chess-krkn chess-kpkp; do
    alone $name
    for count in 1 2 3 4; do built $name $count; done
done
for name in cc-edb6-5x5 chess-krkn cc-pdb6-7x7 tp-police3-15x15-2-joint; do
    alone $name
    for last in 1 2 3 4; do broken $name 1 2 3 5 7 9 11 13 15 17; done
done

# within NAME RANKS SHARE: the memory of the rank that needs most, beside the table.
within() {
    built $1 $2
    share=$(sed -n 's/.*(\([0-9.]*\) of the table.*/\1/p' "$work/out")
    if [ -n "$share" ] && awk "BEGIN { exit !($share <= $3) }"; then ok; else bad "$1 by $2 ranks: $share of the table, more than $3"; fi
}
for name in cc-pdb6-8x8 cc-edb6-6x6; do within $name 2 0.55; within $name 4 0.3; done

finish
