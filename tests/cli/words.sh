#!/bin/sh
# What the commands print, word by word, as tests/data/cli/words-*.txt hold it: the command, what it prints, what it
# says on stderr, its exit code. Times, and what has to do with the build, have a letter in their place. Checked by
# hand: 9 * 8 * 7 = 504 leaves; solutions and lines by the rules; values of databases by counting from the goal. After
# a change that is meant: POLLARD_GOLDEN_WRITE=1 writes the files anew.
. "$(dirname "$0")/common"
expected="$POLLARD_ROOT/tests/data/cli"
cd "$work" || exit 1
export COLUMNS=100

# say ARGUMENT...: into the transcript; $in is typed.
say() {
    echo "\$ pollard $*" >>"$work/said"
    printf '%s' "$in" | "$pollard" "$@" >"$work/out" 2>"$work/err"
    code=$?
    { cat "$work/out"; sed 's/^/! /' "$work/err"; [ $code = 0 ] || echo "exit $code"; echo; } >>"$work/said"
}
# said NAME: the transcript so far is that of the file; a new one begins.
said() {
    sed -E "s,$work,WORK,g"'
        s/^( +[-0-9]+ +[^ ]+ +[0-9]+ +[0-9.]+% +[^ ]+) +[0-9]+\.[0-9]+ +[0-9]+\.[0-9]+  /\1 T T  /
        s/^( +[0-9]+ +[0-9]+ +[0-9]+ +[0-9.]+% +[0-9]+ +[0-9]+ +[0-9]+ +[0-9]+) +[0-9]+\.[0-9]+  /\1 T  /
        /"ms_per_move":/,/]/d
        s/[0-9]+(\.[0-9]+)? (s|min|h)([^a-z]|$)/T \2\3/g
        s/ +T s/ T s/g
        s/, [0-9]+\.[0-9]+ million leaves\/s$//
        s/[0-9]+\.[0-9]+ (million|ns)/M \1/g
        s/"(seconds|estimate_seconds)": [-+0-9.e]+/"\1": T/
        s/"(digest|digest_here)": "[0-9a-f]{16}"/"\1": B/
        s/"(source|commit|program|made_by|compiler|flags|machine)": "[^"]*"/"\1": B/
        s/(digest|commit) [0-9a-f]{12,16}(-dirty)?([^0-9a-f]|$)/\1 B\3/g
        s/commit unknown/commit B/g
        s/([Pp]ollard) [0-9]+\.[0-9]+\.[0-9]+/\1 VERSION/g' "$work/said" >"$work/golden"
    if [ -n "$POLLARD_GOLDEN_WRITE" ]; then cp "$work/golden" "$expected/words-$1.txt"; fi
    if cmp -s "$work/golden" "$expected/words-$1.txt"; then ok
    else bad "words-$1: $(diff "$expected/words-$1.txt" "$work/golden" | head -n 20)"; fi
    : >"$work/said"
}
in=

say games tictactoe
say games connect-four
say games checkers --json
say show connect-four:width=4,height=4 --moves 'a b a'
say show tictactoe --position 'XX-OO---- X' --json
say show checkers --position 'W:WK31:B3,7'
say perft tictactoe 3
say perft tictactoe 2 --divide --moves 'a1 b2'
say perft tictactoe --depth 1 --divide --json
say perft connect-four 4 --threads 2
say check tictactoe connect-four:width=4,height=4 --games 5
say check tictactoe --games 5 --seed 2 --json
say check tictactoe connect-four --all --games 1
say check tictacto
say games connect-four:width=4
say show focus --moves b2-b3 --json
said positions

say search tictactoe --player alphabeta:depth=5,deepening=yes,tt=10,order=tt+killer+history-ads,stats=yes
say search tictactoe --player alphabeta:depth=4,tt=10,stats=yes,order=history-ads --json
say search virus:players=3,size=5 --player brs:depth=2,stats=yes
say search focus:players=4 --player maxn:depth=1 --json
say search focus:players=4 --player paranoid:depth=2
say search othello --moves 'f5 d6' --player alphabeta --depth 3 --minimal
say search connect-four --player alphabeta:nodes=200
say search abalone --depth 2 --compare alphabeta alphabeta:order=killer alphabeta:order=history-ads,stats=yes
say search abalone --depth 1 --compare alphabeta minimax --json
say search tictactoe --position 'XXXOO---- O' --depth 2
said searches

say solve tiles 8 7 6 5 4 3 2 1 0
say solve tiles 1 2 0 3 4 5 6 7 8 --boards
say solve tiles 1 2 0 3 4 5 6 7 8 --heuristic manhattan --json
say solve tiles 1 2 5 3 4 0 6 7 8 --heuristic manhattan
say solve tiles 2 1 0 3 4 5 6 7 8
say solve tiles 1 1 0 3 4 5 6 7 8
say solve tiles 1 2 3
say solve chinese-checkers:board=rhombus4,pieces=3 --boards
say solve chinese-checkers:board=rhombus4,pieces=3 --json
said puzzles

say db build cc-pdb3-4x4
say db build cc-pdb3-4x4
say db info cc-pdb3-4x4
say db info cc-pdb3-4x4 --json
say db probe cc-pdb3-4x4 11--/1---/----/----
say db best cc-pdb3-4x4 11--/1---/----/----
say db best cc-pdb3-4x4 ----/----/---1/--11 --json
say db verify cc-pdb3-4x4
say db verify cc-pdb3-4x4 --json
say db build solve:tictactoe
say db info solve:tictactoe
say db probe solve:tictactoe '--------- X'
say db best solve:tictactoe 'XX-OO---- X'
say db probe cc-pdb3-4x4 1111/----/----/----
say db probe cc-pdb3-5x5 1----/1----/1----/-----/-----
say db info nothing
# A file of another database under its name, an empty one, one that was cut.
cp databases/cc-pdb3-4x4.pdb databases/cc-pdb3-5x5.pdb
: >databases/cc-pdb3-6x6.pdb
head -c 3000 databases/cc-pdb3-4x4.pdb >databases/cc-pdb3-7x7.pdb
for name in cc-pdb3-5x5 cc-pdb3-6x6 cc-pdb3-7x7; do
    say db info $name
    say db verify $name
    say db build $name
done
say db probe cc-pdb3-5x5 11---/1----/-----/-----/-----
rm databases/cc-pdb3-[567]x[567].pdb
say db build cc-pdb3-4x4 --dir other --form zstd --threads 1
say db verify cc-pdb3-4x4 --dir other
said databases

in='b2
hint
moves a
c3
undo
moves
b1
think
board
a2
save game.txt
quit
'
say play tictactoe human alphabeta:depth=9 --advice alphabeta:depth=9
in='a1
a9
'
say play tictactoe human alphabeta:depth=9
in='a1
b1
b2
c3
c2
a2
c1
'
say play tictactoe human human
in=
say play --replay game.txt
say play --replay game.txt:1
say play tictactoe alphabeta:depth=9 alphabeta:depth=9
say play tictactoe random random --seed 5 --quiet
say play tictactoe random alphabeta:depth=9 --seed 5 --json
say play connect-four:width=4,height=4 random random --seed 2 --plies-max 3
say match tictactoe alphabeta:depth=9 random --games 8 --openings none --save saved.match
say play --replay saved.match
say play --replay saved.match:2
say play --replay saved.match:3 --json
say play --replay saved.match:9
say match virus:players=3,size=5 random paranoid:depth=1 brs:depth=1 --games 12 --points place
say match virus:players=3,size=5 random brs:depth=1 --games 6 --json
say match tictactoe alphabeta:depth=9 random --sprt 0,60 --games 400 --seed 3
said games

cat >e.json <<'F'
{"name": "e", "title": "An experiment", "note": "By hand.", "game": "tictactoe", "depth": 3, "trials": 4, "turns": 2,
 "midgame-turns": 1, "configurations": [{"name": "None"}, {"name": "Lists", "settings": "order=history-ads"}]}
F
cat >m.json <<'F'
{"name": "m", "kind": "match", "title": "A match", "game": "tictactoe", "player": "alphabeta:depth={depth}",
 "opponent": "random", "opening": "random:1", "openings": 3, "rows": {"depth": [1, 2]}}
F
say lab show e.json
say lab show m.json
say lab show m.json --json
say lab export rules
say lab run e.json m.json --results r.db
say lab run e.json m.json --results r.db
say lab report e.json m.json --results r.db
say lab report e.json --results r.db --summary
say lab report e.json --results r.db --json
say lab report e.json m.json --results r.db --summary --csv x.csv --trials-csv y.csv
cut -d , -f 1-20 x.csv x-matches.csv >>"$work/said"
cut -d , -f 1-9 y.csv y-matches.csv >>"$work/said"
say lab keep kept.rows e.json m.json --results r.db
say lab import kept.rows --results s.db
say lab import kept.rows --results s.db
say lab verify e.json --results s.db --sample 100% --sample-seed 7 --json
say lab verify m.json --results s.db --sample 50% --sample-seed 8 --json
say lab report nothing.json --results r.db
say lab run e.json --results r.db --trials 0
said laboratory

say
say gmes
say games othelo
say show
say show tictactoe more
say show tictactoe --positio x
say show tictactoe --moves 'a1 a1'
say perft tictactoe
say perft tictactoe x
say perft tictactoe 3 --threads 0
say search tictactoe
say search tictactoe --player alphabeta
say search tictactoe --player alphabta:depth=3
say search tictactoe --compare alphabeta:depth=2
say play tictactoe human human human
say match tictactoe random
say match tictactoe random random --games 0
say match tictactoe random human
say match tictactoe random random --sprt 5
say db
say db build
say lab rn
say solve
say tune eval tictactoe
# The range of every number.
for flag in games seed; do say check tictactoe --$flag x; done
for flag in games rounds check threads seed; do say tune eval othello alphabeta:depth=1 --$flag x; done
say tune windows othello alphabeta --depth x
say tune abstraction chinese-checkers:board=rhombus5 --memory x
say tune abstraction chinese-checkers:board=rhombus5 --memory 1 --build x
for flag in trials threads seed; do say lab run e.json --$flag x; done
for flag in threads sample-seed; do say lab verify e.json --sample 5% --$flag x; done
for flag in time seed plies-max level; do say play tictactoe --$flag x; done
for flag in games threads seed plies-max; do say match tictactoe random random --$flag x; done
for flag in depth time nodes; do say search tictactoe --$flag x; done
for flag in threads memory checkpoint; do say db build cc-pdb3-4x4 --$flag x; done
say db verify cc-pdb3-4x4 --sample x
say db verify solve:tictactoe --sample x
say db list --threads x
say perft tictactoe 2 --threads x
say solve tiles --korf 1 --threads x
say solve chinese-checkers:board=rhombus4,pieces=3 --width x
said refusals

finish
