#!/bin/sh
# Matches: threads change nothing; killed again and again, the same end; saved games can be seen again.
. "$(dirname "$0")/common"

refuses 'too few' match othello random
refuses '--games 0' match othello random random --games 0
refuses '--threads 0' match othello random random --threads 0
refuses "unknown player 'stockfish'" match othello random stockfish
refuses 'human' match othello random human
refuses 'no limit' match othello random alphabeta
refuses '--sprt 10,0' match othello random random --sprt 10,0
refuses '--sprt x' match othello random random --sprt x
refuses 'two players' match othello random random random --sprt 0,10
refuses 'random:x' match othello random random --openings random:x
refuses 'no-such-file' match othello random random --openings no-such-file
refuses 'over before' match tictactoe random random --openings random:9
name=$(printf 'openings\377')
"$pollard" show tictactoe --json | sed -n 's/^ "position": "\(.*\)",$/\1/p' >"$work/$name"
refuses 'is not UTF-8' match tictactoe random random --games 2 --openings "$work/$name" --save "$work/not-utf8.match"
if [ ! -e "$work/not-utf8.match" ]; then ok; else bad 'a refused match left a file'; fi
refuses '--points place?' match othello random random --points 'place?'

json 'game players games points elo elo_low elo_high superiority pairs crosstable won drawn lost nodes_per_move ms_per_move openings seed repeats' match tictactoe random random --games 20 --openings none
json 'sprt llr verdict' match tictactoe alphabeta:depth=3 random --openings none --sprt 0,50

match="othello alphabeta:depth=3 alphabeta:depth=2,order=random random --games 60 --openings random:3 --seed 5"
"$pollard" match $match --save "$work/whole" --json | sed '/ms_per_move/,/]/d' >"$work/a"
"$pollard" match $match --threads 2 --json | sed '/ms_per_move/,/]/d' >"$work/b"
if cmp -s "$work/a" "$work/b"; then ok; else bad 'threads change a match'; fi
for delay in 0 0.01 0.02 0.03 0.05 0.08; do
    "$pollard" match $match --threads 2 --save "$work/cut" >/dev/null 2>&1 &
    child=$!
    sleep $delay
    kill -9 $child 2>/dev/null
    wait $child 2>/dev/null
done
if "$pollard" match $match --threads 2 --save "$work/cut" >/dev/null && cmp -s "$work/whole" "$work/cut"; then ok; else bad 'a killed match ends otherwise'; fi
prints '60 of the games were read' match $match --save "$work/cut"
refuses 'plies-max is' match $match --save "$work/cut" --plies-max 50
prints '^ +60 +seats 3 2 ' play --replay "$work/cut"
prints 'othello, game 7: ' play --replay "$work/cut:7"
refuses 'no game 61' play --replay "$work/cut:61"
json 'number seats start moves ended points nodes game players plies' play --replay "$work/cut:7"
sed '3s/[a-h][1-8]/a1/' "$work/whole" >"$work/bad"
refuses 'line 3' match $match --save "$work/bad"
refuses 'line 3' play --replay "$work/bad"
"$pollard" match $match --save "$work" 2>"$work/err" >/dev/null
if [ $? = 1 ] && grep -q 'directory' "$work/err"; then ok; else bad "a match saved to a folder: $(cat "$work/err")"; fi
"$pollard" match $match --save /no-such-folder/match 2>"$work/err" >/dev/null
if [ $? = 1 ] && grep -q 'no-such-folder' "$work/err"; then ok; else bad "a match saved nowhere: $(cat "$work/err")"; fi
# Two matches on one file; then Ctrl-C: the games so far, exit 130, whole lines.
"$pollard" match othello alphabeta:depth=4 random --games 100000 --save "$work/stopped" >"$work/stopped.out" 2>&1 &
child=$!
tries=0
while [ "$(cat "$work/stopped" 2>/dev/null | wc -l)" -lt 4 ] && [ $tries -lt 400 ]; do sleep 0.05; tries=$((tries + 1)); done
"$pollard" match othello alphabeta:depth=4 random --save "$work/stopped" >/dev/null 2>"$work/err"
if [ $? = 1 ] && grep -q 'another match' "$work/err"; then ok; else bad "two matches on one file: $(cat "$work/err")"; fi
kill -INT $child
wait $child
if [ $? = 130 ] && grep -q '^interrupted after' "$work/stopped.out" && [ "$(tail -c 1 "$work/stopped" | od -An -c | tr -d ' ')" = '\n' ]; then ok; else bad "an interrupted match: $(head -c 300 "$work/stopped.out")"; fi

finish
