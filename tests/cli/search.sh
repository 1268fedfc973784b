#!/bin/sh
# Searching, counting and checking: exit codes, refusals, JSON, statistics, Ctrl-C, the node signature.
. "$(dirname "$0")/common"

refuses "'-1'" perft othello -1
refuses "'1000000000'" perft othello 1000000000
refuses "'x'" perft othello x
refuses '--threads 0' perft othello 3 --threads 0
refuses '--threads 99999' perft othello 3 --threads 99999
refuses 'expected a depth' perft othello
refuses 'sixty' perft othello --depth sixty
refuses 'no limit' search othello --player alphabeta
refuses 'depth=99' search othello --player alphabeta:depth=99
refuses '--depth 0' search othello --depth 0
refuses 'fastest' search othello --depth 3 --player alphabeta:order=fastest
refuses 'slots= has no effect without killer in order=' search othello --depth 3 --player alphabeta:order=history-ads,slots=2
refuses 'one word too many' search othello alphabeta
refuses '--games 0' check othello --games 0

# Where no player is named it is the engine, which says what it stands for.
prints '^engine: alphabeta:order=' search othello --depth 3
prints '^engine: alphabeta:preset=abalone-best,repetition=yes$' search abalone --depth 2
prints '^engine: paranoid:' search virus:players=3 --depth 2
prints '^engine:level=2: alphabeta:.*mistakes=' search othello --player engine:level=2
json 'player search' search tictactoe --depth 2
refuses "'random': expected a search" search othello --depth 2 --player random

prints 'passed' check tictactoe --games 5
prints '55092 leaves' perft othello 7 --threads 2
prints '^f5 ' perft othello 2 --divide
prints '^1 passed, 0 failed' check tictactoe --games 3 --all

json 'game depth leaves nodes seconds' perft othello 5
json 'divide' perft othello 3 --divide
json 'game player depth value move pv nodes interior leaves seconds minimal_tree cutoffs_by_index levels' search othello --depth 5 --player alphabeta:order=history-ads,stats=yes --minimal
json 'searches' search focus:players=4 --depth 2 --compare brs paranoid maxn
json 'checks failed' check tictactoe --games 3

# Stopped before its first depth: no value, no move, and it says so. A player moves all the same.
prints '^stopped before depth 1 was completed$' search othello --player alphabeta:nodes=1
if grep -q 'value\|best line' "$work/out"; then bad 'a value of no depth'; else ok; fi
prints '^ +- +- +1 ' search othello --nodes 1 --compare alphabeta
json 'depth value move stopped' search othello --player alphabeta:nodes=1
if [ "$(grep -cE '"depth": 0,|"value": null,|"move": null,|"stopped": true' "$work/out")" = 4 ]; then ok; else bad "a search without a depth: $(cat "$work/out")"; fi

# A line per level: together they are the nodes and cut-offs of the whole search. BRS counts no nodes where opponents reply, but their cut-offs.
prints '^level +interior nodes' search othello --depth 7 --player alphabeta:order=history-ads,stats=yes
awk '/^depth/ { interior = substr($5, 2) } /^cut-offs/ { cuts = $2 + 0 } /^ +[0-9]+ / { n++; a += $2; b += $3; first += $3 * $4 / 100; listed += $NF }
     END { exit !(n == 7 && cuts > 0 && a == interior && b == cuts && first > cuts / 2 && first <= cuts && listed > 0) }' "$work/out" && ok || bad "levels: $(cat "$work/out")"
prints '^level +interior nodes' search focus:players=4 --player brs:depth=4,order=killer,stats=yes
awk '/^cut-offs/ { cuts = $2 + 0 } /^ +[0-9]+ / { n++; b += $3; replies += $1 % 2 && $2 == "-" && $3 > 0 } END { exit !(n == 4 && b == cuts && replies == 2) }' "$work/out" && ok || bad "levels of BRS: $(cat "$work/out")"
json 'level interior cuts cuts_first listed listed_per_node' search focus:players=4 --player brs:depth=4,order=history-ads,stats=yes
if [ "$(grep -c '"level":' "$work/out")" = 4 ]; then ok; else bad 'levels of BRS as JSON'; fi

# A minimal tree is measured once for an algorithm and a depth, and is what each player alone would have measured.
set -- brs:depth=2 brs:depth=3 paranoid:depth=3 brs:depth=2,order=history-ads maxn:depth=2 paranoid:depth=2
"$pollard" search focus:players=4 --minimal --json --compare "$@" | grep '"minimal_tree"' | tr -dc '0-9\n' >"$work/a"
for player; do "$pollard" search focus:players=4 --minimal --json --player "$player" | grep '"minimal_tree"' | tr -dc '0-9\n'; done >"$work/b"
if [ "$(wc -l <"$work/a")" = 5 ] && [ "$(sort -u "$work/a" | wc -l)" = 4 ] && cmp -s "$work/a" "$work/b"; then ok; else bad "minimal trees: $(cat "$work/a" "$work/b" | tr '\n' ' ')"; fi

# Progress of a search that prints no line per depth: after two seconds, on a terminal.
if command -v script >/dev/null 2>&1; then
    script -qec "'$pollard' search connect-four --time 2600 --json --player alphabeta >/dev/null" /dev/null </dev/null >"$work/out" 2>&1
    if grep -q 'alphabeta \[##.* %' "$work/out"; then ok; else bad "progress of --json: $(head -c 300 "$work/out")"; fi
    script -qec "'$pollard' search connect-four --time 2600 --compare alphabeta >/dev/null" /dev/null </dev/null >"$work/out" 2>&1
    if grep -q 'alphabeta \[##.* %' "$work/out"; then ok; else bad "progress of --compare: $(head -c 300 "$work/out")"; fi
fi

# Ctrl-C ends a search, not the program: what was found is reported, and the exit code is 130. (Killed, it would say nothing.)
if command -v timeout >/dev/null 2>&1; then
    interrupted '^value -?[0-9]+, best line: [a-h][1-8] ' search othello --depth 60
    interrupted '^stopped before depth 50 was completed' search othello --player alphabeta:depth=50
    interrupted '"stopped": true' search othello --depth 60 --json
    interrupted '^stopped: 1 of 3 players were searched' search othello --compare alphabeta:depth=2 alphabeta:depth=50 alphabeta:depth=2
    if [ "$(wc -l <"$work/out")" = 2 ] && grep -q ' alphabeta:depth=2$' "$work/out"; then ok; else bad "Ctrl-C in --compare: $(cat "$work/out")"; fi
    interrupted '^stopped: 1 of 2 players' search focus:players=4 --json --compare brs:depth=2 paranoid:depth=50,tt=16,threads=2
    if [ "$(grep -c '"player":' "$work/out")" = 1 ] && [ "$(tail -n 1 "$work/out")" = '}' ]; then ok; else bad "Ctrl-C in --compare --json: $(cat "$work/out")"; fi
    interrupted '^stopped before depth 30 was completed' search connect-four --player minimax --depth 30
fi

# The node signature: changes only with rules, evaluations, orders or searches. After a change that is meant: pollard bench.
"$pollard" bench --json >"$work/bench"
signature=$(sed -n 's/^ "signature": \([0-9]*\),$/\1/p' "$work/bench") evaluations=$(sed -n 's/^ "evaluations": \([0-9]*\),$/\1/p' "$work/bench")
if [ "$evaluations" = "$(cat "$POLLARD_ROOT/tests/data/signature_evaluations")" ]; then ok; else bad "bench evaluations $evaluations, expected $(cat "$POLLARD_ROOT/tests/data/signature_evaluations")"; fi
if [ "$signature" = "$(cat "$POLLARD_ROOT/tests/data/signature")" ]; then ok; else bad "bench signature $signature, expected $(cat "$POLLARD_ROOT/tests/data/signature")"; fi

# What is wrong with a player is said of the player: this one has a limit, but no databases.
mkdir "$work/empty"
if "$pollard" search chess --player alphabeta:depth=2,eval=edb:krkn --dir "$work/empty" >"$work/out" 2>"$work/err"; then bad 'a search without its databases'
elif grep -q 'chess-krkn.edb is not built' "$work/err" && ! grep -q 'no --depth' "$work/err"; then ok; else bad "without databases: $(cat "$work/err")"; fi
prints 'eval=edb5:krppkbn' games chess

finish
