#!/bin/sh
# Databases by ranks: the same files as by one thread, whatever the number of ranks, and after a rank was killed. Small ones;
# the large ones and the bounds of memory are in tests/long/mpi.sh.
. "$(dirname "$0")/common"

for name in cc-pdb3-8x8 cc-edb6-4x4 cc-edb6-own-4x4 cc-edb6-forward-4x4 tp-police2-12x12-1-joint chess-kpk; do alone $name; done
built cc-pdb3-8x8 2
built cc-pdb3-8x8 3
built cc-edb6-own-4x4 2
built cc-edb6-forward-4x4 3
built tp-police2-12x12-1-joint 3
built cc-edb6-4x4 4 --checkpoint 0

# A rank is killed when a checkpoint is there, and another number of ranks goes on. Smaller ones are ready before that.
alone cc-edb6-5x5
broken cc-edb6-5x5 1 3 5
if grep -q '^continuing at depth [0-9]*, from [1-4] ranks to 3$' "$work/out"; then ok; else bad "not continued: $(cat "$work/out")"; fi
broken chess-kpk 3 9

# Stopped by a signal, which the starter hands on: a checkpoint, and exit 130.
alone cc-pdb4-9x9
mpirun --allow-run-as-root --oversubscribe -n 2 "$mpi" db build cc-pdb4-9x9 --dir "$work/stopped" >"$work/out" 2>"$work/err" &
job=$!
while kill -0 $job 2>/dev/null && [ ! -d "$work/stopped/cc-pdb4-9x9.part.ranks" ]; do sleep 0.01; done
kill -USR1 $job 2>/dev/null
wait $job
if [ $? = 130 ] && grep -q 'stopped at depth [0-9]*; the same command continues' "$work/err" && [ -e "$work/stopped/cc-pdb4-9x9.part.ranks/state" ]; then ok
else bad "SIGUSR1: $(head -c 300 "$work/out" "$work/err")"; fi

# A full disk of one rank: one line, and the checkpoint before it stays.
folder=$work/stopped/cc-pdb4-9x9.part.ranks
before=$(cat "$folder/state")
ln -s /dev/full "$folder/$(($(sed -n '2s/.* //p' "$folder/state") + 1))-1"
says "-1': No space left on device" 2 db build cc-pdb4-9x9 --dir "$work/stopped" --checkpoint 0
if [ -n "$before" ] && [ "$(cat "$folder/state")" = "$before" ]; then ok; else bad 'the checkpoint before a full disk is gone'; fi

# A changed byte of a part is named; then the right byte again, and it goes on.
part=$(ls "$folder"/*-1)
cp "$part" "$work/part"
printf 'xyz' | dd of="$part" bs=1 seek=200000 conv=notrunc 2>/dev/null
says 'is damaged' 3 db build cc-pdb4-9x9 --dir "$work/stopped"
cp "$work/part" "$part"
ranks 3 db build cc-pdb4-9x9 --dir "$work/stopped" >/dev/null 2>&1
same cc-pdb4-9x9 "$work/stopped" 'after a stop, a full disk and damage'
# What a job that was ended when its file was whole has left goes.
mkdir "$folder" && touch "$folder/1-0"
if ranks 2 db build cc-pdb4-9x9 --dir "$work/stopped" 2>&1 | grep -q 'already exists; it was checked' && [ ! -e "$folder" ]; then ok; else bad 'a file that is there'; fi

says "did you mean 'cc-pdb3-6x6'" 2 db build cc-pdb3-6x7
says 'not built by ranks' 2 db build solve:tictactoe --dir "$work/db"
says 'use more ranks' 2 db build cc-edb6-5x5 --dir "$work/db" --memory 1

finish
