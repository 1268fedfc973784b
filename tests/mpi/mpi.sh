#!/bin/sh
# Databases by ranks: the same files as by one thread, whatever the number of ranks, and after a rank was killed.
. "$(dirname "$0")/common"

for name in cc-pdb3-6x6 cc-pdb4-star cc-edb6-4x4 cc-edb6-own-4x4 cc-edb6-forward-4x4 tp-police2-20x20-1-joint chess-kpk; do alone $name; done
for name in cc-pdb3-6x6 cc-edb6-own-4x4 cc-edb6-forward-4x4 tp-police2-20x20-1-joint; do built $name 2; built $name 3; done
built chess-kpk 2
built chess-kpk 4 --checkpoint 0
built cc-edb6-4x4 4 --checkpoint 0
built cc-pdb4-star 1

# Memory: a part, and boxes that are small beside it.
share() { sed -n 's/.*(\(0\.[0-9]*\) of the table.*/\1/p' "$work/out"; }
built cc-pdb4-star 2
if [ "$(share)" ] && awk "BEGIN { exit !($(share) <= 0.55) }"; then ok; else bad "memory of two ranks: $(cat "$work/out")"; fi
built cc-pdb4-star 4
if [ "$(share)" ] && awk "BEGIN { exit !($(share) <= 0.3) }"; then ok; else bad "memory of four ranks: $(cat "$work/out")"; fi

# A rank is killed after checkpoints 1, 3, 6 ... by turns, and another number of ranks goes on.
broken() {
    name=$1; shift
    seeded $name "$work/broken"
    kills=0 heard=0
    for moment; do
        killed $name $((1 + moment % 4)) $((moment % (1 + moment % 4))) $moment "$work/broken" && kills=$((kills + 1)) heard=$((heard + said))
    done
    ranks 3 db build $name --dir "$work/broken" >"$work/out" 2>"$work/err" || bad "$name after $kills kills: $(head -c 300 "$work/err")"
    same $name "$work/broken" "after $kills kills"
    if [ $kills -gt 0 ]; then ok; else bad "$name: no rank was killed in time"; fi
}
broken cc-edb6-4x4 1 3 6 8 11
if [ $heard -gt 0 ]; then ok; else bad 'nobody said that the job was ended'; fi
if grep -q '^continuing at depth [0-9]*, from [1-4] ranks to 3$' "$work/out"; then ok; else bad "not continued: $(cat "$work/out")"; fi
broken cc-pdb4-star 2 5
broken chess-kpk 3 10

# Stopped by a signal, which the starter hands on: a checkpoint, and exit 130.
mpirun --allow-run-as-root --oversubscribe -n 2 "$mpi" db build cc-pdb6-6x6 --dir "$work/stopped" >"$work/out" 2>"$work/err" &
job=$!
while kill -0 $job 2>/dev/null && [ ! -d "$work/stopped/cc-pdb6-6x6.part.ranks" ]; do sleep 0.01; done
kill -USR1 $job 2>/dev/null
wait $job
if [ $? = 130 ] && grep -q 'stopped at depth [0-9]*; the same command continues' "$work/err" && [ -e "$work/stopped/cc-pdb6-6x6.part.ranks/state" ]; then ok
else bad "SIGUSR1: $(head -c 300 "$work/out" "$work/err")"; fi
alone cc-pdb6-6x6
ranks 3 db build cc-pdb6-6x6 --dir "$work/stopped" >/dev/null 2>&1
same cc-pdb6-6x6 "$work/stopped" 'after a stop'
if ranks 2 db build cc-pdb6-6x6 --dir "$work/stopped" 2>&1 | grep -q 'already exists; it was checked'; then ok; else bad 'a file that is there'; fi

# says WORD RANKS ARGUMENT...: one line of ours, which names WORD.
says() {
    word=$1 n=$2; shift 2
    ranks "$n" "$@" >"$work/out" 2>"$work/err" && bad "$*: succeeded"
    if [ "$(grep -c '^pollard-mpi: ' "$work/err")" = 1 ] && grep '^pollard-mpi: ' "$work/err" | grep -qF -- "$word"; then ok; else bad "$*: $(head -c 400 "$work/err")"; fi
}
says "did you mean 'cc-pdb3-6x6'" 2 db build cc-pdb3-6x7
says 'not built by ranks' 2 db build solve:tictactoe --dir "$work/db"
says 'use more ranks' 2 db build cc-pdb6-6x6 --dir "$work/db" --memory 0x1 2>/dev/null || true

# A full disk: one line, and the checkpoint before it stays. The limit is that of a file, larger than the manifest.
killed cc-pdb4-star 2 0 2 "$work/full"
before=$(cat "$work/full/cc-pdb4-star.part.ranks/state" 2>/dev/null)
(ulimit -f 1000; says "cannot write '" 2 db build cc-pdb4-star --dir "$work/full" --checkpoint 0; [ $failed = 0 ]) || bad 'a full disk'
if [ -n "$before" ] && [ "$(cat "$work/full/cc-pdb4-star.part.ranks/state")" = "$before" ]; then ok; else bad 'the checkpoint before a full disk is gone'; fi

# A changed byte of a part is named.
part=$(ls "$work"/full/cc-pdb4-star.part.ranks/*-1)
printf '\377\0\1' | dd of="$part" bs=1 seek=2000000 conv=notrunc 2>/dev/null
says 'is damaged' 3 db build cc-pdb4-star --dir "$work/full"

finish
