#!/bin/sh
# Choosing an abstraction: a whole run with tables of its own, again from what is there, then used by a player.
. "$(dirname "$0")/common"

prints '^  pollard tune abstraction' tune --help
refuses '--memory' tune abstraction chinese-checkers:board=rhombus6
refuses 'othello has no abstractions' tune abstraction othello --memory 2
refuses 'chinese-checkers has no abstractions' tune abstraction chinese-checkers --memory 2
refuses '--target luck' tune abstraction chinese-checkers:board=rhombus6 --memory 2 --target luck
refuses '--against pdb9' tune abstraction chinese-checkers:board=rhombus6 --memory 2 --against pdb9 --out "$work/refused.json"
refuses 'too few words' tune eval othello
choose='tune abstraction chinese-checkers:board=rhombus6 --memory 1 --games 20 --rounds 1 --check 10 --depth 2 --against pdb3'
export POLLARD_DATABASES="$work/databases"
prints '^  -> ' $choose --threads 2 --out "$work/chosen.json"
cp "$work/out" "$work/first"
prints 'with=.* is eval=' $choose --out "$work/chosen.json"
if sed 's/, [0-9]* of them built now//' "$work/first" >"$work/a" && sed 's/, [0-9]* of them built now//' "$work/out" | cmp -s - "$work/a"; then ok
else bad "another choice from the same games: $(tail -n 12 "$work/out")"; fi
prints '"chosen"' $choose --out "$work/chosen.json" --json
prints 'unfinished|wins|drawn' play chinese-checkers:board=rhombus6 "alphabeta:depth=1,with=$work/chosen.json" random --quiet
unset POLLARD_DATABASES

finish
