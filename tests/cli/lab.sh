#!/bin/sh
# The laboratory: threads change nothing; killed again and again, the same end.
. "$(dirname "$0")/common"
cd "$work" || exit 1   # no results.db here

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
# A limit of file sizes, as of a disk that is full: one line, 1, what was stored is there, and the same command ends as if nothing
# had been. (A coverage build writes its counts under the limit, too: not over those of the other tests.)
for blocks in 8 40 100; do
    (ulimit -f $blocks; GCOV_PREFIX="$work/gcov" "$pollard" lab run "$work/lab.json" --results "$work/full.db" >"$work/out" 2>"$work/err"; echo $? >"$work/code")
    if [ "$(cat "$work/code")" = 1 ] && [ "$(grep -c '^pollard: .*full.db: cannot' "$work/err")" = 1 ] && [ "$(grep -c '^pollard: ' "$work/err")" = 1 ]; then ok; else bad "a full disk of $blocks blocks (exit $(cat "$work/code")): $(cat "$work/out" "$work/err")"; fi
done
if "$pollard" lab run "$work/lab.json" --results "$work/full.db" >"$work/out" 2>&1 && lab_csv full && cmp -s "$work/one.csv" "$work/full.csv"; then ok; else bad "after a full disk: $(cat "$work/out" "$work/err")"; fi

prints '^12 trials in ' lab run "$work/lab.json" --quick --results "$work/quick.db"
prints '^6 trials in ' lab run "$work/lab.json" --trials 3 --results "$work/quick.db"
if lab_csv quick --trials 3 && lab_csv one --trials 3 && cmp -s "$work/one.csv" "$work/quick.csv"; then ok; else bad 'a quick run is not the beginning of a full one'; fi

# Ctrl-C: exit 130, and the same command continues. One run writes at a time; others read.
if command -v timeout >/dev/null 2>&1; then
    interrupted 'stopped; the same command continues from there' lab run "$work/lab.json" --trials 4000 --results "$work/stopped.db"
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
if [ $? = 130 ] && grep -q 'continues from there' "$work/busy.out"; then ok; else bad "Ctrl-C in a run: $(cat "$work/busy.out")"; fi

fails 'no-such.db: No such file' lab report --results "$work/no-such.db"
fails 'no-such-folder/x.db' lab run "$work/lab.json" --results "$work/no-such-folder/x.db"
fails 'not a results file' lab run "$work/lab.json" --results "$work/lab.json"
fails 'not a results file' lab report "$work/lab.json" --results "$work/one.csv"
fails 'no-such-folder/x.csv' lab report "$work/lab.json" --results "$work/one.db" --csv "$work/no-such-folder/x.csv"
mkdir "$work/folder.csv"
fails 'folder.csv' lab report "$work/lab.json" --results "$work/one.db" --csv "$work/folder.csv"
if [ -e "$work/folder.csv.new" ]; then bad 'a CSV file that was not written is left over'; else ok; fi
refuses "unknown experiment 'no-such'" lab run no-such
refuses 'no-such.json' lab run no-such.json
refuses '--trials 0' lab run --trials 0
refuses '--trials x' lab run --trials x
refuses '--threads 0' lab run --threads 0
refuses '--quick' lab run --quick --full
mkdir "$work/many"
for i in $(seq 257); do printf '{"name": "many-%d", "game": "tictactoe", "configurations": [{"name": "None"}]}' "$i" >"$work/many/$i.json"; done
refuses 'more than 256 experiments' lab list "$work"/many/*.json
sed 's/"depth": 5/"depth": 0/' "$work/lab.json" >"$work/bad.json"
refuses "series 2: 'depth': expected a whole number from 1 to 30" lab run "$work/bad.json"
echo '{"name": "a", "deepth": 3}' >"$work/bad.json"
refuses "unknown key 'deepth'" lab list "$work/bad.json"
echo 'no experiment' >"$work/bad.json"
refuses 'line 1' lab report "$work/bad.json"
prints '^history-ads-1 ' lab list
prints '^small +40 +18 ' lab list "$work/lab.json"
prints 'initial +None +0 +0 +- +- ' lab report history-ads-1 --results "$work/one.db"
prints '^experiment,series,game,start,configuration,player,trials,mean,' lab report "$work/lab.json" --results "$work/one.db" --csv /dev/stdout
json 'experiments name title trials series cells' lab list

# Equal games: from the start, without shuffling, a search of one ply against itself has few different ones.
echo '{"name": "equal", "game": "connect-four", "search": "alphabeta", "depth": 4, "turns": 3, "opponents": "alphabeta:depth=4", "starts": ["initial"], "configurations": [{"name": "None"}]}' >"$work/equal.json"
prints '^50 trials in ' lab run "$work/equal.json" --results "$work/equal.db"
prints 'games: initial 50 trials, [0-9] different; the figures are those of different games only' lab report "$work/equal.json" --results "$work/equal.db"
# Another seed gives other trials, which a report with that seed finds.
prints '^5 trials in ' lab run "$work/equal.json" --seed 2 --trials 5 --results "$work/equal.db"
prints 'games: initial 5 trials, ' lab report "$work/equal.json" --seed 2 --results "$work/equal.db"
refuses '--seed x: expected a number from 0 to 1000000000' lab run "$work/equal.json" --seed x
refuses "'opening': 'random:0': expected none, or random:N with N from 1 to 100" lab list "$(sed 's/"depth"/"opening": "random:0", "depth"/' "$work/equal.json" >"$work/bad.json"; echo "$work/bad.json")"
sed 's/"depth"/"opening": "random:3", "depth"/' "$work/equal.json" >"$work/opening.json"
prints '^50 trials in ' lab run "$work/opening.json" --results "$work/equal.db"
prints 'games: initial 50 trials, [2-5][0-9] different' lab report "$work/opening.json" --results "$work/equal.db"

# Whole games, as totals and per move, of the same trials.
sed 's/"turns": [0-9]*/"turns": "game"/; s/"series": .*/"series": [{"label": "a", "game": "tictactoe", "depth": 3, "midgame-turns": 1}, {"label": "b", "game": "tictactoe", "depth": 3, "midgame-turns": 1, "per": "move"}]}/; /"label": "c"/d' "$work/lab.json" >"$work/games.json"
prints '^80 trials in ' lab run "$work/games.json" --results "$work/games.db"
prints 'nodes per game, ' lab report "$work/games.json" --results "$work/games.db"
prints 'whole games' lab report "$work/games.json" --results "$work/games.db"
prints 'nodes per move, ' lab report "$work/games.json" --results "$work/games.db"
json 'per turns' lab report "$work/games.json" --results "$work/games.db"

json 'experiments name cells configuration start trials different mean sd saving published_mean published_saving p_one_sided p_two_sided effect verdict' lab report "$work/lab.json" history-ads-1 --results "$work/one.db"
if [ "$(grep -c '"configuration":' "$work/out")" = 24 ] && grep -q '"mean": null' "$work/out" && grep -q '"published_saving": 0' "$work/out"; then ok; else bad 'cells as JSON'; fi

finish
