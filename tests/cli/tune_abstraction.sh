#!/bin/sh
# Choosing an abstraction: a whole run with tables of its own, again from what is there, then used by a player.
. "$(dirname "$0")/common"

prints '^  pollard tune abstraction' tune --help
refuses '--memory' tune abstraction chinese-checkers:board=rhombus6
refuses 'othello has no abstractions' tune abstraction othello --memory 2
refuses 'chinese-checkers has no abstractions' tune abstraction chinese-checkers --memory 2
refuses 'chess with random:N:FILE' tune abstraction chess --memory 2
refuses 'nowhere.epd' tune abstraction chess --memory 2 --openings random:1:nowhere.epd
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
# Chess: lists of the databases of three men that are part of the ending in the file; built when they are missing.
printf '%s\n' '8/3k4/8/3q1p2/2P5/2K5/8/3R4 w - - 0 1' '1q6/4p1k1/8/8/8/7P/6K1/R7 b - - 0 1' >"$work/ending.epd"
chess="tune abstraction chess --memory 1 --games 6 --rounds 1 --check 4 --depth 2 --openings random:1:$work/ending.epd"
refuses 'such as edb:kqk' $chess --against pdb3 --out "$work/refused-chess.json"
prints '^  -> edb:' $chess --against edb:none --out "$work/chess.json"
prints 'unfinished|wins|drawn' play chess "alphabeta:depth=1,with=$work/chess.json" random --quiet
unset POLLARD_DATABASES

finish
