#!/bin/sh
# Matches over the Universal Game Interface against tests/ugi/engine.py, an engine with rules of its own: what either side
# says is legal for the other, every game comes to its end, nobody forfeits. POLLARD_LONG: 20 games each.
. "$(dirname "$0")/common"
if ! command -v python3 >/dev/null 2>&1; then
    echo 'skipped: no python3'
    echo '0 passed, 0 failed, 1 skipped'
    exit 0
fi
TMPDIR=$work
export TMPDIR
second="$POLLARD_ROOT/tests/ugi/engine.py"
games=2
[ -n "$POLLARD_LONG" ] && games=20
number() { sed -n "s/^ *\"$1\": \([0-9]*\),*\$/\1/p" "$work/out"; }

# The two rules agree: leaves of the tree. GAME DEPTH
while read -r game depth; do
    theirs=$(printf 'position startpos\ngo perft %s\nquit\n' "$depth" | python3 "$second" "$game")
    ours=$("$pollard" perft "$game" --depth "$depth" | sed -n "s/^.* depth $depth: \([0-9]*\) leaves.*/\1/p")
    if [ -n "$ours" ] && [ "$ours" = "$theirs" ]; then ok; else bad "perft $depth of $game: '$ours' here, '$theirs' there"; fi
done <<END
othello 4
checkers 4
connect-four 4
abalone 2
END

# Against a search of this program, and against this program over the same protocol. GAME SEARCH
while read -r game search; do
    for ours in "$search" "ugi:command=$pollard ugi --game $game,depth=2"; do
        "$pollard" match "$game" "$ours" "ugi:command=python3 $second $game 7,time=1000" --games $games --threads 2 --json >"$work/out" 2>"$work/err" </dev/null
        if [ $? = 0 ] && [ "$(number games)" = $games ] && grep -q '"interrupted": false' "$work/out" && ! grep -q '"forfeits"' "$work/out"; then ok
        else bad "$game, $ours: $(head -c 900 "$work/out" "$work/err")"; fi
        # The limit of plies is no end by the rules; only in checkers and Abalone may two sides move to and fro for so long.
        case $game in
        othello | connect-four) if [ "$(number ended_by_plies_max)" = 0 ]; then ok; else bad "$game: games without an end"; fi ;;
        esac
        if [ -n "$POLLARD_LONG" ]; then echo "$game, $ours: $(number games) games, $(number plies) plies, $(number ended_by_plies_max) ended by the limit"; fi
    done
done <<END
othello alphabeta:depth=3
checkers engine:depth=4
connect-four alphabeta:depth=3
abalone engine:depth=3
END

# An engine that takes an illegal move for granted is found out here; one of ours that is wrong is found out there.
"$pollard" match othello random "ugi:command=python3 $second checkers,time=1000" --games 1 --openings none >"$work/out" 2>&1 </dev/null
if grep -q 'player 2 lost 1 game' "$work/out"; then ok; else bad "an engine for another game: $(cat "$work/out")"; fi
if ls -d "$work"/pollard-engine-* >/dev/null 2>&1; then bad 'a folder of an engine is left'; else ok; fi
finish
