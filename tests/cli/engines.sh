#!/bin/sh
# Programs of others as players, and this program as one of them. The engine that goes wrong is unit --fake-engine.
. "$(dirname "$0")/common"
unit="${POLLARD_BUILD:?}/unit"
TMPDIR=$work
export TMPDIR
# Nothing is left: no folder of an engine, and no process that works in one.
nothing_left() {
    if ls -d "$work"/pollard-engine-* >/dev/null 2>&1; then bad "$1 left a folder"; else ok; fi
    tries=0
    while ls -l /proc/[0-9]*/cwd 2>/dev/null | grep -q "$work/pollard-engine-" && [ $tries -lt 40 ]; do sleep 0.05; tries=$((tries + 1)); done
    if [ $tries -lt 40 ]; then ok; else bad "$1 left a process"; fi
}

refuses "there is no program 'no-such-engine'" match othello 'uci:command=no-such-engine,depth=1' random
refuses 'expected the program' match othello uci:depth=1 random
refuses 'no limit' match othello 'uci:command=cat' random
refuses "uci: 'true': " match othello 'uci:command=true,depth=1' random
nothing_left 'an engine that is refused'

# Games that are lost: the match goes on, and the reason is told everywhere.
fake="command=$unit --fake-engine uci othello"
prints "player 1 lost 4 games by forfeit, first game 1: illegal move 'z9z9'" match othello "uci:$fake illegal,depth=1" random --games 4 --openings none --save "$work/lost"
json 'forfeits' match othello "uci:$fake illegal,depth=1" random --games 2 --openings none
prints "white wins: black forfeits \(illegal move 'z9z9'\) after 4 plies" play --replay "$work/lost"
prints "white wins: black forfeits \(illegal move 'z9z9'\) after 4 plies" play --replay "$work/lost:1"
prints '"reason": "illegal move' play --replay "$work/lost:1" --json
prints 'white wins: black forfeits \(it was killed by signal 6\) after 4 plies' play othello "uci:$fake crash,depth=1" random --quiet
json 'ended points' play othello "uci:$fake crash,depth=1" random
if grep -q '"ended": "forfeit"' "$work/out"; then ok; else bad "play --json: $(cat "$work/out")"; fi
# The PGN of a match has the reason, and the words of the standard for it.
lost_pgn() { # lost_pgn HOW REASON TERMINATION
    "$pollard" match othello "uci:$fake $1,depth=1,deadline=1000" random --games 1 --openings none --save-pgn "$work/lost.pgn" >/dev/null || bad "match --save-pgn, $1"
    if tr '\n' ' ' <"$work/lost.pgn" | grep -q "{white wins: black forfeits ($2)} 1-0 *$" && grep -q "^\[Termination \"$3\"\]$" "$work/lost.pgn"; then ok; else bad "PGN, $1: $(cat "$work/lost.pgn")"; fi
}
lost_pgn illegal "illegal move 'z9z9'" 'rules infraction'
lost_pgn hang 'no answer in time' 'time forfeit'
lost_pgn crash 'it was killed by signal 6' abandoned
"$pollard" convert "$work/lost" --to pgn >"$work/out" || bad 'convert'
if [ "$(grep -c '^\[Termination "rules infraction"\]$' "$work/out")" = 4 ]; then ok; else bad "convert: $(cat "$work/out")"; fi
prints '^othello: 4 games' match othello "uci:$fake good,depth=1" random --games 4 --threads 2
if grep -q forfeit "$work/out"; then bad 'a good engine forfeits'; else ok; fi
nothing_left 'a match'

# Ctrl-C and a kill: an engine that hangs goes with the program.
interrupted 'interrupted after 0 of' match othello "uci:$fake deaf,depth=1" random --games 2
nothing_left 'Ctrl-C'
env --default-signal=HUP "$pollard" match othello "uci:$fake deaf,depth=1" random --games 2 >/dev/null 2>&1 &
child=$!
tries=0
while ! ls -d "$work"/pollard-engine-* >/dev/null 2>&1 && [ $tries -lt 400 ]; do sleep 0.05; tries=$((tries + 1)); done
sleep 0.5
kill -HUP $child
wait $child 2>/dev/null
if [ $? = 130 ]; then ok; else bad 'a match that is hung up'; fi
nothing_left 'a signal'

# This program as an engine: over a fifo, as other programs do.
mkfifo "$work/in"
"$pollard" uci <"$work/in" >"$work/said" &
child=$!
exec 9>"$work/in"
waits() {
    tries=0
    while ! grep -q "$1" "$work/said" && [ $tries -lt 1200 ]; do sleep 0.05; tries=$((tries + 1)); done
    if [ $tries -lt 1200 ]; then ok; else bad "uci: no '$1' in: $(tail -n 5 "$work/said")"; fi
}
echo uci >&9; waits '^uciok$'
echo 'position startpos moves e2e4 e7e5' >&9
echo 'go infinite' >&9; waits ' pv '
echo isready >&9; waits '^readyok$'
if grep -q bestmove "$work/said"; then bad 'a move before stop'; else ok; fi
echo stop >&9; waits '^bestmove [a-h][1-8][a-h][1-8]'
printf '\377\000\001 nonsense\n' >&9; waits '^info string unknown command'
head -c 300000 /dev/zero | tr '\0' x >&9; echo >&9; waits '^info string a line that is too long'
echo 'position fen 6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1' >&9
echo 'go movetime 200' >&9; waits '^bestmove a1a8'
waits 'score mate 1 '
echo 'go infinite' >&9
exec 9>&-   # whoever talks to it is gone
wait $child 2>/dev/null
if [ $? = 0 ]; then ok; else bad 'uci: an end of input while it thinks'; fi
refuses "'human' is not a search" uci --player human
refuses '4 players' uci --game focus:players=4
finish
