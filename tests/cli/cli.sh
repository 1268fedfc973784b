#!/bin/sh
# The command line as a user meets it: exit codes, one-line errors that name the bad word, JSON that parses, help with examples.
pollard=$POLLARD
passed=0 failed=0
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

ok() { passed=$((passed + 1)); }
bad() { failed=$((failed + 1)); echo "FAILED: $*"; }

# refuses WORD ARGUMENT...: exit 2, nothing on stdout, one line on stderr that names WORD.
refuses() {
    word=$1; shift
    "$pollard" "$@" >"$work/out" 2>"$work/err" </dev/null
    code=$?
    if [ $code = 2 ] && [ ! -s "$work/out" ] && [ "$(wc -l <"$work/err")" = 1 ] && grep -qF -- "$word" "$work/err"; then ok
    else bad "pollard $* (exit $code): $(cat "$work/err")"; fi
}
# prints PATTERN ARGUMENT...: exit 0 and a line that matches.
prints() {
    pattern=$1; shift
    if "$pollard" "$@" >"$work/out" 2>"$work/err" </dev/null && grep -qE -- "$pattern" "$work/out"; then ok
    else bad "pollard $*: no '$pattern' in: $(head -c 300 "$work/out" "$work/err")"; fi
}

prints 'three things to try'
prints '^pollard [0-9]' --version
for command in games show perft search check play match lab db solve tune bench; do prints '^examples:' "$command" --help; done

refuses 'did you mean' perf othello 3
refuses 'unknown command' frobnicate
refuses "did you mean 'othello'" show othelo
refuses 'unknown game' show chess
refuses 'players' show othello:players=3
refuses '2|4' show focus:players=3
refuses 'rhombus' show chinese-checkers:board=hexagon
refuses '--colour' show othello --colour
refuses '--position' show othello --position
refuses 'twice' show othello --moves f5 --moves d6
refuses 'too many' show othello extra
refuses 'too few' show
refuses "'-1'" perft othello -1
refuses "'1000000000'" perft othello 1000000000
refuses "'x'" perft othello x
refuses '--threads 0' perft othello 3 --threads 0
refuses '--threads 99999' perft othello 3 --threads 99999
refuses 'expected a depth' perft othello
refuses 'sixty' perft othello --depth sixty
refuses 'a1' show othello --moves a1
refuses 'move 2' show othello --moves 'f5 f5'
refuses 'needs 4 players, 2 given' play focus:players=4 random random
refuses "unknown player 'stockfish'" play othello random stockfish
refuses 'random' play othello random:depth=3 random
refuses 'no limit' search othello --player alphabeta
refuses 'depth=99' search othello --player alphabeta:depth=99
refuses '--depth 0' search othello --depth 0
refuses 'fastest' search othello --depth 3 --player alphabeta:order=fastest
refuses 'slots= has no effect without killer in order=' search othello --depth 3 --player alphabeta:order=history-ads,slots=2
refuses 'one word too many' search othello alphabeta
refuses 'no limit' play othello random alphabeta
refuses '--games 0' check othello --games 0
refuses 'too few' match othello random
refuses 'too few' play
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
refuses '--points place?' match othello random random --points 'place?'
refuses '--advice fast' play othello --advice fast
refuses '--advice random' play othello --advice random
refuses 'no-such-file' play --replay no-such-file
refuses 'one word too many' play othello --replay x
refuses '12' show checkers --position 'B:W5-17:B1'
refuses '64' show othello --position '-----------------------------------------------------------------X'
refuses 'no-such-folder' show othello --svg no-such-folder/board.svg

prints 'passed' check tictactoe --games 5
prints '55092 leaves' perft othello 7 --threads 2
prints '^f5 ' perft othello 2 --divide
prints 'b to move|black to move' show abalone
prints '^1 passed, 0 failed' check tictactoe --games 3 --all

# JSON: parsed by the program's own users' tool of choice, python or node; plain structure tests where neither is there.
json() {
    fields=$1; shift
    "$pollard" "$@" --json >"$work/out" 2>"$work/err" || { bad "pollard $* --json: $(cat "$work/err")"; return; }
    for field in $fields; do grep -q "\"$field\":" "$work/out" || { bad "pollard $* --json lacks $field"; return; }; done
    if command -v python3 >/dev/null 2>&1; then python3 -m json.tool "$work/out" >/dev/null || { bad "pollard $* --json is not JSON"; return; }; fi
    ok
}
json 'games' games
json 'game depth leaves nodes seconds' perft othello 5
json 'divide' perft othello 3 --divide
json 'game position turn over moves cells evaluation' show focus:players=4
json 'game players moves result points' play othello random random --seed 1
json 'game player depth value move pv nodes interior leaves seconds minimal_tree cutoffs_by_index levels' search othello --depth 5 --player alphabeta:order=history-ads,stats=yes --minimal
json 'searches' search focus:players=4 --depth 2 --compare brs paranoid maxn
json 'checks failed' check tictactoe --games 3
json 'game players games points elo elo_low elo_high superiority pairs crosstable won drawn lost nodes_per_move ms_per_move openings seed repeats' match tictactoe random random --games 20 --openings none
json 'sprt llr verdict' match tictactoe alphabeta:depth=3 random --openings none --sprt 0,50

# Stopped before its first depth: no value, no move, and it says so. A player moves all the same.
prints '^stopped before depth 1 was completed$' search othello --player alphabeta:nodes=1
if grep -q 'value\|best line' "$work/out"; then bad 'a value of no depth'; else ok; fi
prints '^ +- +- +1 ' search othello --nodes 1 --compare alphabeta
json 'depth value move stopped' search othello --player alphabeta:nodes=1
if [ "$(grep -cE '"depth": 0,|"value": null,|"move": null,|"stopped": true' "$work/out")" = 4 ]; then ok; else bad "a search without a depth: $(cat "$work/out")"; fi
prints 'the first move: stopped before a depth' play tictactoe alphabeta:nodes=1 random --seed 1

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

"$pollard" play chinese-checkers:players=6 random random random random random random --seed 9 --json >"$work/a"
"$pollard" play chinese-checkers:players=6 random random random random random random --seed 9 --json >"$work/b"
if cmp -s "$work/a" "$work/b"; then ok; else bad 'the same seed gives another game'; fi

# Ctrl-C ends a search, not the program: what was found is reported, and the exit code is 130. (Killed, it would say nothing.)
interrupted() {
    pattern=$1; shift
    timeout --foreground --preserve-status -s INT 1 "$pollard" "$@" >"$work/out" 2>"$work/err" </dev/null
    code=$?
    if [ $code = 130 ] && cat "$work/out" "$work/err" | grep -qE -- "$pattern"; then ok; else bad "Ctrl-C: pollard $* (exit $code): $(cat "$work/out" "$work/err")"; fi
}
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

# Matches: threads change nothing; a match that is killed, again and again, comes to the same end; saved games can be seen again.
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

# The laboratory: threads change nothing; a run that is killed, again and again, comes to the same end.
cat >"$work/lab.json" <<'END'
{"name": "small", "title": "A small one", "trials": 40, "quick-trials": 2, "turns": 3, "midgame-turns": 3, "generator": "shuffled",
 "configurations": [{"name": "None"}, {"name": "ADS", "settings": "order=history-ads"}, {"name": "Killer", "settings": "order=killer,stats=yes"}],
 "series": [{"label": "a", "game": "othello", "search": "alphabeta:eval=discs", "depth": 6}, {"label": "b", "game": "checkers", "depth": 5},
            {"label": "c", "game": "othello", "depth": 4, "positions": "own", "count": "interior"}]}
END
# lab_csv NAME ARGUMENT...: the tables of results NAME.db in NAME.csv.
lab_csv() { name=$1; shift; "$pollard" lab report "$work/lab.json" --results "$work/$name.db" --csv "$work/$name.csv" "$@" >"$work/out" 2>"$work/err"; }
prints '^240 trials in ' lab run "$work/lab.json" --results "$work/one.db" --threads 1
prints '^everything was there already' lab run "$work/lab.json" --results "$work/one.db"
prints '^240 trials in ' lab run "$work/lab.json" --results "$work/two.db" --threads 2
if lab_csv one && lab_csv two && [ "$(wc -l <"$work/one.csv")" = 19 ] && cmp -s "$work/one.csv" "$work/two.csv"; then ok; else bad "threads change the results: $(cat "$work/err")"; fi
killed=0
for delay in 0 0.004 0.009 0.013 0.017 0.021 0.024 0.028 0.031 0.035 0.038 0.042 0.045 0.049 0.053 0.057 0.062 0.068 0.075 0.083; do
    "$pollard" lab run "$work/lab.json" --results "$work/killed.db" --threads $((1 + killed % 2)) >/dev/null 2>&1 &
    child=$!
    sleep $delay
    kill -9 $child 2>/dev/null
    wait $child 2>/dev/null
    [ $? = 137 ] && killed=$((killed + 1))
done
if [ $killed -gt 0 ] && "$pollard" lab run "$work/lab.json" --results "$work/killed.db" >"$work/out" 2>&1 && lab_csv killed && cmp -s "$work/one.csv" "$work/killed.csv"; then ok
else bad "a run killed $killed times ends otherwise: $(cat "$work/out" "$work/err")"; fi
prints '^12 trials in ' lab run "$work/lab.json" --quick --results "$work/quick.db"
prints '^6 trials in ' lab run "$work/lab.json" --trials 3 --results "$work/quick.db"
if lab_csv quick --trials 3 && lab_csv one --trials 3 && cmp -s "$work/one.csv" "$work/quick.csv"; then ok; else bad 'a quick run is no beginning of a full one'; fi

# Ctrl-C: exit 130, and the same command goes on. One run writes at a time; others read.
if command -v timeout >/dev/null 2>&1; then
    interrupted 'stopped; the same command goes on from there' lab run "$work/lab.json" --trials 4000 --results "$work/stopped.db"
    if "$pollard" lab run "$work/lab.json" --results "$work/stopped.db" >"$work/out" 2>&1 && lab_csv stopped --trials 3 && cmp -s "$work/one.csv" "$work/stopped.csv"; then ok; else bad "an interrupted run ends otherwise: $(cat "$work/out")"; fi
fi
"$pollard" lab run "$work/lab.json" --trials 4000 --results "$work/busy.db" >"$work/busy.out" 2>&1 &
child=$!
tries=0
while ! "$pollard" lab report "$work/lab.json" --results "$work/busy.db" 2>/dev/null | grep -qE 'initial +ADS +[1-9]' && [ $tries -lt 400 ]; do sleep 0.05; tries=$((tries + 1)); done
if [ $tries -lt 400 ]; then ok; else bad 'a file that is written cannot be read'; fi
"$pollard" lab run "$work/lab.json" --results "$work/busy.db" >/dev/null 2>"$work/err"
if [ $? = 1 ] && [ "$(wc -l <"$work/err")" = 1 ] && grep -q 'is being written by process' "$work/err"; then ok; else bad "two runs on one file: $(cat "$work/err")"; fi
kill -INT $child
wait $child
if [ $? = 130 ] && grep -q 'goes on from there' "$work/busy.out"; then ok; else bad "Ctrl-C in a run: $(cat "$work/busy.out")"; fi

# fails WORD ARGUMENT...: exit 1, one line on stderr that names WORD.
fails() {
    word=$1; shift
    "$pollard" "$@" >"$work/out" 2>"$work/err" </dev/null
    code=$?
    if [ $code = 1 ] && [ "$(wc -l <"$work/err")" = 1 ] && grep -qF -- "$word" "$work/err"; then ok; else bad "pollard $* (exit $code): $(cat "$work/err")"; fi
}
fails 'no-such.db: No such file' lab report --results "$work/no-such.db"
fails 'no-such-folder/x.db' lab run "$work/lab.json" --results "$work/no-such-folder/x.db"
fails 'not a results file' lab run "$work/lab.json" --results "$work/lab.json"
fails 'not a results file' lab report "$work/lab.json" --results "$work/one.csv"
fails 'no-such-folder/x.csv' lab report "$work/lab.json" --results "$work/one.db" --csv "$work/no-such-folder/x.csv"
mkdir "$work/folder.csv"
fails 'folder.csv' lab report "$work/lab.json" --results "$work/one.db" --csv "$work/folder.csv"
if [ -e "$work/folder.csv.new" ]; then bad 'a CSV file that was not written is left over'; else ok; fi
refuses "'frobnicate'" lab frobnicate
refuses "unknown experiment 'no-such'" lab run no-such
refuses 'no-such.json' lab run no-such.json
refuses '--trials 0' lab run --trials 0
refuses '--trials x' lab run --trials x
refuses '--threads 0' lab run --threads 0
refuses '--quick' lab run --quick --full
refuses 'more than 256 experiments' lab list $(yes space-and-depth | head -n 40)
sed 's/"depth": 5/"depth": 0/' "$work/lab.json" >"$work/bad.json"
refuses "series 2: 'depth': expected a whole number from 1 to 30" lab run "$work/bad.json"
echo '{"name": "a", "deepth": 3}' >"$work/bad.json"
refuses "unknown key 'deepth'" lab list "$work/bad.json"
echo 'no experiment' >"$work/bad.json"
refuses 'line 1' lab report "$work/bad.json"
prints '^history-ads-1 ' lab list
prints '^small +40 +18 ' lab list "$work/lab.json"
prints 'initial +None +- +- |initial +None +0 +- +- ' lab report history-ads-1 --results "$work/one.db"
prints '^experiment,series,game,start,configuration,player,trials,mean,' lab report "$work/lab.json" --results "$work/one.db" --csv /dev/stdout
json 'experiments name title trials series cells' lab list
# Whole games, as totals and per move, of the same trials.
sed 's/"turns": [0-9]*/"turns": "game"/; s/"series": .*/"series": [{"label": "a", "game": "tictactoe", "depth": 3, "midgame-turns": 1}, {"label": "b", "game": "tictactoe", "depth": 3, "midgame-turns": 1, "per": "move"}]}/; /"label": "c"/d' "$work/lab.json" >"$work/games.json"
prints '^80 trials in ' lab run "$work/games.json" --results "$work/games.db"
prints 'nodes per game, .* whole games' lab report "$work/games.json" --results "$work/games.db"
prints 'nodes per move, ' lab report "$work/games.json" --results "$work/games.db"
json 'per turns' lab report "$work/games.json" --results "$work/games.db"

# Matches in the laboratory: killed and started again, they come to the same table; what is missing is named.
cat >"$work/contest.json" <<'END'
{"name": "contest", "kind": "match", "title": "Depths", "game": "connect-four:width={width}", "player": "alphabeta:depth={depth},order=killer",
 "opponent": "alphabeta:depth=3", "opening": "random:2", "openings": 30, "quick-openings": 2, "rows": {"width": [6, 7]}, "columns": {"depth": [2, 5]}}
END
contest_csv() { "$pollard" lab report "$work/contest.json" --results "$work/$1.db" --csv "$work/$1.csv" >"$work/out" 2>"$work/err"; }
prints '^120 trials in ' lab run "$work/contest.json" --results "$work/c1.db" --threads 1
prints '^everything was there already' lab run "$work/contest.json" --results "$work/c1.db"
stops=0
for delay in 0.01 0.02 0.03 0.04 0.05 0.06; do
    "$pollard" lab run "$work/contest.json" --results "$work/c2.db" --threads 2 >/dev/null 2>&1 &
    child=$!
    sleep $delay
    kill -9 $child 2>/dev/null
    wait $child 2>/dev/null
    [ $? = 137 ] && stops=$((stops + 1))
done
if [ $stops -gt 0 ] && "$pollard" lab run "$work/contest.json" --results "$work/c2.db" >"$work/out" 2>&1 && contest_csv c1 && contest_csv c2 && [ "$(wc -l <"$work/c1.csv")" = 5 ] && cmp -s "$work/c1.csv" "$work/c2.csv"; then ok
else bad "a contest killed $stops times ends otherwise: $(cat "$work/out" "$work/err")"; fi
prints '^8 trials in ' lab run "$work/contest.json" --quick --results "$work/c3.db"
prints 'width 7 +depth 5 +60 ' lab report "$work/contest.json" --results "$work/c1.db"
json 'experiments name cells game players games won drawn lost points_percent low high published_percent' lab report "$work/contest.json" --results "$work/c1.db"
json 'elo elo_low elo_high by_the_clock' lab report "$work/contest.json" --results "$work/c1.db"
# By the clock: not on more threads than processors, and not twice.
sed 's/depth={depth}/time={depth}/; s/"openings": 30/"openings": 2/' "$work/contest.json" >"$work/clock.json"
[ "$(nproc)" -ge 64 ] || refuses '--threads 64: contest is played by the clock; expected at most' lab run "$work/clock.json" --threads 64 --results "$work/c5.db"
prints '^8 trials in ' lab run "$work/clock.json" --threads 1 --results "$work/c5.db"
prints '^everything was there already' lab run "$work/clock.json" --results "$work/c5.db"
prints '^  by the clock: not repeatable, depends on the machine: pollard .* processors$' lab report "$work/clock.json" --results "$work/c5.db"
prints ' Elo +95 % interval' lab report "$work/clock.json" --results "$work/c5.db"
sed 's/connect-four:width={width}/chinese-checkers:board=rhombus{width}/; s/order=killer/eval=pdb6/' "$work/contest.json" >"$work/needs.json"
POLLARD_DATABASES=$work/none
export POLLARD_DATABASES
fails 'to build them: pollard db build cc-pdb6-6x6 && pollard db build cc-pdb6-7x7' lab run "$work/needs.json" --results "$work/c4.db"
unset POLLARD_DATABASES
sed 's/"opponent": "alphabeta:depth=3"/"opponent": "alphabeta:depth={other}"/; s/{"width": \[6, 7\]}/[{"width": 6, "less": 1}, {"width": 7, "less": 2}]/; s/{"depth": \[2, 5\]}/[{"depth": 2, "other": "{less}"}]/' "$work/contest.json" >"$work/less.json"
prints '^4 trials in ' lab run "$work/less.json" --quick --results "$work/c6.db"
prints '^  width 7, less 2 +depth 2, other less +4 ' lab report "$work/less.json" --results "$work/c6.db"
sed 's/{width}/{wide}/' "$work/contest.json" >"$work/bad.json"
refuses "'game': '{wide}': no variable" lab run "$work/bad.json"
json 'experiments name cells configuration start trials mean sd saving published_mean published_saving p_one_sided p_two_sided effect verdict' lab report "$work/lab.json" history-ads-1 --results "$work/one.db"
if [ "$(grep -c '"configuration":' "$work/out")" = 24 ] && grep -q '"mean": null' "$work/out" && grep -q '"published_saving": 0' "$work/out"; then ok; else bad 'cells as JSON'; fi

# Databases: values that are known, a build that is killed again and again ends in the same file, packed or not.
db() { "$pollard" db "$@" --dir "$work/db"; }
prints '^cc-pdb6-9x9 +324540216 ' db list
if db build cc-pdb3-6x6 >/dev/null && db verify cc-pdb3-6x6 | grep -q 'every one of 7140'; then ok; else bad 'a small database'; fi
prints '^7140 entries .*max 14, mean 8.6008$' db info cc-pdb3-6x6 --dir "$work/db"
json 'name entries bytes max mean digest deepest counts' db info cc-pdb3-6x6 --dir "$work/db"
prints '^14 moves to the goal$' db probe cc-pdb3-6x6 11----/1-----/------/------/------/------ --dir "$work/db"
if [ "$(db best cc-pdb3-6x6 11----/1-----/------/------/------/------ | tail -n 1 | sed 's/.* //')" = ------/------/------/------/-----1/----11 ]; then ok; else bad 'the best line does not end in the goal'; fi
refuses "did you mean 'cc-pdb3-6x6'" db info cc-pdb3-6x5
prints '^[0-9]* moves to the goal$' db probe cc-pdb3-6x6 --1---/1-1---/------/------/------/------ --dir "$work/db"
refuses 'expected 3' db probe cc-pdb3-6x6 1-----/1-----/------/------/------/------
refuses 'rows of 6' db probe cc-pdb3-6x6 11----/1-----/--
refuses "expected list, build" db make cc-pdb3-6x6
db info cc-pdb6-6x6 >/dev/null 2>"$work/err"
if [ $? = 1 ] && grep -q 'is not built' "$work/err"; then ok; else bad "a database that is not there: $(cat "$work/err")"; fi
digest() { "$pollard" db info "$2" --dir "$1" --json | grep '"digest"'; }
# kills NAME DELAY ARGUMENT...: a build killed at twenty moments, now with one thread, now with two; every file that comes of it is the one built in one go.
kills() {
    name=$1 delay=$2; shift 2
    "$pollard" db build "$name" --dir "$work/whole.db" --threads 1 >/dev/null
    whole=$(digest "$work/whole.db" "$name") killed=0 tries=0 wrong=0
    while [ $killed -lt 20 ] && [ $tries -lt 100 ]; do
        tries=$((tries + 1))
        "$pollard" db build "$name" --dir "$work/killed_databases" --checkpoint 0 --threads $((1 + tries % 2)) "$@" >/dev/null 2>&1 &
        child=$!
        sleep "$(echo "$delay $((tries * 7 % 20 + 1))" | awk '{print $1 * $2}')"
        kill -9 $child 2>/dev/null
        wait $child 2>/dev/null
        case $? in
        137) killed=$((killed + 1)) ;;
        0) [ "$(digest "$work/killed_databases" "$name")" = "$whole" ] || wrong=$((wrong + 1)); rm -f "$work/killed_databases/$name".* ;;
        *) wrong=$((wrong + 1)) ;;
        esac
    done
    "$pollard" db build "$name" --dir "$work/killed_databases" "$@" >/dev/null
    [ "$(digest "$work/killed_databases" "$name")" = "$whole" ] || wrong=$((wrong + 1))
    if [ $killed -gt 4 ] && [ $wrong = 0 ] && [ "$(ls "$work/killed_databases" | wc -l)" = 1 ]; then ok; else bad "$name $*: killed $killed times, $wrong ended otherwise; left: $(ls "$work/killed_databases")"; fi
    rm -rf "$work/killed_databases"
}
kills cc-pdb6-6x6 0.02 --form zstd
kills cc-pdb6-6x6 0.03 --memory 1
kills cc-edb6-4x4 0.01 --form zstd
if db build cc-edb6-4x4 >/dev/null && db verify cc-edb6-4x4 | grep -q 'every one of 320320'; then ok; else bad 'a small endgame database'; fi
json 'name kind entries bytes max mean digest deepest counts won lost drawn' db info cc-edb6-4x4 --dir "$work/db"
json 'name path entries max seconds' db build cc-pdb3-7x7 --dir "$work/db"
json 'name digest entries looked_at' db verify cc-pdb3-7x7 --dir "$work/db"
json 'databases name kind entries bytes memory seconds built begun patterns' db list
prints '^lost in [0-9]+ plies$|^won in [0-9]+ plies$' db probe cc-edb6-4x4 '11--/1---/---2/--22 1' --dir "$work/db"
prints '^lost: the game is over$' db probe cc-edb6-4x4 '2---/2---/---1/2-11 2' --dir "$work/db"
json 'name value says moves' db best cc-edb6-4x4 '11--/1---/---2/--22 1' --dir "$work/db"
if [ "$(db best cc-edb6-4x4 '11--/1---/---2/--22 1' | sed -n '1s/.* in \([0-9]*\) plies/\1/p')" = "$(($(db best cc-edb6-4x4 '11--/1---/---2/--22 1' | wc -l) - 1))" ]; then ok; else bad 'a best line of another length'; fi
refuses 'side to move' db probe cc-edb6-4x4 11--/1---/---2/--22
"$pollard" db build cc-edb6-5x5 --memory 1 --dir "$work/db" >/dev/null 2>"$work/err"
if [ $? = 1 ] && grep -q 'not built on disk' "$work/err"; then ok; else bad "an endgame database without memory: $(cat "$work/err")"; fi
dd if=/dev/zero of="$work/db/cc-pdb3-6x6.pdb" bs=1 seek=6000 count=1 conv=notrunc 2>/dev/null
db verify cc-pdb3-6x6 >/dev/null 2>"$work/err"
if [ $? = 1 ] && [ "$(wc -l <"$work/err")" = 1 ]; then ok; else bad "a damaged database: $(cat "$work/err")"; fi

# Puzzles: databases are built once and read again; the printed figures come out; lines are legal.
solve() { "$pollard" solve "$@" --dir "$work/solve.db"; }
if solve tiles 8 7 6 5 4 3 2 1 0 >"$work/out" 2>"$work/err" && grep -q '^28 moves' "$work/out" && grep -q 'built .*tiles8-4a' "$work/err"; then ok; else bad "the 8-puzzle: $(cat "$work/out" "$work/err")"; fi
if solve tiles 8,7,6,5,4,3,2,1,0 --json >"$work/out" 2>"$work/err" && [ ! -s "$work/err" ] && grep -q '"length": 28' "$work/out"; then ok; else bad "databases are built again: $(cat "$work/err")"; fi
prints '^28. 1$' solve tiles 8 7 6 5 4 3 2 1 0 --boards --dir "$work/solve.db"
prints '^0 moves' solve tiles 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 --heuristic manhattan
prints '^ +12 +45 +45 +35 +546344 +546344 ' solve tiles --korf 12 --heuristic manhattan
json 'heuristic instances instance length printed_length nodes printed_nodes moves mean_length seconds' solve tiles --korf 12..12 --heuristic manhattan
dd if=/dev/zero of="$work/solve.db/tiles8-4a.pdb" bs=1 seek=5000 count=9 conv=notrunc 2>/dev/null
solve tiles 8 7 6 5 4 3 2 1 0 >"$work/out" 2>"$work/err"
if [ $? = 1 ] && [ "$(wc -l <"$work/err")" = 1 ] && grep -q tiles8-4a "$work/err"; then ok; else bad "a damaged database of tiles: $(cat "$work/err")"; fi
prints 'rhombus9.* 27 moves, each checked by the rules' solve chinese-checkers:board=rhombus9,pieces=10 --width 1000
prints '^proven the fewest' solve chinese-checkers:board=rhombus6,pieces=3
json 'game pieces length proven at_least moves positions dropped' solve chinese-checkers:board=rhombus6,pieces=3
refuses 'cannot be solved' solve tiles 0 2 1 3 4 5 6 7 8
refuses '3 numbers' solve tiles 1 2 3
refuses "'7x'" solve tiles 0 1 2 3 4 5 6 7x 8
refuses 'tile 3 is there twice' solve tiles 0 1 2 3 3 5 6 7 8
refuses '16 numbers' solve tiles
refuses '--korf 0' solve tiles --korf 0
refuses '--korf 1..101' solve tiles --korf 1..101
refuses '--korf 9..3' solve tiles --korf 9..3
refuses "'5-5-6'" solve tiles --korf 1 --heuristic 5-5-6
refuses "'6-6-3'" solve tiles 8 7 6 5 4 3 2 1 0 --heuristic 6-6-3
refuses "'0'" solve tiles 0 --korf 1
refuses '--width' solve tiles --korf 1 --width 5
refuses '--korf is for tiles' solve chinese-checkers:board=rhombus6 --korf 1
refuses 'expected a rhombus' solve chinese-checkers
refuses "unknown puzzle 'cube'" solve cube
refuses '--width 0' solve chinese-checkers:board=rhombus6 --width 0

# Databases of mazes: any number of a maze, packed, taken up again after a kill, asked in the game's words, looked up by a player.
prints '^tp-police4-20x20-1 +3039041250 ' db list
prints '^tp-policeK-NxN-M' db list
refuses 'expected 1 ... 4' db build tp-police9-20x20-1
refuses 'a size of 5' db build tp-thief1-99x99-1
for name in tp-police2-7x7-2 tp-police2-7x7-2-joint tp-thief2-7x7-2; do
    if db build $name >/dev/null 2>&1 && db verify $name 2>/dev/null | grep -q 'every one of 3249'; then ok; else bad "$name"; fi
done
json 'name value says moves' db probe tp-police2-7x7-2 "$("$pollard" show thief-police:size=7,maze=2,police=2 --json | sed -n 's/^ "position": "\(.*\)",$/\1/p')" --dir "$work/db"
refuses "'x' is not a cell" db probe tp-police2-7x7-2 x
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

# Tuning: a result that players load; killed and started again the same; refusals by name.
tune() { "$pollard" tune "$@"; }
refuses "'speed'" tune speed abalone alphabeta:depth=1
refuses 'no weights' tune eval othello alphabeta:depth=1
refuses 'random:N' tune eval abalone alphabeta:depth=1 --openings none --out "$work/x.json"
refuses '--rounds has no effect' tune windows abalone alphabeta --depth 3 --rounds 2
refuses 'depth= in the player' tune eval abalone alphabeta --depth 3
refuses '--method guess' tune eval abalone alphabeta:depth=1 --method guess
refuses '--depth' tune windows abalone alphabeta
refuses 'windows-from=' tune windows abalone alphabeta:windows=9,windows-from=leaves --depth 3
refuses 'combined' tune regions abalone alphabeta --depth 3
refuses 'no-such-file' match abalone alphabeta:depth=1,with=no-such-file random
tune regions abalone alphabeta:order=combined --depth 3 --games 3 --out "$work/r.json" >/dev/null
prints 'best line' search abalone --player "alphabeta:depth=2,order=combined,with=$work/r.json"
if grep -q '"regions": "[0-3]/[0-3]"' "$work/r.json"; then ok; else bad "tune regions: $(cat "$work/r.json")"; fi
prints 'windows=[0-9/]*$' tune windows connect-four alphabeta --depth 3 --games 20 --check 10 --out "$work/w.json"
prints 'lost against alphabeta:depth=2$' tune windows abalone alphabeta:preset=abalone-windows --depth 3 --games 2 --check 2 --openings random:4 --out "$work/p.json"
spsa='eval chinese-checkers:board=rhombus7,pieces=6 alphabeta:depth=1,eval=baseline --method matches --games 8 --rounds 150 --check 10'
tune $spsa --out "$work/whole.json" >/dev/null
for pause in 0.1 0.2 0.3; do
    "$pollard" tune $spsa --out "$work/cut.json" >/dev/null 2>&1 & child=$!
    sleep $pause
    kill -9 $child 2>/dev/null
    wait $child 2>/dev/null
done
tune $spsa --out "$work/cut.json" --threads 2 >/dev/null
if cmp -s "$work/whole.json" "$work/cut.json"; then ok; else bad 'a killed tuning ends otherwise'; fi
prints 'alphabeta:depth=1,eval=baseline,weights=' match chinese-checkers:board=rhombus7,pieces=6 "alphabeta:depth=1,with=$work/whole.json" random --games 2
sed -i 's/weights": "./weights": "7/' "$work/cut.json"
refuses 'sum' play chinese-checkers:board=rhombus7,pieces=6 "alphabeta:depth=1,with=$work/cut.json" random

# The node signature: changes only with rules, evaluations, orders or searches. After a change that is meant: pollard bench.
signature=$("$pollard" bench --json | sed -n 's/^ "signature": \([0-9]*\),$/\1/p')
if [ "$signature" = "$(cat "$POLLARD_ROOT/tests/data/signature")" ]; then ok; else bad "bench signature $signature, expected $(cat "$POLLARD_ROOT/tests/data/signature")"; fi
if "$pollard" play othello alphabeta:depth=3 random --quiet | grep -q 'black wins'; then ok; else bad 'a search loses to random'; fi

# Choosing an abstraction: a whole run with tables of its own, again from what is there, then used by a player.
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

# A human's moves from a file: played; an illegal one ends the game with exit 2.
printf 'b2\nmoves\nundo\na1\nquit\n' | "$pollard" play tictactoe human random >"$work/out" 2>&1
if [ $? = 0 ] && grep -q 'unfinished' "$work/out"; then ok; else bad "human play: $(tail -n 3 "$work/out")"; fi
if printf 'undo\nquit\n' | "$pollard" play tictactoe random human 2>&1 | grep -q 'nothing to undo'; then ok; else bad 'undo before any human move'; fi
if printf 'a1\nundo\nb2\nquit\n' | "$pollard" play tictactoe human human 2>&1 | grep -q '1. X: b2'; then ok; else bad 'undo between humans'; fi
printf 'a1 b2\n' | "$pollard" play tictactoe human human --quiet >"$work/out" 2>"$work/err"
if [ $? = 2 ] && grep -q "'a1 b2': expected one legal move" "$work/err"; then ok; else bad 'two moves in a line'; fi
printf 'hint\nthink\nhelp\nsave %s\nquit\n' "$work/game" | "$pollard" play tictactoe human random --advice alphabeta:depth=9,deepening=yes >"$work/out" 2>&1
if [ $? = 0 ] && grep -q 'hint: a1, worth +0 for you at depth 9' "$work/out" && [ "$(grep -c '  depth  *[1-9] ' "$work/out")" = 9 ] && grep -q 'save FILE' "$work/out"; then ok; else bad "hints: $(head -c 900 "$work/out")"; fi
prints 'unfinished after 0 plies' play --replay "$work/game"
if printf 'a1\na2\n' | "$pollard" play tictactoe human alphabeta:depth=9 2>&1 | grep -q '2. O: b2   (sees +0 at depth'; then ok; else bad 'what the engine thinks'; fi
printf 'z9\n' | "$pollard" play tictactoe human random --quiet >"$work/out" 2>"$work/err"
if [ $? = 2 ] && grep -q "z9" "$work/err"; then ok; else bad 'an illegal move from a file'; fi

# Play: the last move in brackets, captured marbles as marbles, moves with blanks in them, help for the game that is played, how the best moves compare.
prints '\[b b b\]' show abalone --moves C3C5D4
prints '\[\. b b b\]' show abalone --moves C3C4
prints ' X\[X X\]\. ' show othello --moves f5
prints 'captured by black 2 ww\.\.\.\., by white 1 b\.\.\.\.\.' show abalone --position 'wwww-/wwwww-/--www--/--------/---------/--------/--bbb--/bbbbbb/-bbbb b'
printf 'help\nmoves c5\nmoves i\nc3  c4\nundo\nc3 c5 d4\nquit\n' | "$pollard" play abalone human random >"$work/out" 2>"$work/err"
if [ $? = 0 ] && [ ! -s "$work/err" ] && grep -q 'a move: the last marble' "$work/out" && grep -q '^  C3C5D4     C3 C4 C5 empty, D4 D5 D6 black$' "$work/out" && grep -q '> C5C4 C5C6 C5D6 C5D5$' "$work/out" \
    && grep -q "no move begins with 'i'" "$work/out" && grep -q '1. black: C3C4$' "$work/out" && grep -q '1. black: C3C5D4$' "$work/out"; then ok; else bad "help and moves: $(head -c 2000 "$work/out" "$work/err")"; fi
if printf '9 13\nquit\n' | "$pollard" play checkers human random 2>&1 | grep -q '1. black: 9-13$'; then ok; else bad 'a move in two words'; fi
for game in tictactoe connect-four othello checkers focus chinese-checkers virus abalone thief-police; do
    if printf 'help\nquit\n' | "$pollard" play $game --time 1 | grep -q 'a move: [a-z]'; then ok; else bad "how to type a move of $game"; fi
done
printf 'think\nquit\n' | "$pollard" play tictactoe human random --advice alphabeta:depth=9,deepening=yes >"$work/out" 2>&1
if grep -q '  the best 5 of 9 moves, each searched by itself to depth [2-9]:$' "$work/out" && [ "$(grep -c '^  [abc][123]  ' "$work/out")" = 5 ]; then ok; else bad "the best moves: $(cat "$work/out")"; fi
printf 'think\nquit\n' | "$pollard" play tictactoe human random --moves 'a1 b1 a2 b2' --advice alphabeta:depth=3,deepening=yes >"$work/out" 2>&1
if grep -q '^  a3  *a win in 1 ply' "$work/out" && grep -q '^  c3  *a loss in 2 plies b3$' "$work/out"; then ok; else bad "a win among the best moves: $(cat "$work/out")"; fi

# --time is the engine's and the adviser's; where neither is left to choose, it is refused. A bad number is named.
refuses '--time 0' play abalone --time 0
refuses '--time soon' play abalone --time soon
refuses 'no effect' play othello random random --time 50
refuses 'no effect' play othello human random --advice alphabeta:depth=2 --time 50
if printf 'f5\nhint\nquit\n' | "$pollard" play othello --time 30 2>&1 | grep -qE '\(sees .* at depth [0-9]+; [0-9]+ nodes, 0\.[0-9]+ s\)'; then ok; else bad '--time'; fi

# What the engine thinks is for a terminal only. Ctrl-C: it moves at once; without a human, the game ends; at the prompt, the human leaves.
if "$pollard" play othello alphabeta:time=900 random --plies-max 1 >"$work/out" 2>&1 && ! grep -q thinks "$work/out"; then ok; else bad 'thoughts in a file'; fi
if command -v script >/dev/null 2>&1; then
    TERM=xterm script -qec "'$pollard' play othello alphabeta:time=900 random --plies-max 1" /dev/null </dev/null >"$work/out" 2>&1
    if grep -q 'black thinks (Ctrl-C: leave), [01] s left, depth [0-9]*, [-+][0-9]*: [a-h][1-8] ' "$work/out"; then ok; else bad "what the engine thinks, on a terminal: $(head -c 900 "$work/out")"; fi
fi
if command -v timeout >/dev/null 2>&1; then
    interrupted '^othello: unfinished after 0 plies' play othello alphabeta:time=600000 random
    { echo c3c4; sleep 3; echo quit; } | timeout --foreground --preserve-status -s INT 1 "$pollard" play abalone --time 600000 >"$work/out" 2>&1
    code=$?
    if [ $code = 0 ] && grep -q '^2. white: .*(sees ' "$work/out" && grep -q 'unfinished after 2 plies' "$work/out"; then ok; else bad "Ctrl-C while the engine thinks (exit $code): $(cat "$work/out")"; fi
    sleep 3 | timeout --foreground --preserve-status -s INT 1 "$pollard" play abalone human random >"$work/out" 2>&1
    code=$?
    if [ $code = 130 ] && grep -q 'unfinished after 0 plies' "$work/out"; then ok; else bad "Ctrl-C at the prompt (exit $code): $(cat "$work/out")"; fi
fi

"$pollard" show checkers --svg "$work/board.svg" && grep -q '</svg>' "$work/board.svg" && [ "$(ls "$work" | grep -c board.svg)" = 1 ] && ok || bad 'svg'
ln -s board.svg "$work/link.svg" && "$pollard" show othello --svg "$work/link.svg" && [ -L "$work/link.svg" ] && ok || bad 'svg through a link'
# Output that cannot be written is no success.
if [ -w /dev/full ]; then
    for words in 'show othello --json' 'show othello' 'games' 'perft othello 3' '--version' 'search othello --depth 2' 'play tictactoe random random' 'match tictactoe random random'; do
        if "$pollard" $words >/dev/full 2>/dev/null; then bad "a full disk went unnoticed: $words"; else ok; fi
    done
fi
[ "$("$pollard" show othello --svg /dev/stdout | grep -c '</svg>')" = 1 ] && ok || bad 'svg to a device'

echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
