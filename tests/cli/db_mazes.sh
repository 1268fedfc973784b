#!/bin/sh
# Databases of mazes: any number of a maze, packed, taken up again after a kill, asked in the game's words, looked up by a player.
. "$(dirname "$0")/common"

db() { "$pollard" db "$@" --dir "$work/db"; }

prints '^tp-police4-20x20-1-loops10 +3039041250 ' db list
prints '^tp-policeK-NxN-M' db list
refuses 'expected 1 ... 4' db build tp-police9-20x20-1
refuses 'a size of 5' db build tp-thief1-99x99-1
verified() { if db build $1 >/dev/null 2>&1 && db verify $1 2>/dev/null | grep -q "every one of $2 "; then ok; else bad "$1"; fi; }
for name in tp-police2-7x7-2 tp-police2-7x7-2-joint tp-thief2-7x7-2; do verified $name 3249; done
verified tp-police1-7x7-2-loops4 441
verified tp-thief2-7x7-2-perfect-exits2 2312
json 'name value says moves' db probe tp-police2-7x7-2 "$("$pollard" show thief-police:size=7,maze=2,police=2 --json | sed -n 's/^ "position": "\(.*\)",$/\1/p')" --dir "$work/db"
refuses "'x' is no" db probe tp-police2-7x7-2 x
if POLLARD_DATABASES="$work/db" "$pollard" match thief-police:size=7,maze=2 alphabeta:depth=3,eval=pdb2 random --games 4 2>/dev/null | grep -q '^  1 .*eval=pdb2'; then ok; else bad 'a match with looked-up values'; fi
POLLARD_DATABASES="$work/db" "$pollard" search thief-police:size=7,maze=2 --player alphabeta:depth=3,eval=pdb4 >/dev/null 2>"$work/err"
if [ $? = 2 ] && grep -q 'db build tp-police4-7x7-2' "$work/err"; then ok; else bad "a table that is not built: $(cat "$work/err")"; fi
"$pollard" db build tp-police3-15x15-2-joint --dir "$work/whole.db" --threads 1 >/dev/null 2>&1
killed=0
for delay in 0.1 0.15 0.2 0.25 0.3; do
    "$pollard" db build tp-police3-15x15-2-joint --dir "$work/db" >/dev/null 2>&1 &
    child=$!
    sleep $delay
    kill -9 $child 2>/dev/null && killed=$((killed + 1))
    wait $child 2>/dev/null
done
db build tp-police3-15x15-2-joint >/dev/null 2>&1
if [ "$killed" -gt 0 ] && cmp -s "$work/db/tp-police3-15x15-2-joint.pdb" "$work/whole.db/tp-police3-15x15-2-joint.pdb" && [ ! -e "$work/db/tp-police3-15x15-2-joint.part" ]; then ok; else bad "a killed build of slices ends otherwise ($killed kills)"; fi

finish
