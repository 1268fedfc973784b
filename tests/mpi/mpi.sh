#!/bin/sh
# Databases by ranks: the same files as by one thread, whatever the number of ranks, and after a rank was killed. Small ones;
# the large ones and the bounds of memory are in tests/long/mpi.sh.
. "$(dirname "$0")/common"

for name in chess-krk chess-kbk cc-pdb3-8x8 cc-edb6-4x4 cc-edb6-own-4x4 cc-edb6-forward-4x4 tp-police2-12x12-1-joint chess-kpk; do alone $name; done
built cc-pdb3-8x8 2
built cc-pdb3-8x8 3
built cc-edb6-own-4x4 2
built cc-edb6-forward-4x4 3
# Mazes: a rank holds whole slices (the second table is one), and a plan counts them as the build does.
planned() {
    memory=$("$pollard" db plan $1 --ranks $2 --json | sed -n 's/.*"memory": \([0-9]*\).*/\1/p')
    if grep -q ", ${memory:-none} bytes of memory of a rank" "$work/out"; then ok; else bad "$1 by $2 ranks, planned '$memory' bytes of memory: $(cat "$work/out")"; fi
}
built tp-police2-12x12-1-joint 3
planned tp-police2-12x12-1-joint 3
alone tp-thief2-20x20-1-loops10
built tp-thief2-20x20-1-loops10 4
planned tp-thief2-20x20-1-loops10 4
built cc-edb6-4x4 4 --checkpoint 0

# The same bytes however messages travel: in pieces that the other side has to ask for, and over TCP in small ones.
travel='--mca btl_vader_single_copy_mechanism none'
built chess-krk 2
travel='--mca btl tcp,self --mca btl_tcp_eager_limit 1024 --mca btl_tcp_rndv_eager_limit 512'
built chess-krk 2
built chess-krk 3
built chess-kbk 2
travel=

# Rank 0 takes in a table as it writes it, also over TCP. Beyond a small table it needs 28 million bytes for its part and the
# packing; what the others send are 17 million more.
peak() {
    mpirun --allow-run-as-root --oversubscribe --mca mpi_yield_when_idle 1 --mca btl tcp,self -n 4 python3 -c '
import os, subprocess, sys
child = subprocess.Popen(sys.argv[1:], stdout=subprocess.DEVNULL)
_, code, used = os.wait4(child.pid, 0)
if os.environ["OMPI_COMM_WORLD_RANK"] == "0": print(used.ru_maxrss * 1024)
sys.exit(code != 0)' "$mpi" db build "$1" --dir "$work/peak" 2>"$work/err"
}
if command -v python3 >/dev/null 2>&1; then
    small=$(peak tp-police2-12x12-1-joint) large=$(peak tp-police2-30x30-1)
    if [ "${small:-0}" -gt 0 ] && [ "${large:-0}" -gt 0 ] && [ $((large - small)) -lt 36000000 ]; then ok
    else bad "memory of rank 0: '$small', then '$large' bytes: $(head -c 300 "$work/err")"; fi
fi

# A rank is killed when a checkpoint is there, and another number of ranks goes on. Smaller ones are ready before that.
alone cc-edb6-5x5
broken cc-edb6-5x5 1 3 5
if grep -q '^continuing at depth [0-9]*, from [1-4] ranks to 3$' "$work/out"; then ok; else bad "not continued: $(cat "$work/out")"; fi
broken chess-kpk 3 9

# A rank is gone while the job starts, be it rank 0: one line of ours, and nothing is left over.
early() {
    mpirun --allow-run-as-root --oversubscribe --mca mpi_yield_when_idle 1 --mca odls_base_sigkill_timeout 5 -n 3 sh -c '
        gone=$1; shift
        [ "$OMPI_COMM_WORLD_RANK" != "$gone" ] || { sleep 2; kill -9 $$; }
        exec "$@"' sh "$1" "$mpi" db build cc-pdb3-8x8 --dir "$work/early" >"$work/out" 2>"$work/err" && bad "rank $1 gone while the job starts: succeeded"
    if [ "$(grep -c '^pollard-mpi: the job was ended' "$work/err")" = 1 ] && [ ! -e "$work/early" ]; then ok
    else bad "rank $1 gone while the job starts: $(head -c 600 "$work/err")"; fi
}
early 0
early 1

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

# Ranks that see different folders: one of them has what the ending needs. It fails with a line and does not hang.
mkdir "$work/a" "$work/b" && seeded chess-kpk "$work/a"
timeout 100 mpirun --allow-run-as-root --oversubscribe --mca mpi_yield_when_idle 1 -n 1 "$mpi" db build chess-kpk --dir "$work/a" : \
    -n 1 "$mpi" db build chess-kpk --dir "$work/b" >"$work/out" 2>"$work/err"
code=$?
if [ $code != 124 ] && [ $code != 0 ] && [ "$(grep -c '^pollard-mpi: ' "$work/err")" = 1 ]; then ok; else bad "different folders (exit $code): $(head -c 300 "$work/err")"; fi

# A chain counts the processor of each table; as JSON it is an object for every database.
if command -v python3 >/dev/null 2>&1; then
    mkdir "$work/chain"
    ranks 2 db build chess-kpk --dir "$work/chain" --json >"$work/out" 2>"$work/err"
    if python3 - "$work/out" <<'END'
import json, sys
text, at, rows = open(sys.argv[1]).read(), 0, []
while text[at:].strip():
    row, n = json.JSONDecoder().raw_decode(text[at:].lstrip())
    at = len(text) - len(text[at:].lstrip()) + n
    rows.append(row)
assert rows[-1]["name"] == "chess-kpk" and len(rows) > 2 and all(r["ranks"] == 2 for r in rows), rows
# Two ranks spend at most twice the clock, whatever was built before.
assert all(0 < r["processor_seconds"] <= 2.5 * r["seconds"] + 0.2 for r in rows), rows
END
    then ok; else bad "a chain as JSON: $(head -c 300 "$work/out" "$work/err")"; fi
fi
if ranks 1 db build 2>&1 | grep -q 'usage: pollard-mpi db build NAME' && ranks 1 db build --help 2>&1 | grep -q '^usage: pollard-mpi db build'; then ok; else bad 'usage of pollard-mpi'; fi

# Ended by pollard: what ranks had begun goes. A part that is gone is named, with what to do.
mkdir "$work/mixed"
mpirun --allow-run-as-root --oversubscribe -n 2 "$mpi" db build cc-pdb4-9x9 --dir "$work/mixed" --checkpoint 0 >"$work/out" 2>"$work/err" &
job=$!
while kill -0 $job 2>/dev/null && [ ! -e "$work/mixed/cc-pdb4-9x9.part.ranks/state" ]; do sleep 0.01; done
kill -USR1 $job 2>/dev/null
wait $job
cp -r "$work/mixed" "$work/gone" && rm "$work"/gone/*.part.ranks/*-1
says 'No such file or directory; remove its folder to start over' 2 db build cc-pdb4-9x9 --dir "$work/gone"
"$pollard" db build cc-pdb4-9x9 --dir "$work/mixed" >/dev/null 2>&1
same cc-pdb4-9x9 "$work/mixed" 'ended by pollard'

says "did you mean 'cc-pdb3-6x6'" 2 db build cc-pdb3-6x7
says 'not built by ranks' 2 db build solve:tictactoe --dir "$work/db"
# Before anything that it needs is built.
says 'chess-kppkp is not built by ranks: it has mates in more than 126 moves' 2 db build chess-kppkp --dir "$work/none"
says 'chess-kppkp is not built by ranks' 2 db build chess-5 --dir "$work/none"
if [ -e "$work/none" ]; then bad 'what cannot be built by ranks was begun'; else ok; fi
says 'use more ranks' 2 db build cc-edb6-5x5 --dir "$work/db" --memory 1

finish
